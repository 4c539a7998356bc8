// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reading from any thread: the shards are summed without disturbing those who record.
extension SignalRegistry {
  package func snapshot() -> SignalSnapshot {
    shared.state.withLock { state in
      SignalSnapshot(
        families: state.families.map { family in
          SignalSnapshot.Family(
            description: family.description,
            series: family.series.map { labelValues, slot in
              SignalSnapshot.Series(
                labelValues: labelValues,
                value: state.value(of: family.description, at: slot)
              )
            }
          )
        }
      )
    }
  }

  package func value(of counter: Counter) -> UInt64 {
    shared.state.withLock { $0.total(at: counter.slot) }
  }

  package func value(of gauge: Gauge) -> Int64 {
    shared.state.withLock { $0.level(at: gauge.slot) }
  }

  package func value(of histogram: Histogram) -> HistogramSnapshot {
    shared.state.withLock { $0.distribution(at: histogram.slot, unit: histogram.unit) }
  }
}

extension SignalRegistry.State {
  fileprivate func value(of description: SignalDescription, at slot: Int) -> SignalValue {
    switch description.kind {
    case .counter: .counter(total(at: slot))
    case .gauge: .gauge(level(at: slot))
    case .histogram: .histogram(distribution(at: slot, unit: description.unit))
    }
  }

  fileprivate func total(at slot: Int) -> UInt64 {
    living.reduce(ended[slot]) { $0.addingSaturating($1[slot]) }
  }

  fileprivate func level(at slot: Int) -> Int64 {
    living.reduce(0) { $0.addingSaturating(Int64(bitPattern: $1[slot])) }
  }

  fileprivate func distribution(at slot: Int, unit: SignalUnit) -> HistogramSnapshot {
    var sum = HistogramSnapshot(reading: ended, at: slot, unit: unit)
    for block in living { sum.merge(HistogramSnapshot(reading: block, at: slot, unit: unit)) }
    return sum
  }
}
