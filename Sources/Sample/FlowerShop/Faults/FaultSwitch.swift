// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import Synchronization

/// The present fault of a service, shared by its loops, and shown and set over HTTP.
final class FaultSwitch: Sendable {
  static let path = "/_faults"

  private let state = Mutex(State())

  private struct State {
    var fault: Fault?
    /// The accumulated share that is due to fail.
    var due = 0.0
    var hits = 0
  }

  /// Returns the fault for the next response. The share is distributed evenly, not at random: with
  /// a half it is every other one.
  func next(isHealth: Bool) -> Fault? {
    state.withLock { state in
      guard let fault = state.fault, fault.reachesHealth || !isHealth else { return nil }
      state.due += fault.share
      guard state.due >= 1 - 1e-9 else { return nil }
      state.due -= 1
      state.hits += 1
      return fault
    }
  }

  func reply(to request: ServiceRequest) throws(Refusal) -> ServiceReply {
    switch request.method {
    case .get: break
    case .put:
      let fault = try Fault(request)
      state.withLock { $0 = State(fault: fault) }
    case .delete: state.withLock { $0 = State() }
    default: throw .notAllowed(request.method, of: "GET, HEAD, PUT, DELETE")
    }
    let (fault, hits) = state.withLock { ($0.fault, $0.hits) }
    return ServiceReply(.object(("fault", fault?.body ?? .null), ("hits", .number(hits))))
  }
}
