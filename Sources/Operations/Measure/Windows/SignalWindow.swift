// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The changes of all signals between two snapshots.
package struct SignalWindow: Sendable {
  /// The time between the two.
  package let seconds: Double
  /// The newer snapshot.
  package let snapshot: SignalSnapshot
  private let earlier: [String: [[String]: SignalValue]]

  package init(from first: SignalHistory.Sample, to last: SignalHistory.Sample) {
    seconds = last.seconds - first.seconds
    snapshot = last.snapshot
    let families = first.snapshot.families.map { family in
      (
        family.description.name,
        Dictionary(family.series.map { ($0.labelValues, $0.value) }) { _, last in last }
      )
    }
    earlier = Dictionary(families) { _, last in last }
  }

  /// Everything that this process counted until a snapshot, as a change since an empty one.
  package init(allOf snapshot: SignalSnapshot, at seconds: Double) {
    (self.seconds, self.snapshot) = (seconds, snapshot)
    earlier = [:]
  }

  /// Returns the growth of a counter, the values that a histogram was given, or the level of a
  /// gauge. A series that the earlier snapshot does not have grew by what this process counted: the
  /// rest is from before its start.
  package func growth(
    of series: SignalSnapshot.Series,
    in family: SignalSnapshot.Family
  ) -> SignalValue {
    switch (series.value, earlier[family.description.name]?[series.labelValues]) {
    case (.counter(let now), .counter(let before)): .counter(now - min(now, before))
    case (.histogram(let now), .histogram(let before)): .histogram(now.since(before))
    case (_, nil): series.own
    case (let now, _): now
    }
  }

  /// Returns how often a second something happened, in base units for a sum.
  func rate(of count: UInt64, in unit: SignalUnit) -> Double {
    Double(count) / unit.recordedPerBase / seconds
  }
}

extension SignalSnapshot.Family {
  /// The value of a label of a series; empty for a label that the family does not have.
  func label(_ name: String, of series: SignalSnapshot.Series) -> String {
    description.labelNames.firstIndex(of: name).map { series.labelValues[$0] } ?? ""
  }
}
