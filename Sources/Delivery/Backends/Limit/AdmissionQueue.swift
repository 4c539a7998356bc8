// SPDX-License-Identifier: Apache-2.0

// A short queue takes up what comes in bursts. Required calls are served before optional ones. In
// quiet times the oldest is the first; when calls have had to wait for some time without a pause,
// the backend is overloaded, and the newest is: the oldest ones are those whose clients will have
// given up, and serving them first would make everybody late.

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

  private let settings: LimitSettings
  private var required: [Call] = []
  private var optional: [Call] = []
  /// Since when somebody has been waiting without a pause.
  private var busySince: Instant?

  /// An empty queue.
  package init(_ settings: LimitSettings = LimitSettings()) { self.settings = settings }

  /// How many calls wait.
  package var count: Int { required.count + optional.count }

  /// Whether the newest call is served first.
  package func isOverloaded(at now: Instant) -> Bool {
    busySince.map { now >= $0 + settings.newestFirstAfter } ?? false
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
    case .required: required.append(call)
    case .optional: optional.append(call)
    }
    if busySince == nil { busySince = now }
    return displaced.map { .displaces($0) } ?? .waits
  }

  /// The next call that the limit lets through, which waits no longer; it is the caller's to admit it.
  package mutating func next(
    _ limit: ConcurrencyLimit,
    at now: Instant
  ) -> (call: Call, priority: CallPriority)? {
    let takesNewest = isOverloaded(at: now)
    defer { rest() }
    if !required.isEmpty {
      guard limit.hasRoom(.required) else { return nil }
      return (takesNewest ? required.removeLast() : required.removeFirst(), .required)
    }
    guard !optional.isEmpty, limit.hasRoom(.optional) else { return nil }
    return (takesNewest ? optional.removeLast() : optional.removeFirst(), .optional)
  }

  /// The call waits no longer; `false` when it did not.
  @discardableResult
  package mutating func withdraw(_ call: Call) -> Bool {
    defer { rest() }
    if let index = required.firstIndex(where: { $0 === call }) {
      required.remove(at: index)
    } else if let index = optional.firstIndex(where: { $0 === call }) {
      optional.remove(at: index)
    } else {
      return false
    }
    return true
  }

  /// Whose place a call may take in a full queue: an optional one's for a required one, and that of
  /// the oldest of its kind when the oldest are the last to be served.
  private mutating func displace(for priority: CallPriority, at now: Instant) -> Call? {
    if priority == .required, !optional.isEmpty { return optional.removeFirst() }
    guard isOverloaded(at: now) else { return nil }
    switch priority {
    case .required: return required.isEmpty ? nil : required.removeFirst()
    case .optional: return optional.isEmpty ? nil : optional.removeFirst()
    }
  }

  private mutating func rest() {
    if required.isEmpty && optional.isEmpty { busySince = nil }
  }
}
