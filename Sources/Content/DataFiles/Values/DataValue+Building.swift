// SPDX-License-Identifier: Apache-2.0

/// Values that the program makes itself, to be written.
extension DataValue {
  /// A text, or null.
  package static func text(_ text: String?) -> DataValue {
    DataValue(text.map { .string($0) } ?? .null)
  }

  /// A number, or null.
  package static func number(_ number: (some BinaryInteger)?) -> DataValue {
    DataValue(number.map { .integer(Int64($0)) } ?? .null)
  }

  package static func boolean(_ boolean: Bool) -> DataValue { DataValue(.bool(boolean)) }

  package static var null: DataValue { DataValue(.null) }

  package static func list(_ elements: [DataValue]) -> DataValue { DataValue(.array(elements)) }

  package static func texts(_ texts: [String]) -> DataValue { .list(texts.map { .text($0) }) }

  /// A dictionary with its members in their order; of members with the same key, the last one stays.
  package static func members(_ members: [(String, DataValue)]) -> DataValue {
    DataValue(.dictionary(DataDictionary(lastOf: members.map { .init($0.0, $0.1) })))
  }
}
