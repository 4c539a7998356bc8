// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A family whose series come into being when they are first asked for, for labels with more
/// combinations than are ever used.
///
/// It never has more series than a limit. A combination beyond that gets `_overflow` for the value
/// of the first label that may fold, then of the next; the others keep theirs, so that a sum by
/// status or error stays right. What is folded is counted in `portico_metric_overflow_total`.
package struct GrowingFamily<Series: SignalSeries>: Sendable {
  private let description: SignalDescription
  private let fixedValues: [String]
  private let unit: SignalUnit
  private let folding: [Int]
  private let shared: SignalRegistry.Shared
  private let overflow: Counter
  /// The series of what has no other, also where the registry is full.
  private let last: Series

  /// The value of a label whose own has no room.
  package static var overflowValue: String { "_overflow" }

  /// The series of folded combinations that have room beyond the limit.
  private static var reserve: Int { 500 }

  init(
    _ description: SignalDescription,
    folding labels: [String],
    in registry: SignalRegistry
  ) throws(SignalFault) {
    self.description = description
    unit = description.unit
    fixedValues = registry.fixedLabels.flatMap(\.values)
    folding = labels.compactMap { description.labelNames.firstIndex(of: $0) }
    precondition(!folding.isEmpty && folding.count == labels.count, "labels that may fold")
    let shared = registry.shared
    self.shared = shared
    overflow = try registry.overflow(of: description.name)
    let folded = description.labelNames.map { _ in GrowingFamily.overflowValue }
    let slot = try shared.state.withLock { state throws(SignalFault) in
      let index = try state.family(description)
      state.families[index].limit = .max
      return try state.admit(description, [folded], in: shared.storage)[0]
    }
    last = Series(slot: slot, unit: unit)
    revive(shared.storage.lastInherited())
  }

  /// Returns the series of a combination of label values, or the one into which it is folded. It
  /// takes a lock: keep what it returns.
  package func series(_ values: [String]) -> Series {
    var values = fixedValues + values
    return shared.state.withLock { state in
      if let slot = find(values, &state, limit: SignalRegistry.seriesLimit) {
        return Series(slot: slot, unit: unit)
      }
      state.ended[overflow.slot] = state.ended[overflow.slot].addingSaturating(1)
      for label in folding {
        values[label] = GrowingFamily.overflowValue
        let isLast = label == folding.last
        let limit = isLast ? .max : SignalRegistry.seriesLimit + GrowingFamily.reserve
        if let slot = find(values, &state, limit: limit) { return Series(slot: slot, unit: unit) }
      }
      return last
    }
  }

  /// Finds or creates a series, unless there are as many already.
  private func find(
    _ values: [String],
    _ state: inout SignalRegistry.State,
    limit: Int
  ) -> Int? {
    guard let index = try? state.family(description) else { return nil }
    if let slot = state.families[index].slotOfValues[values] { return slot }
    guard state.families[index].series.count < limit else { return nil }
    return try? state.admit(description, [values], in: shared.storage).first
  }

  /// Creates the series that earlier processes had, so that their counts are seen again.
  private func revive(_ inherited: [SignalIdentity: SignalValue]) {
    for identity in inherited.keys.sorted(by: {
      $0.labelValues.lexicographicallyPrecedes($1.labelValues)
    })
    where identity.family == description.name && identity.labelNames == description.labelNames
      && identity.labelValues.starts(with: fixedValues) && identity.unit == unit
    {
      shared.state.withLock { state in
        _ = find(identity.labelValues, &state, limit: SignalRegistry.seriesLimit)
      }
    }
  }
}

extension SignalRegistry {
  /// The counter of combinations that a family had no room for.
  fileprivate func overflow(of family: String) throws(SignalFault) -> Counter {
    let description = try SignalDescription(
      name: "portico_metric_overflow_total",
      help: "Combinations of label values that had no room in a family, by family.",
      kind: .counter,
      unit: .none,
      labelNames: ["family"]
    )
    let slots = try shared.state.withLock { state throws(SignalFault) in
      try state.admit(description, [[family]], in: shared.storage)
    }
    return Counter(slot: slots[0], unit: .none)
  }
}
