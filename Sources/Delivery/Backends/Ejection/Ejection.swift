// SPDX-License-Identifier: Apache-2.0

// Passive outlier detection: an endpoint that fails several calls in a row gets none for a while.
// It returns on probation: its first failure ejects it again, for longer, and its first success
// ends the probation. Its past is forgotten once it has worked for as long as it was last ejected.
//
// Never more than a share of the endpoints is ejected: if all of them fail, the service fails,
// which is for the circuit breaker to detect.

package import Reactor

/// Tracks the endpoints that get no calls for a while because they failed.
package struct Ejection: Sendable {
  private struct Record: Sendable {
    let id: EndpointID
    var consecutive = 0
    /// Number of ejections in a row.
    var times = 0
    /// End of the present ejection; `nil` when it is not ejected.
    var until: Instant?
    var lastPause = Duration.zero
    /// Instant of its return; calls that began before do not count any more.
    var returned: Instant?
    var isOnProbation = false
  }

  private let settings: EjectionSettings
  /// Records by slot.
  private var records: [Record?] = []
  private var count = 0
  /// Number of ejected endpoints.
  package private(set) var ejectedCount = 0
  /// Instant at which the next endpoint returns.
  package private(set) var nextReturn = Instant.distantFuture

  /// Makes an ejection without ejected endpoints.
  package init(_ settings: EjectionSettings = EjectionSettings()) { self.settings = settings }

  /// Whether the endpoint is ejected.
  package func isEjected(_ id: EndpointID) -> Bool { record(id)?.until != nil }

  /// Applies a change of the list. Returns the endpoints that return early, since more would be
  /// ejected than the largest share of those left.
  package mutating func update(
    _ change: EndpointChoice.Change,
    at now: Instant
  ) -> [EndpointID] {
    for id in change.removed where record(id) != nil {
      if isEjected(id) { ejectedCount -= 1 }
      records[id.slot] = nil
      count -= 1
    }
    for id in change.added {
      while records.count <= id.slot { records.append(nil) }
      records[id.slot] = Record(id: id)
      count += 1
    }
    var back: [EndpointID] = []
    while ejectedCount > most, let first = earliest {
      bringBack(first, at: now)
      back.append(first)
    }
    findNextReturn()
    return back
  }

  /// Records the outcome of a call that began at `began`. Returns true if that ejected the
  /// endpoint.
  package mutating func ended(
    _ id: EndpointID,
    _ outcome: AttemptOutcome,
    began: Instant,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    guard var record = record(id), record.until == nil, record.returned.map({ began >= $0 }) ?? true
    else { return false }
    switch outcome {
    case .neither: return false
    case .success:
      guard record.consecutive > 0 || record.times > 0 else { return false }
      record.consecutive = 0
      record.isOnProbation = false
      if let returned = record.returned, now >= returned + record.lastPause { record.times = 0 }
      records[id.slot] = record
      return false
    case .failure:
      record.consecutive += 1
      records[id.slot] = record
      guard settings.consecutiveFailures > 0,
        record.isOnProbation || record.consecutive >= settings.consecutiveFailures
      else { return false }
      return eject(id, for: pause(record.times, using: &random), at: now)
    }
  }

  /// Ejects an endpoint for a pause that it asks for. Returns false if it is ejected already, or
  /// too many are.
  package mutating func rest(_ id: EndpointID, for duration: Duration, at now: Instant) -> Bool {
    let length = min(max(duration, .zero), settings.longestRetryAfter)
    guard let record = record(id), length > .zero else { return false }
    if let until = record.until {
      records[id.slot]?.until = max(until, now + length)
      findNextReturn()
      return false
    }
    return eject(id, for: length, at: now)
  }

  /// Returns the endpoints that return by `now`.
  package mutating func returning(at now: Instant) -> [EndpointID] {
    guard now >= nextReturn else { return [] }
    var back: [EndpointID] = []
    for case .some(let record) in records {
      guard let until = record.until, now >= until else { continue }
      bringBack(record.id, at: now)
      back.append(record.id)
    }
    findNextReturn()
    return back
  }

  // MARK: parts

  private func record(_ id: EndpointID) -> Record? {
    guard records.indices.contains(id.slot), let record = records[id.slot], record.id == id else {
      return nil
    }
    return record
  }

  /// Maximum number of ejected endpoints.
  private var most: Int { Int(Double(count) * min(max(settings.largestShare, 0), 1)) }

  private func pause(_ times: Int, using random: inout some RandomNumberGenerator) -> Duration {
    let length = min(settings.firstPause * (1 << min(times, 20)), settings.longestPause)
    return length * (1 + Double.random(in: 0...max(settings.jitter, 0), using: &random))
  }

  private mutating func eject(_ id: EndpointID, for length: Duration, at now: Instant) -> Bool {
    guard ejectedCount < most else { return false }
    records[id.slot]?.until = now + length
    records[id.slot]?.lastPause = length
    records[id.slot]?.times += 1
    records[id.slot]?.consecutive = 0
    ejectedCount += 1
    nextReturn = min(nextReturn, now + length)
    return true
  }

  private mutating func bringBack(_ id: EndpointID, at now: Instant) {
    records[id.slot]?.until = nil
    records[id.slot]?.returned = now
    records[id.slot]?.isOnProbation = true
    ejectedCount -= 1
  }

  /// The ejected endpoint that would be the first to return.
  private var earliest: EndpointID? {
    records.compactMap { $0 }.filter { $0.until != nil }
      .min { ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture) }?.id
  }

  private mutating func findNextReturn() {
    nextReturn = .distantFuture
    for record in records {
      if let until = record?.until { nextReturn = min(nextReturn, until) }
    }
  }
}
