// SPDX-License-Identifier: Apache-2.0

/// The sums of all shards at one time.
///
/// Each number was true at some time while the snapshot was taken; two numbers need not be of the
/// same instant.
package struct SignalSnapshot: Sendable, Equatable {
  /// In the order of their declaration.
  package let families: [Family]

  package subscript(_ name: String) -> Family? {
    families.first { $0.description.name == name }
  }
}

extension SignalSnapshot {
  /// A family with its series, in the order of declaration.
  package struct Family: Sendable, Equatable {
    package let description: SignalDescription
    package let series: [Series]

    /// The value of the series with these label values.
    package subscript(_ labelValues: String...) -> SignalValue? {
      series.first { $0.labelValues == labelValues }?.value
    }
  }

  /// The label values of a series and its value.
  package struct Series: Sendable, Equatable {
    package let labelValues: [String]
    package let value: SignalValue
    /// The part of the value that other processes counted: those before this one, and one that it replaces.
    package var inherited: SignalValue?
    /// Requests whose values are among those of a histogram, the oldest first.
    package var exemplars: [Exemplar] = []

    /// The part of the value that this process counted; of a gauge its level.
    package var own: SignalValue {
      switch (value, inherited) {
      case (.counter(let all), .counter(let others)?): .counter(all - min(all, others))
      case (.histogram(let all), .histogram(let others)?) where all.unit == others.unit:
        .histogram(all.since(others))
      default: value
      }
    }
  }
}

/// The value of one series in recorded units: nanoseconds where the unit is seconds.
package enum SignalValue: Sendable, Equatable {
  case counter(UInt64)
  case gauge(Int64)
  case histogram(HistogramSnapshot)
}
