// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Editions
import Gateway
import Reactor
import Synchronization

/// Compares each edition that is published with the one that was served before, on a thread of its own,
/// so that neither publishing nor an operator waits for it.
package final class EditionComparer: Sendable {
  /// After a start, the edition before is compiled again if it has at most so many files; a larger
  /// site is compared from its next publication on.
  private static let mostFilesAtStart = 20_000

  private struct State {
    var edition: Edition?
    var difference: PublicationDifference?
  }

  private let publisher: Publisher
  private let history: EditionHistory
  private let links: LinkWriter
  private let state = Mutex(State())
  private let worker: WorkerPool

  /// - Parameter history: has the edition that was served before the start.
  init(of publisher: Publisher, history: EditionHistory, links: LinkWriter) throws {
    (self.publisher, self.history, self.links) = (publisher, history, links)
    worker = WorkerPool("comparing", threads: 1, on: .background)
    publisher.observe { [weak self] in self?.look() }
    look()
  }

  deinit { worker.close() }

  /// The changes from the edition before to the one that was published last; `nil` while they are not known.
  package var difference: PublicationDifference? { state.withLock(\.difference) }

  private func look() {
    // Where the queue is full, one that waits will see this publication too.
    _ = worker.submit { [weak self] in self?.compare() }
  }

  private func compare() {
    guard let edition = publisher.publication?.edition else { return }
    let known = state.withLock { state in
      defer { state.edition = edition }
      return state.edition
    }
    guard known?.name != edition.name, let before = known ?? keptEdition(besides: edition.name)
    else { return }
    let difference = PublicationDifference(
      from: before,
      to: edition,
      at: UnixTime.now,
      links: links,
      limits: .glance
    )
    state.withLock { $0.difference = difference }
  }

  /// The newest kept edition but for the served one.
  private func keptEdition(besides name: String) -> Edition? {
    guard let entry = history.entries().first(where: { $0.name != name }),
      entry.fileCount <= EditionComparer.mostFilesAtStart
    else { return nil }
    return history.compilation(of: entry.name, .complete)?.edition
  }
}
