// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Edges
package import Editions
import Files
import Reactor
import Sites
import Synchronization

// A publication is served before any edge is purged, so that an edge that asks again at once gets the new
// answer. The changes are found on a thread of their own, so that publishing does not wait for them. A file
// names the edition for which the edges were purged last: changes that were made while nothing ran, or
// just before the process ended, are purged after the next start.

/// Purges at the edges what publications change.
package final class PublicationPurges: Sendable {
  package static let fileName = "edges-told"

  /// Gets the purges of a publication, which are sent to the edges in this order.
  package typealias Take =
    @Sendable (
      _ purges: [Purge], _ reason: String, _ isOver: @escaping @Sendable ((any Error)?) -> Void
    ) -> Void

  private let take: Take
  private let takeOfEmergency: Take
  private let publisher: Publisher
  private let history: EditionHistory
  private let path: String
  private let report: @Sendable (String) -> Void
  private let worker: WorkerPool
  /// The publication for which the edges were purged last; `nil` until it is looked up.
  private let told = Mutex<Publication?>(nil)
  /// The name of the edition in the file; `nil` until it is read.
  private let noted = Mutex<String?>(nil)

  /// Compares editions at once, and then after every publication.
  ///
  /// - Parameters:
  ///   - take: accepts the purges, such as a dispatcher.
  ///   - emergencies: accepts those of an emergency over the same edition; `nil` for the same.
  ///   - history: has the edition for which the edges were purged before a restart.
  ///   - folder: the folder of the file that names it.
  ///   - report: called with the reason where edges could not be purged.
  package init(
    _ take: @escaping Take,
    ofEmergencies emergencies: Take? = nil,
    of publisher: Publisher,
    history: EditionHistory,
    in folder: String,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.take = take
    takeOfEmergency = emergencies ?? take
    self.publisher = publisher
    self.history = history
    path = "\(folder)/\(PublicationPurges.fileName)"
    self.report = report
    worker = WorkerPool("publications", threads: 1)
    try Files.makeFolder(folder)
    publisher.observe { [weak self] in self?.look() }
    look()
  }

  deinit { worker.close() }

  private func look() {
    // Where the queue is full, one that waits will see this publication too.
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
    var purges: [Purge] = []
    if isHeard {
      let change = before.map { PublicationChange(from: $0, to: publication) } ?? .everything
      purges = change.purges(of: site)
    }
    let name = publication.edition.name
    let isEmergency =
      before?.edition.name == name && before?.overlay != publication.overlay
    let reason = isEmergency ? "emergency over edition \(name)" : "edition \(name) published"
    (isEmergency ? takeOfEmergency : take)(purges, reason) { [self] failure in
      if let failure { return report("the edges were not told of \(reason): \(failure)") }
      _ = worker.submit { [self] in note(publication.edition.name) }
    }
  }

  /// The publication for which the edges were purged before the process began; `nil` where it is unknown.
  private func remembered(_ publication: Publication) -> Publication? {
    guard Files.exists(path) else { return Publication(publication.edition) }
    let name: String?
    do throws(FileError) {
      name = String(decoding: try Files.read(path, limit: 64), as: UTF8.self)
    } catch {
      report("\(error); the edges are told of everything")
      name = nil
    }
    noted.withLock { $0 = name }
    if name == publication.edition.name { return Publication(publication.edition) }
    guard let name else { return nil }
    guard let compilation = history.compilation(of: name, publisher.shape) else {
      report(
        "\(path) names edition \"\(name)\", which is not kept; the edges are told of everything"
      )
      return nil
    }
    return compilation.edition.map { Publication($0) }
  }

  /// Writes the name of the edition, if it is the last one and not in the file yet.
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
