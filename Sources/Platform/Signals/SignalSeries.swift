// SPDX-License-Identifier: Apache-2.0

/// A series, known by its first slot in every shard.
package protocol SignalSeries: Sendable, Hashable {}

/// A series that only grows, incremented by `SignalShard.add`.
package struct Counter: SignalSeries {
  @usableFromInline let slot: Int
}

/// A series that goes up and down, changed by `SignalShard.set` and `adjust`.
package struct Gauge: SignalSeries {
  @usableFromInline let slot: Int
}
