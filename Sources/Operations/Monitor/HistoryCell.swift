// SPDX-License-Identifier: Apache-2.0

import Signals

/// The change of one series in one step of time, in recorded units.
enum HistoryCell: Sendable, Equatable {
  /// The growth of a counter.
  case counter(UInt64)
  case gauge(GaugeCell)
  /// The values that a histogram was given.
  case histogram(HistogramSnapshot)

  /// The level of a gauge at the end of a step, and the least and the largest within it.
  struct GaugeCell: Sendable, Equatable {
    var last: Int64
    var least: Int64
    var largest: Int64
  }

  init(_ value: SignalValue) {
    switch value {
    case .counter(let growth): self = .counter(growth)
    case .gauge(let level): self = .gauge(GaugeCell(last: level, least: level, largest: level))
    case .histogram(let values): self = .histogram(values)
    }
  }

  /// Adds the change of the same series in a later step.
  mutating func append(_ later: HistoryCell) {
    switch (self, later) {
    case (.gauge(let gauge), .gauge(let other)):
      self = .gauge(
        GaugeCell(
          last: other.last,
          least: min(gauge.least, other.least),
          largest: max(gauge.largest, other.largest)
        )
      )
    default: add(later)
    }
  }

  /// Adds the change of another series in the same step.
  mutating func add(_ other: HistoryCell) {
    switch (self, other) {
    case (.counter(let growth), .counter(let more)): self = .counter(growth.addingSaturating(more))
    case (.histogram(var values), .histogram(let more)) where values.unit == more.unit:
      values.merge(more)
      self = .histogram(values)
    case (.gauge(let gauge), .gauge(let more)):
      self = .gauge(
        GaugeCell(
          last: gauge.last.addingSaturating(more.last),
          least: gauge.least.addingSaturating(more.least),
          largest: gauge.largest.addingSaturating(more.largest)
        )
      )
    // The series was declared anew with another kind.
    default: self = other
    }
  }
}
