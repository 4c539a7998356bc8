// SPDX-License-Identifier: Apache-2.0

/// One of the values that a label may have, by its place among them.
protocol SignalChoice: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
  /// The value as metrics and events spell it.
  var name: String { get }
}

extension SignalChoice {
  static var names: [String] { allCases.map(\.name) }

  var name: String { "\(self)" }
}
