// SPDX-License-Identifier: Apache-2.0

/// A tree of values as written in JSON5 or a property list; every node has its position.
///
/// Equality compares content and order, byte by byte for texts; positions and the spelling of
/// numbers and dates do not count. Equal values have equal output.
package struct DataValue: Sendable {
  /// The content of a value.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(DataDecimal)
    case string(String)
    case date(DataDate)
    case data([UInt8])
    case array([DataValue])
    case dictionary(DataDictionary)
  }

  package var content: Content
  package var position: SourcePosition

  package init(_ content: Content, at position: SourcePosition = .start) {
    self.content = content
    self.position = position
  }

  /// The value of a key; `nil` for values other than dictionaries.
  package subscript(key: String) -> DataValue? {
    guard case .dictionary(let dictionary) = content else { return nil }
    return dictionary[key]
  }

  /// The text; `nil` for a value of another kind.
  package var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The integer; `nil` for a value of another kind.
  package var integer: Int64? { if case .integer(let number) = content { number } else { nil } }

  /// The number; a decimal with more digits than a `Double` is rounded. `nil` for a value of another kind.
  package var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal.value
    default: nil
    }
  }

  /// The elements of an array; `nil` for a value of another kind.
  package var elements: [DataValue]? { if case .array(let all) = content { all } else { nil } }

  /// The name of the value's type, for messages.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension DataValue: Equatable {
  package static func == (first: DataValue, second: DataValue) -> Bool {
    switch (first.content, second.content) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): ExactText(a) == ExactText(b)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }
}
