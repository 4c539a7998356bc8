// SPDX-License-Identifier: Apache-2.0

/// A tree of values as people write it in JSON5 and property lists; every node knows its position.
///
/// Two values are equal when they say the same in the same order: positions and the spelling of
/// numbers and dates do not count, every byte of a text does. What is equal is written equally.
package struct DataValue: Sendable {
  /// What a value is.
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

  /// The member of a dictionary; `nil` for every other kind of value.
  package subscript(key: String) -> DataValue? {
    guard case .dictionary(let dictionary) = content else { return nil }
    return dictionary[key]
  }

  /// What kind of value this is, in the words that messages use.
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
