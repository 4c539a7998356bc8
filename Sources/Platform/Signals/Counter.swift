// SPDX-License-Identifier: Apache-2.0

/// One series that only grows; `SignalShard.add` counts into it.
package struct Counter: SignalSeries {
  @usableFromInline let slot: Int
}
