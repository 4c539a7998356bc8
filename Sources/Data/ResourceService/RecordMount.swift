// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import HTTPValues
package import Reactor
package import ResourceModel
import Synchronization

/// The records of a site as requests find them: their service as soon as the store is open, and the outage
/// of a store that is not reached.
package final class RecordMount: Sendable {
  package struct State: Sendable {
    /// Answers requests; `nil` until the store was opened.
    package var service: ResourceService?
    /// The outage of the store; `nil` while it is reached.
    package var outage: StoreOutage?

    package init() {}
  }

  private let current = Mutex(State())

  package init() {}

  package var state: State { current.withLock(\.self) }

  /// Begins to serve the records of an open store.
  package func open(_ service: ResourceService) { current.withLock { $0.service = service } }

  /// Records an outage, or its end with `nil`; returns the state before.
  @discardableResult
  package func set(_ outage: StoreOutage?) -> StoreOutage? {
    current.withLock { state in
      defer { state.outage = outage }
      return state.outage
    }
  }
}

/// A store that is not reached, or has no room for writes.
package struct StoreOutage: Sendable, Equatable {
  /// The name of the store that anybody may know, without its machines.
  package let store: String
  /// The failure of the last attempt, for operators.
  package let reason: String
  /// Whether the disk is full: records can be read and not written.
  package let isFull: Bool
  /// The instant of the first failure.
  package let since: Timestamp
  /// The instant of the next attempt.
  package let next: Timestamp

  package init(
    of store: String,
    reason: String,
    isFull: Bool = false,
    since: Timestamp,
    next: Timestamp
  ) {
    self.store = store
    self.reason = reason
    self.isFull = isFull
    self.since = since
    self.next = next
  }

  /// The outage in a sentence, for operators.
  package var text: String {
    "\(store) \(isFull ? "takes no writes" : "is not reached") since \(since): \(reason)"
  }
}

/// Answers the requests of one loop for records: with their service, or with 503 until the store was
/// opened.
package final class RecordMountHandler: RequestHandler {
  private let mount: RecordMount
  private let core: LoopCore
  private let makeHandler: (ResourceService) -> ResourceHandler
  private var handler: ResourceHandler?

  /// - Parameter makeHandler: makes the handler of this loop for an open store.
  package init(
    _ mount: RecordMount,
    on core: LoopCore,
    makeHandler: @escaping (ResourceService) -> ResourceHandler
  ) {
    self.mount = mount
    self.core = core
    self.makeHandler = makeHandler
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    let state = mount.state
    guard let service = state.service else { return .later { try await self.refuse($0, state) } }
    if let handler, handler.service === service { return handler.answer(request, from: peer) }
    let handler = makeHandler(service)
    self.handler = handler
    return handler.answer(request, from: peer)
  }

  private func refuse(_ exchange: Exchange, _ state: RecordMount.State) async throws {
    let now = Timestamp(milliseconds: Int64(core.wallSeconds) * 1_000)
    let reply = ResourceProblem.away(state.outage, at: now).reply
    let response = reply.response(to: exchange.request.target, below: "")
    try await exchange.respond(response, body: reply.body)
  }
}
