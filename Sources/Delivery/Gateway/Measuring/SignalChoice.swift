// SPDX-License-Identifier: Apache-2.0

/// A value of a label, identified by its index.
protocol SignalChoice: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
  /// The value as metrics and events spell it.
  var name: String { get }
}

extension SignalChoice {
  static var names: [String] { allCases.map(\.name) }

  var name: String { "\(self)" }
}
