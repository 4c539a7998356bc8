// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The present fault of a service, shared by its loops.
final class FaultSwitch: Sendable {
  private let state = Mutex(State())

  private struct State {
    var fault: Fault?
    /// The accumulated share that is due to fail.
    var due = 0.0
    var hits = 0
  }

  /// The fault, and how many responses it has affected.
  var current: (fault: Fault?, hits: Int) { state.withLock { ($0.fault, $0.hits) } }

  func set(_ fault: Fault?) { state.withLock { $0 = State(fault: fault) } }

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
}
