// SPDX-License-Identifier: Apache-2.0

/// A series, known by its first slot in every shard.
package protocol SignalSeries: Sendable, Hashable {
  static var kind: SignalKind { get }

  init(slot: Int, unit: SignalUnit)
}

/// A series that only grows, incremented by `SignalShard.add`.
package struct Counter: SignalSeries {
  package static let kind = SignalKind.counter
  @usableFromInline let slot: Int

  package init(slot: Int, unit: SignalUnit) { self.slot = slot }
}

/// A series that goes up and down, changed by `SignalShard.set` and `adjust`.
package struct Gauge: SignalSeries {
  package static let kind = SignalKind.gauge
  @usableFromInline let slot: Int

  package init(slot: Int, unit: SignalUnit) { self.slot = slot }
}
