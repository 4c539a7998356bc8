// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Notifies subscribers of changes in a zone. A notification has no content: the subscriber asks
/// for the changes with its own rights.
package final class ChangeFeed: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: (zone: String?, wake: @Sendable () -> Void)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of subscribers.
  package var count: Int { state.withLock { $0.waiting.count } }

  /// Calls `wake` at every commit in a zone, until the subscription is cancelled; `nil` for all zones.
  package func subscribe(_ zone: String?, _ wake: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.waiting[state.next] = (zone, wake)
      return state.next
    }
  }

  package func cancel(_ subscription: Int) { state.withLock { $0.waiting[subscription] = nil } }

  func announce(_ zones: Set<String>) {
    let wakes = state.withLock { state in
      state.waiting.values.filter { waiting in
        waiting.zone.map(zones.contains) ?? true
      }
      .map(\.wake)
    }
    for wake in wakes { wake() }
  }
}
