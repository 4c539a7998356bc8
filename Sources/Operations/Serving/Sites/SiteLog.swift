// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Commands
import DataFiles
import Editions
import Purging
import Reactor

/// Logs the events of a site on standard error, with its name if there are several.
package struct SiteLog: Sendable {
  private let isAlone: Bool
  private let beginning: String
  /// The prefix of its files' paths.
  private let folder: String
  /// Whether the edition is pinned for a fleet, and not by an operator.
  private let isOfFleet: Bool

  init(_ site: NamedSite, isAlone: Bool, isOfFleet: Bool) {
    (self.isAlone, self.isOfFleet) = (isAlone, isOfFleet)
    beginning = isAlone ? "portico: " : "portico: \(site.name): "
    folder = isAlone ? "" : "\(site.options.folder)/"
  }

  package func write(_ text: String) { StandardStream.errors.write("\(beginning)\(text)\n") }

  /// Logs a report if it is new or needs attention.
  func reportNews(of report: Publisher.Report) {
    if report.isNew || report.isRefused || report.isEmergencyRefused { self.report(report) }
  }

  /// Logs the edition served and the findings.
  func report(_ report: Publisher.Report) {
    for finding in report.findings { self.report(finding) }
    guard let edition = report.publication?.edition else {
      // A single site ends the process with the reason.
      if !isAlone { write("it has errors and is not published, so it is not ready") }
      return
    }
    let documents = Counted.text(edition.documentCount, "document")
    var line = "edition \(edition.name) with \(documents) is served"
    if let pinned = report.pinned, pinned == edition.name, !isOfFleet { line += ", pinned" }
    if report.isRefused { line += "; the present files cannot be published" }
    write(line)
    guard report.isEmergencyRefused else { return }
    write("the emergency file has errors; keys with errors keep their old values")
  }

  func report(_ finding: Finding) { StandardStream.errors.write("\(folder)\(finding)\n") }

  /// Logs the result of a purge if it needs attention.
  func report(_ report: PurgeDispatcher.Report) {
    switch report {
    case .finished(let job):
      var line = "purge \(job.id) is \(job.state.rawValue)"
      for leg in job.legs where leg.state == .failed {
        line += "; at \(leg.edge): \(leg.error ?? "unknown error")"
      }
      write(line)
    case .widened(let edge, let note): write("purges at \(edge): \(note)")
    case .notKept(let job, let why): write("purge \(job.id) is not kept for a restart: \(why)")
    }
  }

  func report(_ restored: RestoredSnapshot?) {
    guard let restored else { return }
    let damage = restored.isWhole ? "" : ", up to where the file is damaged"
    write("\(restored.entries) cached answers are restored\(damage)")
  }
}
