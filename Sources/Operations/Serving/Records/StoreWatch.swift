// SPDX-License-Identifier: Apache-2.0

import Reactor
import ResourceModel
import ResourceService

/// Tries to reach the store of a site's records until it is reached and its disk has room, with pauses that
/// grow to 15 seconds. It belongs to a loop.
final class StoreWatch: DeadlineHandler {
  /// The seconds between attempts; the last ones go on.
  private static let pauses: [Int64] = [1, 2, 4, 8, 15]

  private let core: LoopCore
  private let attempt: @Sendable () async throws -> Void
  private let tell: @Sendable (StoreOutage?) -> Void
  private let store: @Sendable () -> String
  private var failures = 0
  private var since: Timestamp?
  private var timer: TimerID?
  private var isRunning = false
  private var isStopped = false

  /// - Parameters:
  ///   - store: returns the name of the store that anybody may know.
  ///   - attempt: reaches the store; throws if it cannot.
  ///   - tell: called with each failure, and with `nil` at the end of an outage.
  init(
    of store: @escaping @Sendable () -> String,
    on core: LoopCore,
    attempt: @escaping @Sendable () async throws -> Void,
    tell: @escaping @Sendable (StoreOutage?) -> Void
  ) {
    (self.store, self.core, self.attempt, self.tell) = (store, core, attempt, tell)
  }

  /// Tries to reach the store, unless an attempt is under way or will be made.
  func look() {
    guard !isRunning, timer == nil, !isStopped else { return }
    isRunning = true
    // The task stays on this loop, to which the watch belongs.
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { await confined.value.run() }
  }

  /// Tries to reach the store at once, also where an attempt is planned for later.
  func lookNow() {
    if let timer { core.cancel(timer) }
    timer = nil
    look()
  }

  private func run() async {
    do {
      try await attempt()
      isRunning = false
      failures = 0
      guard since != nil else { return }
      since = nil
      tell(nil)
    } catch {
      isRunning = false
      failed(error)
    }
  }

  /// Records a failed attempt, and plans the next one.
  func failed(_ error: any Error) {
    guard !isStopped, timer == nil else { return }
    let pause = StoreWatch.pauses[min(failures, StoreWatch.pauses.count - 1)]
    failures += 1
    let now = Timestamp(milliseconds: core.wallSeconds * 1_000)
    let since = since ?? now
    self.since = since
    tell(
      StoreOutage(
        of: store(),
        reason: "\(error)",
        isFull: SiteResources.isFull(error),
        since: since,
        next: now.advanced(byMilliseconds: pause * 1_000)
      )
    )
    timer = core.schedule(self, at: core.now + .seconds(pause))
  }

  func deadlineReached() {
    timer = nil
    look()
  }

  func stop() {
    isStopped = true
    if let timer { core.cancel(timer) }
    timer = nil
  }
}
