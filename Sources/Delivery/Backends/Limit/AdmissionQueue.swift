// SPDX-License-Identifier: Apache-2.0

// The queue absorbs bursts. Required calls go before optional ones. Within a priority it is first
// in, first out, so that all calls of a burst are answered, each a little later, as long as the
// backend catches up. When the oldest call has waited so long that it may run out of time, the
// backend is overloaded, and the queue becomes last in, first out: the clients of the oldest calls
// are likely to give up, and serving those first would make everybody late.

package import Reactor

/// Calls that wait for room at a backend.
package struct AdmissionQueue<Call: AnyObject> {
  /// Result of adding a call.
  package enum Arrival {
    case waits
    /// The call waits in the place of another one, which has to be refused.
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

  /// Makes an empty queue.
  package init(_ settings: LimitSettings = LimitSettings()) { self.settings = settings }

  /// Number of waiting calls.
  package var count: Int { required.count + optional.count }

  /// Whether the queue is last in, first out now.
  package func isOverloaded(at now: Instant) -> Bool {
    isLate(required.first, at: now) || isLate(optional.first, at: now)
  }

  private func isLate(_ oldest: Place?, at now: Instant) -> Bool {
    oldest.map { now >= $0.since + settings.newestFirstAfter } ?? false
  }

  /// Adds a call that the limit did not let through.
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

  /// Removes and returns the next call that the limit lets through; the caller has to admit it.
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

  /// Removes a call. Returns false if it was not in the queue.
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

  /// Removes a call to make room for another in a full queue: an optional one for a required one,
  /// or the oldest of the same priority if the queue is last in, first out.
  private mutating func displace(for priority: CallPriority, at now: Instant) -> Call? {
    if priority == .required, !optional.isEmpty { return optional.removeFirst().call }
    guard isOverloaded(at: now) else { return nil }
    switch priority {
    case .required: return required.isEmpty ? nil : required.removeFirst().call
    case .optional: return optional.isEmpty ? nil : optional.removeFirst().call
    }
  }
}
