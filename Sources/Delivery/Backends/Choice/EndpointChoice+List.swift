// SPDX-License-Identifier: Apache-2.0

import HTTPClient
package import Reactor

/// The list of endpoints, which a name's addresses change at any time.
extension EndpointChoice {
  /// Difference between two lists.
  package struct Change: Sendable, Equatable {
    /// Endpoints that are new.
    package var added: [EndpointID] = []
    /// Endpoints that have left; their calls go on.
    package var removed: [EndpointID] = []
  }

  /// Replaces the list. An endpoint that stays keeps its state; the second of two with one
  /// destination is left out.
  package mutating func update(to list: [Endpoint], at now: Instant) -> Change {
    var change = Change()
    var wanted: [Destination: Endpoint] = [:]
    var order: [Destination] = []
    for endpoint in list where wanted[endpoint.destination] == nil {
      wanted[endpoint.destination] = endpoint
      order.append(endpoint.destination)
    }
    for slot in entries.indices where entries[slot].isListed {
      if let endpoint = wanted.removeValue(forKey: entries[slot].endpoint.destination) {
        entries[slot].endpoint = endpoint
      } else {
        change.removed.append(EndpointID(slot: slot, generation: entries[slot].generation))
        entries[slot].isListed = false
        entries[slot].generation &+= 1
      }
    }
    for destination in order {
      guard let endpoint = wanted[destination] else { continue }
      let slot = add(endpoint)
      if hasBegun { beginRamp(slot, at: now) }
      change.added.append(EndpointID(slot: slot, generation: entries[slot].generation))
    }
    hasBegun = true
    refreshCandidates()
    return change
  }

  /// Sets whether an endpoint may get calls. One that becomes usable begins with a part of its
  /// weight.
  package mutating func setUsable(_ id: EndpointID, _ isUsable: Bool, at now: Instant) {
    guard isKnown(id), entries[id.slot].isUsable != isUsable else { return }
    entries[id.slot].isUsable = isUsable
    if isUsable { beginRamp(id.slot, at: now) }
    refreshCandidates()
  }

  /// Number of calls under way at an endpoint.
  package func inFlight(_ id: EndpointID) -> Int { isKnown(id) ? entries[id.slot].inFlight : 0 }

  /// The endpoints of the list, in no particular order.
  package var listed: [(id: EndpointID, endpoint: Endpoint, isUsable: Bool)] {
    entries.indices.filter { entries[$0].isListed }.map { slot in
      let entry = entries[slot]
      let id = EndpointID(slot: slot, generation: entry.generation)
      return (id, entry.endpoint, entry.isUsable)
    }
  }

  private mutating func add(_ endpoint: Endpoint) -> Int {
    if let free = entries.firstIndex(where: { !$0.isListed }) {
      let generation = entries[free].generation
      entries[free] = Entry(endpoint: endpoint, generation: generation)
      return free
    }
    entries.append(Entry(endpoint: endpoint, generation: 0))
    return entries.count - 1
  }

  private mutating func refreshCandidates() {
    candidates = entries.indices.filter { entries[$0].isListed && entries[$0].isUsable }
  }
}
