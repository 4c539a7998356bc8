// SPDX-License-Identifier: Apache-2.0

// The queue absorbs bursts. Required calls go before uploads, and those before optional ones. Within
// a priority it is first in, first out, so that all calls of a burst are answered, each a little
// later, as long as the backend catches up. When the oldest call has waited so long that it may run
// out of time, the backend is overloaded, and the queue becomes last in, first out: the clients of the
// oldest calls are likely to give up, and serving those first would make everybody late. Uploads wait
// for clients as well, so that their wait is no sign of that.

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
  private var places: [CallPriority: [Place]] = [:]

  /// Makes an empty queue.
  package init(_ settings: LimitSettings = LimitSettings()) { self.settings = settings }

  /// Number of waiting calls.
  package private(set) var count = 0

  /// Whether the queue is last in, first out now.
  package func isOverloaded(at now: Instant) -> Bool {
    isLate(places[.required]?.first, at: now) || isLate(places[.optional]?.first, at: now)
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
    places[priority, default: []].append(Place(call: call, since: now))
    count += 1
    return displaced.map { .displaces($0) } ?? .waits
  }

  /// Removes and returns the next call that the limit lets through; the caller has to admit it.
  package mutating func next(
    _ limit: ConcurrencyLimit,
    at now: Instant
  ) -> (call: Call, priority: CallPriority)? {
    let takesNewest = isOverloaded(at: now)
    for priority in CallPriority.allCases where places[priority]?.isEmpty == false {
      guard limit.hasRoom(priority) else { continue }
      return take(priority, newest: takesNewest).map { ($0, priority) }
    }
    return nil
  }

  private mutating func take(_ priority: CallPriority, newest: Bool) -> Call? {
    guard var waiting = places.removeValue(forKey: priority), !waiting.isEmpty else { return nil }
    let place = newest ? waiting.removeLast() : waiting.removeFirst()
    places[priority] = waiting
    count -= 1
    return place.call
  }

  /// Removes a call. Returns false if it was not in the queue.
  @discardableResult
  package mutating func withdraw(_ call: Call) -> Bool {
    for (priority, waiting) in places {
      guard let index = waiting.firstIndex(where: { $0.call === call }) else { continue }
      places[priority]?.remove(at: index)
      count -= 1
      return true
    }
    return false
  }

  /// Removes a call to make room for another in a full queue: the oldest of a lesser priority, the
  /// least first, or of the same priority if the queue is last in, first out.
  private mutating func displace(for priority: CallPriority, at now: Instant) -> Call? {
    for lesser in CallPriority.allCases.reversed() {
      if lesser == priority { break }
      if let call = take(lesser, newest: false) { return call }
    }
    return isOverloaded(at: now) ? take(priority, newest: false) : nil
  }
}

/// Priority of a call when a backend cannot take all calls, the most urgent first.
package enum CallPriority: Sendable, Hashable, CaseIterable {
  /// The answer needs the call.
  case required
  /// The call's body is still coming, at the speed of a client.
  case upload
  /// The answer can do without the call.
  case optional
}
