// SPDX-License-Identifier: Apache-2.0

extension DataValue {
  /// The text; `nil` for a value of another kind.
  package var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The integer; `nil` for a value of another kind.
  package var integer: Int64? { if case .integer(let number) = content { number } else { nil } }
}
