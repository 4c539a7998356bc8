// SPDX-License-Identifier: Apache-2.0

/// One series that goes up and down; `SignalShard.set` and `adjust` move it.
package struct Gauge: SignalSeries {
  @usableFromInline let slot: Int
}
