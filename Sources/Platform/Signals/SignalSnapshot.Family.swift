// SPDX-License-Identifier: Apache-2.0

extension SignalSnapshot {
  /// A family with its series, in the order of their declaration.
  package struct Family: Sendable, Equatable {
    package let description: SignalDescription
    package let series: [Series]

    /// The value of the series with these label values.
    package subscript(_ labelValues: String...) -> SignalValue? {
      series.first { $0.labelValues == labelValues }?.value
    }
  }

  /// The values of a family's labels, and what was recorded for them.
  package struct Series: Sendable, Equatable {
    package let labelValues: [String]
    package let value: SignalValue
  }
}
