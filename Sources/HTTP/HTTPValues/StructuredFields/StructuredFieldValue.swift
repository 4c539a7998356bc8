// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Value of a whole structured field: an item, a list or a dictionary.
package protocol StructuredFieldValue: Sendable, Equatable {
  /// Reads one value, or several lines that were joined with commas.
  init(parsing bytes: Span<UInt8>) throws(TextFault)

  /// The value as a field has it. Empty for an empty list or dictionary, which is not sent.
  func serialized() throws(TextFault) -> String
}

extension StructuredFieldValue {
  /// The field `name` with all its lines; `nil` when there is none.
  package init?(
    _ name: FieldName,
    in fields: borrowing FieldsView
  ) throws(TextFault) {
    guard let first = fields.firstIndex(of: name) else { return nil }
    guard fields.firstIndex(of: name, from: first + 1) != nil else {
      try self.init(parsing: fields.value(at: first))
      return
    }
    let joined = fields.joined(name)
    try self.init(parsing: joined.span)
  }

  package init(parsing text: String) throws(TextFault) {
    try self.init(parsing: text.utf8Span.span)
  }
}

extension StructuredField.Item: StructuredFieldValue {
  package init(parsing bytes: Span<UInt8>) throws(TextFault) {
    var parser = StructuredFieldParser(bytes)
    self = try parser.parseItemField()
  }

  package func serialized() throws(TextFault) -> String {
    var writer = StructuredFieldWriter()
    try writer.write(self)
    return writer.text
  }
}

extension StructuredField.List: StructuredFieldValue {
  package init(parsing bytes: Span<UInt8>) throws(TextFault) {
    var parser = StructuredFieldParser(bytes)
    self = try parser.parseListField()
  }

  package func serialized() throws(TextFault) -> String {
    var writer = StructuredFieldWriter()
    try writer.write(self)
    return writer.text
  }
}

extension StructuredField.KeyedValues: StructuredFieldValue
where Value == StructuredField.Member {
  package init(parsing bytes: Span<UInt8>) throws(TextFault) {
    var parser = StructuredFieldParser(bytes)
    self = try parser.parseDictionaryField()
  }

  package func serialized() throws(TextFault) -> String {
    var writer = StructuredFieldWriter()
    try writer.write(self)
    return writer.text
  }
}

extension FieldsView {
  /// All values of this name, joined with `, ` as they are: bytes that are not text stay.
  func joined(_ name: FieldName) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while let next = firstIndex(of: name, from: index) {
      if index > 0 { bytes.append(", ") }
      bytes.append(value(at: next))
      index = next + 1
    }
    return bytes
  }
}
