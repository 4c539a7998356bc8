// SPDX-License-Identifier: Apache-2.0

/// Reads XML property lists, version 1.0.
///
/// Where the document type definition leaves a choice:
/// - the root is `<plist>` with one value, without a version or with 1.0;
/// - only `<plist>` has attributes;
/// - a repeated key in a dictionary is an error, unless the rules let the last one win;
/// - white space is ignored around numbers and dates, and inside data;
/// - integers and reals of any length keep their digits.
struct XMLPropertyListReader: ~Escapable {
  private var reader: XMLReader
  private let rules: ReadingRules

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, rules: ReadingRules, isTranscoded: Bool) throws(DataFileError) {
    reader = try XMLReader(bytes, limits: rules.limits, isTranscoded: isTranscoded)
    self.rules = rules
  }

  mutating func document() throws(DataFileError) -> DataValue {
    guard case .start(let root)? = try reader.next() else {
      throw reader.cursor.failure(expected: "<plist>")
    }
    guard root.name == "plist", root.attributes.allSatisfy({ $0.name == "version" }) else {
      throw failure(root, expected: "<plist> with no attribute but its version")
    }
    if let version = root.attributes.first, version.value != "1.0" {
      throw DataFileError(
        .unsupported,
        at: version.position,
        seen: "the version \(DataFileError.quoted(version.value))",
        expected: "1.0"
      )
    }
    guard case .start(let tag) = try nextTag() else {
      throw failure(root, expected: "a value in <plist>")
    }
    let value = try value(tag)
    if case .start(let second) = try nextTag() {
      throw failure(second, expected: "</plist> after its one value")
    }
    try reader.finish()
    return value
  }

  /// Reads the next tag, after white space only.
  private mutating func nextTag() throws(DataFileError) -> XMLEvent {
    let event = try reader.next()
    guard case .text(let text, let position)? = event else {
      return event ?? .end(name: "", at: .start)
    }
    guard text.utf8.allSatisfy({ XMLReader.isSpace($0) }) else {
      throw DataFileError(
        .syntax,
        at: position,
        seen: "the text \(DataFileError.quoted(text))",
        expected: "an element"
      )
    }
    return try reader.next() ?? .end(name: "", at: position)
  }

  private mutating func value(_ tag: XMLTag) throws(DataFileError) -> DataValue {
    guard tag.attributes.isEmpty else { throw failure(tag, expected: "no attributes") }
    return DataValue(try content(tag), at: tag.position)
  }

  private mutating func content(_ tag: XMLTag) throws(DataFileError) -> DataValue.Content {
    switch tag.name {
    case "dict": return try dictionary()
    case "array": return try array()
    case "string": return .string(try text(of: tag))
    case "true", "false":
      guard try text(of: tag).isEmpty else { throw failure(tag, expected: "an empty element") }
      return .bool(tag.name == "true")
    case "integer":
      let text = try trimmedText(of: tag)
      guard let integer = PropertyListNumber.integer(text) else {
        throw failure(tag, text, expected: "an integer")
      }
      return integer
    case "real":
      let text = try trimmedText(of: tag)
      guard let decimal = PropertyListNumber.real(text) else {
        throw failure(tag, text, expected: "a number between -1.8e308 and 1.8e308")
      }
      return .decimal(try rules.admit(decimal, at: tag.position))
    case "date":
      let text = try trimmedText(of: tag)
      guard let date = DataDate(text: text) else {
        throw failure(tag, text, expected: "a date such as 2026-05-31T08:00:00Z")
      }
      return .date(date)
    case "data":
      let text = try text(of: tag).utf8.filter { !XMLReader.isSpace($0) }
      guard let data = Base64.decode(text.span) else {
        throw failure(tag, "text that is not base64", expected: "base64 with its padding")
      }
      return .data(data)
    default:
      throw failure(
        tag,
        expected: "dict, array, string, integer, real, true, false, date or data"
      )
    }
  }

  private mutating func array() throws(DataFileError) -> DataValue.Content {
    var elements: [DataValue] = []
    while case .start(let tag) = try nextTag() {
      try rules.limits.admit(member: elements.count, at: tag.position)
      elements.append(try value(tag))
    }
    return .array(elements)
  }

  private mutating func dictionary() throws(DataFileError) -> DataValue.Content {
    var members: [DataDictionary.Member] = []
    while case .start(let tag) = try nextTag() {
      guard tag.name == "key", tag.attributes.isEmpty else {
        throw failure(tag, expected: "<key>")
      }
      try rules.limits.admit(member: members.count, at: tag.position)
      let key = try text(of: tag)
      guard case .start(let valueTag) = try nextTag() else {
        throw failure(tag, expected: "a value after the key \(DataFileError.quoted(key))")
      }
      members.append(.init(key, at: tag.position, try value(valueTag)))
    }
    return .dictionary(try rules.dictionary(members))
  }

  /// Reads the text of an element without child elements.
  private mutating func text(of tag: XMLTag) throws(DataFileError) -> String {
    var text = ""
    while true {
      switch try reader.next() {
      case .text(let piece, at: _)?: text = piece
      case .start(let inner)?: throw failure(inner, expected: "</\(tag.name)>")
      case .end?, nil: return text
      }
    }
  }

  private mutating func trimmedText(of tag: XMLTag) throws(DataFileError) -> String {
    let text = try text(of: tag)
    guard let first = text.utf8.firstIndex(where: { !XMLReader.isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !XMLReader.isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }

  private func failure(
    _ tag: XMLTag,
    _ seen: String? = nil,
    expected: String
  ) -> DataFileError {
    let text = seen.map { DataFileError.quoted($0) }
    return DataFileError(
      .syntax,
      at: tag.position,
      seen: text.map { "\($0) in <\(tag.name)>" } ?? "<\(tag.name)>",
      expected: expected
    )
  }
}
