// SPDX-License-Identifier: Apache-2.0

import Reactor
import Sites
import Synchronization

/// Notifies subscribers of changes in a zone. A notification has no content: the subscriber asks
/// for the changes with its own rights.
package final class ChangeFeed: Sendable {
  private struct Subscriber {
    /// `nil` for all zones.
    let zone: String?
    /// The loop on which it is woken; `nil` for one that is woken on any thread.
    let loop: EventLoop?
    let wake: @Sendable () -> Void
  }

  private struct State {
    var next = 0
    var announcements: UInt64 = 0
    var waiting: [Int: Subscriber] = [:]
    var readers = 0
    /// The numbers of readers of each client and of each app that has some.
    var byClient: [String: Int] = [:]
    var byApp: [String: Int] = [:]
  }

  /// The sender of a request that waits for changes, as limits know it.
  struct Reader: Sendable, Equatable {
    /// A user, or the address of one that is not signed in; `nil` for one that only the limit of all binds.
    let client: String?
    /// The name of the app whose key the request has.
    let app: String?
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of requests that wait for changes.
  package var readers: Int { state.withLock(\.readers) }

  /// Counts a reader; throws if there are as many as the limits allow.
  func readerBegan(_ reader: Reader, _ limits: RecordLimits) throws(ResourceProblem) {
    try state.withLock { state throws(ResourceProblem) in
      guard state.readers < limits.streams else {
        throw ResourceProblem.tooManyStreams(limits.streams, of: .all)
      }
      let own = reader.client.flatMap { state.byClient[$0] } ?? 0
      guard own < limits.visitorStreams || reader.client == nil else {
        throw ResourceProblem.tooManyStreams(limits.visitorStreams, of: .client)
      }
      let ofApp = reader.app.flatMap { state.byApp[$0] } ?? 0
      if let most = limits.appStreams, reader.app != nil, ofApp >= most {
        throw ResourceProblem.tooManyStreams(most, of: .app)
      }
      state.readers += 1
      if let client = reader.client { state.byClient[client] = own + 1 }
      if let app = reader.app { state.byApp[app] = ofApp + 1 }
    }
  }

  func readerEnded(_ reader: Reader) {
    state.withLock { state in
      state.readers -= 1
      if let client = reader.client, let own = state.byClient[client] {
        state.byClient[client] = own > 1 ? own - 1 : nil
      }
      if let app = reader.app, let own = state.byApp[app] {
        state.byApp[app] = own > 1 ? own - 1 : nil
      }
    }
  }

  /// The number of announcements so far. What was committed before one of them is visible to a read that
  /// begins after it.
  var announcements: UInt64 { state.withLock(\.announcements) }

  /// Calls `wake` at every commit in all zones, until the subscription is cancelled.
  package func subscribe(_ wake: @escaping @Sendable () -> Void) -> Int {
    add(Subscriber(zone: nil, loop: nil, wake: wake))
  }

  /// Calls `wake` on a loop at every commit in a zone, until the subscription is cancelled. The loop gets
  /// one job for all its subscribers.
  func subscribe(_ zone: String, on loop: EventLoop, _ wake: @escaping @Sendable () -> Void) -> Int
  {
    add(Subscriber(zone: zone, loop: loop, wake: wake))
  }

  private func add(_ subscriber: Subscriber) -> Int {
    state.withLock { state in
      state.next += 1
      state.waiting[state.next] = subscriber
      return state.next
    }
  }

  package func cancel(_ subscription: Int) { state.withLock { $0.waiting[subscription] = nil } }

  func announce(_ zones: Set<String>) {
    let concerned = state.withLock { state in
      state.announcements &+= 1
      return state.waiting.values.filter { $0.zone.map(zones.contains) ?? true }
    }
    let byLoop = Dictionary(grouping: concerned) { $0.loop?.number }
    for subscribers in byLoop.values {
      let wakes = subscribers.map(\.wake)
      guard let loop = subscribers.first?.loop else {
        for wake in wakes { wake() }
        continue
      }
      loop.execute { for wake in wakes { wake() } }
    }
  }
}
