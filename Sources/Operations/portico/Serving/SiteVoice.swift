// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import DataFiles
import Editions
import Purging
import Reactor

/// Says on standard error what happens to a site, and which site it is where there are several.
struct SiteVoice: Sendable {
  private let isAlone: Bool
  private let beginning: String
  /// What stands before the paths of its files.
  private let folder: String

  init(_ site: NamedSite, isAlone: Bool) {
    self.isAlone = isAlone
    beginning = isAlone ? "portico: " : "portico: \(site.name): "
    folder = isAlone ? "" : "\(site.options.folder)/"
  }

  func say(_ text: String) { StandardStream.errors.write("\(beginning)\(text)\n") }

  /// Says what came of looking at the files, where that is news or somebody should mend it.
  func tellNews(of report: Publisher.Report) {
    if report.isNew || report.isRefused || report.isEmergencyRefused { tell(report) }
  }

  /// Says what is served now and what the check has to say; the findings go where errors go.
  func tell(_ report: Publisher.Report) {
    for finding in report.findings { tell(finding) }
    guard let edition = report.publication?.edition else {
      // One alone ends with the reason.
      if !isAlone { say("nothing of it can be published, so that it is not ready") }
      return
    }
    let documents = Counted.text(edition.documentCount, "document")
    var line = "edition \(edition.name) with \(documents) is served"
    if let pinned = report.pinned, pinned == edition.name { line += ", pinned" }
    if report.isRefused { line += "; the files as they are cannot be published" }
    say(line)
    guard report.isEmergencyRefused else { return }
    say("the emergency file has errors; in the place of what has them holds what it said before")
  }

  func tell(_ finding: Finding) { StandardStream.errors.write("\(folder)\(finding)\n") }

  /// Says what came of a purge where somebody should look.
  func tell(_ report: PurgeReport) {
    switch report {
    case .finished(let job):
      var line = "purge \(job.id) is \(job.state.rawValue)"
      for leg in job.legs where leg.state == .failed {
        line += "; at \(leg.edge): \(leg.error ?? "nothing is known")"
      }
      say(line)
    case .notKept(let job, let why): say("purge \(job.id) is not kept for a restart: \(why)")
    }
  }

  func tell(_ restored: RestoredSnapshot?) {
    guard let restored else { return }
    let damage = restored.isWhole ? "" : ", up to where the file is damaged"
    say("\(restored.entries) kept answers are back\(damage)")
  }
}
