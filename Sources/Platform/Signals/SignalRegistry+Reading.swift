// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reading from any thread: the shards are summed without disturbing those who record.
extension SignalRegistry {
  /// Returns the values of all series: those of this process, with what others have counted.
  package func snapshot() -> SignalSnapshot {
    // Sources take locks of their own, and storage may read files.
    let observed = observe()
    let inherited = shared.storage.inherited()
    let exemplars = shared.exemplars.withLock { $0.ofSlots }
    let families = values().map { family, values in
      let recorded = zip(family.series, values).map { series, value in
        let others = inherited[series.identity]
        return SignalSnapshot.Series(
          labelValues: series.labelValues,
          value: value.adding(others),
          inherited: others,
          exemplars: exemplars[series.slot] ?? []
        )
      }
      return SignalSnapshot.Family(
        description: family.description,
        series: recorded + (observed[family.description.name] ?? [])
      )
    }
    return SignalSnapshot(families: families)
  }

  /// Reads all slots, without the lock, so that nobody who needs a new series waits meanwhile. Where
  /// counts were moved from an ended shard to the sum, they are read again, at last under the lock.
  private func values() -> [(family: Family, values: [SignalValue])] {
    for _ in 0..<3 {
      let state = shared.state.withLock { $0.copy }
      let values = state.values
      if shared.state.withLock({ $0.endings }) == state.endings { return values }
    }
    return shared.state.withLock { $0.copy.values }
  }

  /// Returns what this process has counted.
  package func value(of counter: Counter) -> UInt64 {
    shared.state.withLock { $0.total(at: counter.slot) }
  }

  package func value(of gauge: Gauge) -> Int64 {
    shared.state.withLock { $0.level(at: gauge.slot) }
  }

  /// Returns what this process has recorded.
  package func value(of histogram: Histogram) -> HistogramSnapshot {
    shared.state.withLock { $0.distribution(at: histogram.slot, unit: histogram.unit) }
  }
}

extension SignalRegistry.State {
  /// The declarations and blocks of this moment.
  fileprivate var copy: SignalRegistry.State {
    SignalRegistry.State(
      families: families,
      free: free,
      living: living,
      ended: ended,
      endings: endings
    )
  }

  fileprivate var values: [(family: SignalRegistry.Family, values: [SignalValue])] {
    families.map { family in
      (family, family.series.map { value(of: family.description, at: $0.slot) })
    }
  }

  fileprivate func value(of description: SignalDescription, at slot: Int) -> SignalValue {
    switch description.kind {
    case .counter: .counter(total(at: slot))
    case .gauge, .info, .stateSet: .gauge(level(at: slot))
    case .histogram: .histogram(distribution(at: slot, unit: description.unit))
    }
  }

  fileprivate func total(at slot: Int) -> UInt64 {
    living.reduce(ended[slot]) { $0.addingSaturating($1.block[slot]) }
  }

  fileprivate func level(at slot: Int) -> Int64 {
    living.reduce(0) { $0.addingSaturating(Int64(bitPattern: $1.block[slot])) }
  }

  fileprivate func distribution(at slot: Int, unit: SignalUnit) -> HistogramSnapshot {
    var sum = HistogramSnapshot(unit: unit) { ended[slot + $0] }
    for living in living { sum.merge(HistogramSnapshot(unit: unit) { living.block[slot + $0] }) }
    return sum
  }
}

extension SignalValue {
  /// Returns the sum with a value of another process; gauges stay as they are.
  package func adding(_ other: SignalValue?) -> SignalValue {
    switch (self, other) {
    case (.counter(let mine), .counter(let theirs)?): return .counter(mine.addingSaturating(theirs))
    case (.histogram(var mine), .histogram(let theirs)?) where mine.unit == theirs.unit:
      mine.merge(theirs)
      return .histogram(mine)
    default: return self
    }
  }
}
