// SPDX-License-Identifier: Apache-2.0

import Edges
package import Editions
import Files
import Reactor
import Synchronization

// A publication is served before any edge is told of it: an edge that asks again at once gets what is
// new. What has changed is found on a thread of its own, so that publishing does not wait for it. Which
// edition the edges have last been told of is kept in a file: what was changed while nothing ran, or
// just before the process ended, is told after the next start.

/// Tells the edges by itself what publications change.
package final class PublicationPurges: Sendable {
  package static let fileName = "edges-told"

  private let desk: PurgeDesk
  private let publisher: Publisher
  private let history: EditionHistory
  private let path: String
  private let report: @Sendable (String) -> Void
  private let worker: WorkerPool
  /// What the edges know; `nil` until it was looked up.
  private let told = Mutex<Publication?>(nil)
  /// The edition that is written down as told, as far as it was looked up.
  private let noted = Mutex<String?>(nil)

  /// Looks at once, and then behind every publication.
  ///
  /// - Parameters:
  ///   - history: where the edition is found that edges were told of before a restart.
  ///   - folder: where it is kept which one that is.
  ///   - report: is told why edges were not.
  package init(
    _ desk: PurgeDesk,
    of publisher: Publisher,
    history: EditionHistory,
    in folder: String,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.desk = desk
    self.publisher = publisher
    self.history = history
    path = "\(folder)/\(PublicationPurges.fileName)"
    self.report = report
    worker = try WorkerPool(threads: 1)
    try Files.makeFolder(folder)
    publisher.observe { [weak self] in self?.look() }
    look()
  }

  deinit { worker.close() }

  private func look() {
    // Where as many wait as may, one of them looks behind this publication as well.
    _ = worker.submit { [self] in tell() }
  }

  private func tell() {
    guard let publication = publisher.publication else { return }
    let before = told.withLock { told in
      let before = told ?? remembered(publication)
      told = publication
      return before
    }
    let site = publication.edition.site
    let isHeard = site.edges.contains(where: \.isPurgedOnPublish)
    var notices: [PurgeNotice] = []
    if isHeard {
      let change = before.map { PublicationChange(from: $0, to: publication) } ?? .everything
      notices = change.notices(of: site)
    }
    let reason = "edition \(publication.edition.name) published"
    desk.take(notices, reason: reason) { [self] failure in
      if let failure { return report("the edges were not told of \(reason): \(failure)") }
      _ = worker.submit { [self] in note(publication.edition.name) }
    }
  }

  /// What the edges were told of before the process began; `nil` where nobody knows any more.
  private func remembered(_ publication: Publication) -> Publication? {
    guard Files.exists(path) else { return Publication(publication.edition) }
    let name = (try? Files.read(path, limit: 64)).map { String(decoding: $0, as: UTF8.self) }
    noted.withLock { $0 = name }
    if name == publication.edition.name { return Publication(publication.edition) }
    guard let kept = name.flatMap({ history.source(of: $0) }) else { return nil }
    var compiler = SiteCompiler(kept)
    return compiler.compile().edition.map { Publication($0) }
  }

  /// Keeps the name of the last publication, and that only; another overlay is no other edition.
  private func note(_ name: String) {
    guard told.withLock({ $0?.edition.name }) == name, noted.withLock({ $0 }) != name else {
      return
    }
    do throws(FileError) {
      try Files.write(Array(name.utf8), to: path)
      noted.withLock { $0 = name }
    } catch {
      report("a restart would tell the edges again: \(error)")
    }
  }
}
