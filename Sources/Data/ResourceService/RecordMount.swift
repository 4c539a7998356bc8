// SPDX-License-Identifier: Apache-2.0

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

/// The records of a site on one loop.
package final class LoopRecords {
  private let mount: RecordMount
  private let core: LoopCore
  private let makeHandler: (ResourceService) -> ResourceHandler
  private var known: ResourceHandler?

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

  /// Answers requests; `nil` until the store was opened.
  package var handler: ResourceHandler? {
    guard let service = mount.state.service else { return nil }
    if let known, known.service === service { return known }
    known = makeHandler(service)
    return known
  }

  /// The answer to a request before the store was opened.
  package var away: ResourceReply {
    ResourceProblem.away(mount.state.outage, at: core.wallTime).reply
  }
}
