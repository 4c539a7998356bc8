// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// Waits on a loop for changes of a zone, for a time, or until its task is cancelled.
final class ChangeWaiter: DeadlineHandler {
  private let core: LoopCore
  private let feed: ChangeFeed
  private let reader: ChangeFeed.Reader
  private let waiter = Waiter()
  private var subscription = 0
  private var isWaiting = false
  /// Whether there were changes since the last wait.
  private var hasChanged = false
  private var isCancelled = false

  /// Subscribes at once, so that no change between a look and the following wait is missed. Throws if as
  /// many clients wait as may.
  init(
    _ service: ResourceService,
    _ request: ResourceRequest,
    on core: LoopCore
  ) throws(ResourceProblem) {
    reader = request.reader
    try service.feed.readerBegan(reader, service.context.settings.limits)
    feed = service.feed
    self.core = core
    let zone = request.query["zone"] ?? ""
    let confined = LoopConfined(self, to: core.loop.number)
    subscription = feed.subscribe(zone, on: core.loop) { confined.value.changed() }
  }

  /// Ends the subscription, which holds the waiter.
  func close() {
    feed.cancel(subscription)
    feed.readerEnded(reader)
  }

  /// Returns whether there are changes; `false` when the time is over or the task is cancelled.
  func wait(_ duration: Duration) async -> Bool {
    guard !hasChanged, !isCancelled else { return take() }
    let timer = core.schedule(self, at: core.now + duration)
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    isWaiting = true
    await withTaskCancellationHandler {
      if isWaiting { await waiter.wait() }
    } onCancel: {
      loop.execute { confined.value.cancelled() }
    }
    core.cancel(timer)
    return take()
  }

  private func take() -> Bool {
    defer { hasChanged = false }
    return hasChanged && !isCancelled
  }

  private func changed() {
    hasChanged = true
    wake()
  }

  private func cancelled() {
    isCancelled = true
    wake()
  }

  func deadlineReached() { wake() }

  private func wake() {
    guard isWaiting else { return }
    isWaiting = false
    waiter.wake()
  }
}
