// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
import ContentModel
package import Editions
import Reactor
import Sites
import Synchronization

// A purge or a publication makes answers outdated that visitors ask for all the time. Left alone, each of
// them would call the services in the very second in which it is asked for next, together with all others.
// A refresh composes them again beforehand, at a pace that the site declares. Any thread asks for one; the
// cache is looked through on a thread of its own, and the answers are composed on one loop.

/// Refreshes of a site's outdated answers.
package final class CacheRefresh: Sendable {
  /// The refreshes that are remembered.
  static let remembered = 100

  let store: AnswerStore
  let signals: RefreshSignals
  private let publisher: Publisher
  private let report: @Sendable (RefreshReport) -> Void
  private let worker: WorkerPool
  private let book = Mutex(Book())

  /// The runner that composes the answers, as long as its loop's handler lives.
  private struct Runner {
    struct Reference { weak var runner: RefreshRunner? }

    let loop: EventLoop
    let reference: LoopConfined<Reference>

    func look() { loop.execute { reference.value.runner?.look() } }
  }

  private struct Book {
    var causes: [RefreshCause] = []
    var runner: Runner?
    var number: UInt64 = 0
    /// The newest last.
    var reports: [RefreshReport] = []
  }

  /// Asks for a refresh after every publication.
  ///
  /// - Parameter report: called when a refresh is over, on a loop.
  package init(
    of publisher: Publisher,
    _ store: AnswerStore,
    _ signals: RefreshSignals,
    report: @escaping @Sendable (RefreshReport) -> Void
  ) throws {
    self.publisher = publisher
    self.store = store
    self.signals = signals
    self.report = report
    worker = WorkerPool("refresh", threads: 1)
    publisher.observe { [weak self] in self?.request(.publication) }
  }

  deinit { worker.close() }

  /// The latest refreshes, newest first.
  package var reports: [RefreshReport] { book.withLock { $0.reports.reversed() } }

  /// The latest refresh for a purge.
  package func report(ofPurge id: String) -> RefreshReport? {
    book.withLock { $0.reports.last { $0.purges.contains(id) } }
  }

  /// Asks for a refresh, if the site declares a pace. The one that is under way ends, and what it has left is
  /// a part of the new one.
  package func request(_ cause: RefreshCause) {
    guard settings != nil else { return }
    let runner = book.withLock { book in
      // Causes without a number say nothing twice, and the report has room for so many.
      if book.causes.count < CacheRefresh.remembered, !book.causes.contains(cause) {
        book.causes.append(cause)
      }
      return book.runner
    }
    runner?.look()
  }

  /// Whether a refresh was asked for that has not begun.
  var isWanted: Bool { book.withLock { !$0.causes.isEmpty } }

  var settings: (rate: Int, most: Int)? {
    publisher.publication?.edition.site.refresh.map { ($0.rate, $0.most) }
  }

  /// Has a loop compose the answers, unless another one does already, and returns what does.
  func attach(_ make: (CacheRefresh) -> RefreshRunner, on core: LoopCore) -> RefreshRunner? {
    guard book.withLock({ $0.runner == nil }) else { return nil }
    let made = make(self)
    let reference = LoopConfined(Runner.Reference(runner: made), to: core.loop.number)
    let runner = Runner(loop: core.loop, reference: reference)
    let isFirst = book.withLock { book in
      guard book.runner == nil else { return false }
      book.runner = runner
      return true
    }
    guard isFirst else { return nil }
    runner.look()
    return made
  }

  /// Begins a refresh for all that was asked for; `nil` for nothing.
  func begin(at seconds: Int64) -> RefreshReport? {
    book.withLock { book in
      guard !book.causes.isEmpty else { return nil }
      book.number += 1
      let report = RefreshReport(book.number, of: book.causes, at: seconds)
      book.causes = []
      book.reports.append(report)
      if book.reports.count > CacheRefresh.remembered { book.reports.removeFirst() }
      return report
    }
  }

  /// Takes over the present state of a refresh.
  func note(_ report: RefreshReport) {
    book.withLock { book in
      guard let place = book.reports.lastIndex(where: { $0.number == report.number }) else {
        return
      }
      book.reports[place] = report
    }
    if report.state.isOver { self.report(report) }
  }

  /// Looks through the store on the thread of its own; returns false if that cannot be.
  func search(
    atMost count: Int,
    then: @escaping @Sendable ([OutdatedAnswer], Int) -> Void
  ) -> Bool {
    worker.submit { [publisher, store] in
      guard let publication = publisher.publication else { return then([], 0) }
      let found = OutdatedAnswer.all(in: store, publication, atMost: count)
      then(found.answers, found.others)
    }
  }
}
