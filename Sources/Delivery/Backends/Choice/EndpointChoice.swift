// SPDX-License-Identifier: Apache-2.0

// Chooses the less loaded of two random endpoints: nearly as even as looking at all of them, and
// without all gateways calling the one least loaded endpoint at once.
//
// Both candidates are drawn by weight. The second is taken only if the call leaves it no more
// loaded, for its weight, than the first is now. So an idle backend is shared out by weight alone,
// as a canary with 5 of 100 needs, and a busy one by load per unit of weight.
//
// An endpoint that is new in the list, or usable again, begins with a tenth of its weight and has
// all of it after the ramp, since its caches are cold. The first list has no ramp, since no other
// endpoint could take the load.

package import Reactor

/// Chooses the endpoint of the next call.
package struct EndpointChoice: Sendable {
  struct Entry: Sendable {
    var endpoint: Endpoint
    var generation: UInt32
    var isListed = true
    var isUsable = true
    var inFlight = 0
    /// Instant from which its weight grows; `nil` when it has its whole weight.
    var rampStart: Instant?
  }

  /// Part of its weight with which a ramp begins, in thousandths.
  static let rampBegin = 100

  /// Duration until an endpoint has its whole weight.
  let ramp: Duration
  var entries: [Entry] = []
  /// Slots of the endpoints that may get calls.
  var candidates: [Int] = []
  /// Whether a list has been set.
  var hasBegun = false
  /// Instant after which all weights have grown.
  private var rampEnd = Instant(nanoseconds: .min)

  /// Makes a choice without endpoints.
  package init(ramp: Duration = .seconds(10)) { self.ramp = ramp }

  /// Number of endpoints in the list.
  package var count: Int { entries.reduce(0) { $0 + ($1.isListed ? 1 : 0) } }
  /// Number of endpoints that may get calls.
  package var usableCount: Int { candidates.count }

  /// Whether an endpoint that is not one of these may get calls.
  package func hasOther(than tried: [EndpointID]) -> Bool {
    candidates.contains { slot in !tried.contains { $0.slot == slot && isKnown($0) } }
  }

  /// Chooses the endpoint for a call, which counts as under way there until `finished`. Returns
  /// `nil` if no endpoint is usable. One of `avoided` is chosen only if there is no other.
  package mutating func pick(
    at now: Instant,
    avoiding avoided: [EndpointID] = [],
    using random: inout some RandomNumberGenerator
  ) -> EndpointID? {
    guard let slot = slot(at: now, avoiding: avoided, using: &random) else { return nil }
    entries[slot].inFlight += 1
    return EndpointID(slot: slot, generation: entries[slot].generation)
  }

  /// Ends a call to an endpoint.
  package mutating func finished(_ id: EndpointID) {
    guard isKnown(id) else { return }
    entries[id.slot].inFlight -= 1
  }

  /// Returns the endpoint of an id; `nil` when it has left the list.
  package func endpoint(_ id: EndpointID) -> Endpoint? {
    isKnown(id) ? entries[id.slot].endpoint : nil
  }

  func isKnown(_ id: EndpointID) -> Bool {
    entries.indices.contains(id.slot) && entries[id.slot].generation == id.generation
  }

  // MARK: drawing

  private func slot(
    at now: Instant,
    avoiding avoided: [EndpointID],
    using random: inout some RandomNumberGenerator
  ) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    guard let first = draw(at: now, except: nil, avoiding: avoided, using: &random) else {
      return avoided.isEmpty
        ? candidates.randomElement(using: &random)
        : slot(at: now, avoiding: [], using: &random)
    }
    guard let second = draw(at: now, except: first, avoiding: avoided, using: &random) else {
      return first
    }
    let (one, other) = (entries[first], entries[second])
    let mine = one.inFlight * weight(second, at: now)
    let theirs = (other.inFlight + 1) * weight(first, at: now)
    return mine >= theirs ? second : first
  }

  /// Draws a candidate by weight; `nil` if all weights are 0.
  private func draw(
    at now: Instant,
    except taken: Int?,
    avoiding avoided: [EndpointID],
    using random: inout some RandomNumberGenerator
  ) -> Int? {
    var total = 0
    for slot in candidates where isWanted(slot, taken, avoided) { total += weight(slot, at: now) }
    guard total > 0 else { return nil }
    var place = Int.random(in: 0..<total, using: &random)
    for slot in candidates where isWanted(slot, taken, avoided) {
      place -= weight(slot, at: now)
      if place < 0 { return slot }
    }
    return nil
  }

  private func isWanted(_ slot: Int, _ taken: Int?, _ avoided: [EndpointID]) -> Bool {
    slot != taken && (avoided.isEmpty || !avoided.contains { $0.slot == slot && isKnown($0) })
  }

  /// Weight in thousandths, as far as it has grown.
  func weight(_ slot: Int, at now: Instant) -> Int {
    let entry = entries[slot]
    let full = entry.endpoint.weight * 1_000
    guard now < rampEnd, let start = entry.rampStart, now < start + ramp else { return full }
    let length = max(ramp.nanoseconds, 1)
    let grown = max(0, now.nanoseconds(since: start)) / max(length / 1_000, 1)
    return entry.endpoint.weight * min(max(Int(grown), EndpointChoice.rampBegin), 1_000)
  }

  mutating func beginRamp(_ slot: Int, at now: Instant) {
    entries[slot].rampStart = now
    rampEnd = max(rampEnd, now + ramp)
  }
}
