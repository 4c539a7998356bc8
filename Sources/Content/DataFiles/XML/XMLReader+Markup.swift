// SPDX-License-Identifier: Apache-2.0

/// Reading markup except element names.
extension XMLReader {
  /// Reads the attributes of a tag, from behind its name to its `/` or `>`.
  mutating func attributes(of element: String) throws(DataFileError) -> [XMLTag.Attribute] {
    var attributes: [XMLTag.Attribute] = []
    while skipSpace(), cursor.byte != UInt8(ascii: ">"), cursor.byte != UInt8(ascii: "/") {
      let start = cursor.index
      let position = cursor.position()
      let name = try name(expected: "an attribute, \"/>\" or \">\" in the tag \(element)")
      guard attributes.count < XMLReader.maximumAttributes else {
        throw cursor.failure(
          .limit,
          at: start,
          seen: "attribute number \(attributes.count + 1)",
          expected: "at most \(XMLReader.maximumAttributes) in a tag"
        )
      }
      try admitOneMore()
      if let earlier = attributes.first(where: { ExactText($0.name) == ExactText(name) }) {
        throw DataFileError(
          .duplicateKey,
          at: position,
          seen: "the attribute \(name) again",
          expected: "each attribute once",
          other: earlier.position
        )
      }
      let value = try value(of: name)
      attributes.append(.init(name: name, value: value, position: position))
    }
    return attributes
  }

  /// Reads the `=` and quoted value of an attribute.
  private mutating func value(of name: String) throws(DataFileError) -> String {
    skipSpace()
    guard cursor.byte == UInt8(ascii: "=") else {
      throw cursor.failure(expected: "\"=\" after the attribute \(name)")
    }
    cursor.index &+= 1
    skipSpace()
    return try attributeValue()
  }

  /// Reads the XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
  mutating func declaration(isTranscoded: Bool) throws(DataFileError) {
    cursor.index &+= 2
    let element = try name(expected: "xml")
    let attributes = try pairs(of: element)
    for (index, attribute) in attributes.enumerated() {
      let value = attribute.value
      switch attribute.name {
      case "version" where index == 0 && value.hasPrefix("1."): continue
      case "encoding" where index == 1:
        let known = isTranscoded ? ["utf-16"] : ["utf-8", "us-ascii"]
        guard known.contains(value.lowercased()) else {
          throw DataFileError(
            .encoding,
            at: attribute.position,
            seen: "the encoding \(DataFileError.quoted(value))",
            expected: known.joined(separator: " or ")
          )
        }
      case "standalone" where index > 0 && (value == "yes" || value == "no"): continue
      default:
        throw DataFileError(
          .syntax,
          at: attribute.position,
          seen: "\(attribute.name)=\(DataFileError.quoted(value))",
          expected: "version=\"1.0\", then an encoding"
        )
      }
    }
    guard attributes.first?.name == "version" else {
      throw cursor.failure(expected: "version=\"1.0\" in the declaration")
    }
  }

  private mutating func pairs(of element: String) throws(DataFileError) -> [XMLTag.Attribute] {
    var pairs: [XMLTag.Attribute] = []
    while skipSpace(), cursor.byte != UInt8(ascii: "?") {
      let position = cursor.position()
      let name = try name(expected: "an attribute or \"?>\" in \(element)")
      guard pairs.count < 3 else { throw cursor.failure(expected: "\"?>\"") }
      pairs.append(.init(name: name, value: try value(of: name), position: position))
    }
    guard cursor.skip("?>") else { throw cursor.failure(expected: "\"?>\"") }
    return pairs
  }

  /// Skips `<!DOCTYPE name PUBLIC "..." "...">`; nothing is fetched.
  mutating func documentType() throws(DataFileError) {
    _ = cursor.skip("<!DOCTYPE")
    try requireSpace()
    _ = try name(expected: "the name of the root")
    skipSpace()
    if cursor.skip("PUBLIC") {
      try requireSpace()
      try skipLiteral()
      try requireSpace()
      try skipLiteral()
    } else if cursor.skip("SYSTEM") {
      try requireSpace()
      try skipLiteral()
    }
    skipSpace()
    guard cursor.byte != UInt8(ascii: "[") else {
      throw cursor.failure(
        .unsupported,
        seen: "declarations in the document type",
        expected: "a document type without any"
      )
    }
    guard cursor.skip(">") else { throw cursor.failure(expected: "\">\"") }
  }

  private mutating func requireSpace() throws(DataFileError) {
    guard XMLReader.isSpace(cursor.byte) else { throw cursor.failure(expected: "a space") }
    skipSpace()
  }

  private mutating func skipLiteral() throws(DataFileError) {
    let quote = cursor.byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw cursor.failure(expected: "a text in quotes")
    }
    let opening = cursor.index
    cursor.index &+= 1
    try skip(to: quote == UInt8(ascii: "'") ? "'" : "\"", from: opening, of: "a quoted text")
  }

  /// Skips `<!-- ... -->`, which must not contain `--`.
  mutating func comment() throws(DataFileError) {
    let opening = cursor.index
    cursor.index &+= 4
    try skip(to: "--", from: opening, of: "a comment")
    guard cursor.skip(">") else { throw cursor.failure(expected: "\">\" after \"--\"") }
  }

  /// Skips `<?target ...?>`.
  mutating func instruction() throws(DataFileError) {
    let opening = cursor.index
    cursor.index &+= 2
    let target = try name(expected: "the name of an instruction")
    guard target.lowercased() != "xml" else {
      throw cursor.failure(
        at: opening,
        seen: "<?\(target)",
        expected: "the declaration at the very start of the file only"
      )
    }
    guard XMLReader.isSpace(cursor.byte) || cursor.byte == UInt8(ascii: "?") else {
      throw cursor.failure(expected: "a space or \"?>\"")
    }
    try skip(to: "?>", from: opening, of: "an instruction")
  }

  /// Skips everything up to and including the mark.
  private mutating func skip(
    to mark: String,
    from opening: Int,
    of what: String
  ) throws(DataFileError) {
    while !cursor.skip(mark) {
      guard !cursor.atEnd else {
        throw cursor.failure(
          .endOfFile,
          at: opening,
          seen: "\(what) without its end",
          expected: "\"\(mark)\""
        )
      }
      try admitCharacter()
      cursor.index &+= 1
    }
  }
}
