// SPDX-License-Identifier: Apache-2.0

/// What was recorded for one series, in recorded units: nanoseconds where the unit is seconds.
package enum SignalValue: Sendable, Equatable {
  case counter(UInt64)
  case gauge(Int64)
  case histogram(HistogramSnapshot)
}
