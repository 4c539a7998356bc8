// SPDX-License-Identifier: Apache-2.0

// A queue takes up what comes in bursts. Required calls are served before optional ones. The oldest is
// the first, so that all of a burst are answered, each a little later, as long as the backend catches
// up with it. When the oldest has had to wait for so long that it may run out of time, the backend is
// overloaded, and the newest is the first: the oldest ones are those whose clients will have given up,
// and serving them first would make everybody late.

package import Reactor

/// Calls that wait for a backend to have room.
package struct AdmissionQueue<Call: AnyObject> {
  /// What became of a call that came.
  package enum Arrival {
    case waits
    /// It waits in the place of another call, which is to be told.
    case displaces(Call)
    case refused
  }

  private struct Place {
    let call: Call
    let since: Instant
  }

  private let settings: LimitSettings
  private var required: [Place] = []
  private var optional: [Place] = []

  /// An empty queue.
  package init(_ settings: LimitSettings = LimitSettings()) { self.settings = settings }

  /// How many calls wait.
  package var count: Int { required.count + optional.count }

  /// Whether the newest call is served first.
  package func isOverloaded(at now: Instant) -> Bool {
    isLate(required.first, at: now) || isLate(optional.first, at: now)
  }

  private func isLate(_ oldest: Place?, at now: Instant) -> Bool {
    oldest.map { now >= $0.since + settings.newestFirstAfter } ?? false
  }

  /// A call comes that the limit did not let through.
  package mutating func enqueue(
    _ call: Call,
    _ priority: CallPriority,
    at now: Instant
  ) -> Arrival {
    var displaced: Call?
    if count >= settings.queue {
      displaced = displace(for: priority, at: now)
      if displaced == nil { return .refused }
    }
    switch priority {
    case .required: required.append(Place(call: call, since: now))
    case .optional: optional.append(Place(call: call, since: now))
    }
    return displaced.map { .displaces($0) } ?? .waits
  }

  /// The next call that the limit lets through, which waits no longer; it is the caller's to admit it.
  package mutating func next(
    _ limit: ConcurrencyLimit,
    at now: Instant
  ) -> (call: Call, priority: CallPriority)? {
    let takesNewest = isOverloaded(at: now)
    if !required.isEmpty {
      guard limit.hasRoom(.required) else { return nil }
      return ((takesNewest ? required.removeLast() : required.removeFirst()).call, .required)
    }
    guard !optional.isEmpty, limit.hasRoom(.optional) else { return nil }
    return ((takesNewest ? optional.removeLast() : optional.removeFirst()).call, .optional)
  }

  /// The call waits no longer; `false` when it did not.
  @discardableResult
  package mutating func withdraw(_ call: Call) -> Bool {
    if let index = required.firstIndex(where: { $0.call === call }) {
      required.remove(at: index)
    } else if let index = optional.firstIndex(where: { $0.call === call }) {
      optional.remove(at: index)
    } else {
      return false
    }
    return true
  }

  /// Whose place a call may take in a full queue: an optional one's for a required one, and that of
  /// the oldest of its kind when the oldest are the last to be served.
  private mutating func displace(for priority: CallPriority, at now: Instant) -> Call? {
    if priority == .required, !optional.isEmpty { return optional.removeFirst().call }
    guard isOverloaded(at: now) else { return nil }
    switch priority {
    case .required: return required.isEmpty ? nil : required.removeFirst().call
    case .optional: return optional.isEmpty ? nil : optional.removeFirst().call
    }
  }
}
