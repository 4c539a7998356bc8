// SPDX-License-Identifier: Apache-2.0

/// Reads the subset of XML 1.0 that data files need, as a stream of events.
///
/// A non-validating parser over bytes already validated as UTF-8. It is strict, and refuses
/// whatever could make a small file large or reach outside of it:
/// - only the five predefined entities and numeric references are allowed;
/// - a document type is skipped, not fetched; one with declarations of its own is refused;
/// - names keep their prefix; namespaces are left to the caller;
/// - comments and instructions are checked and skipped; CDATA sections are text;
/// - line ends become LF, white space in attributes becomes spaces, as the standard requires;
/// - a tag has at most 256 attributes.
package struct XMLReader: ~Escapable {
  static let maximumAttributes = 256

  var cursor: SourceCursor
  let limits: DataLimits
  /// A buffer for text that needs decoding.
  var scratch: [UInt8] = []
  private var open: [String] = []
  /// Whether the last opened element was of the form `<a/>`.
  private var endsAtOnce = false
  private var hasRoot = false
  private var hasDocumentType = false
  private var count = 0

  /// Reads UTF-8.
  @_lifetime(copy bytes)
  package init(
    _ bytes: Span<UInt8>,
    limits: DataLimits = DataLimits()
  ) throws(DataFileError) {
    try self.init(bytes, limits: limits, isTranscoded: false)
  }

  /// Reads UTF-8 that was converted from UTF-16, which the declaration may still name.
  @_lifetime(copy bytes)
  init(
    _ bytes: Span<UInt8>,
    limits: DataLimits,
    isTranscoded: Bool
  ) throws(DataFileError) {
    cursor = try SourceCursor(bytes, limits: limits)
    self.limits = limits
    if cursor.starts(with: "<?xml"), XMLReader.isSpace(cursor.byte(ahead: 5)) {
      try declaration(isTranscoded: isTranscoded)
    }
  }

  /// Returns the next event; `nil` at the end of the file.
  package mutating func next() throws(DataFileError) -> XMLEvent? {
    if endsAtOnce {
      endsAtOnce = false
      return .end(name: open.popLast() ?? "", at: cursor.position())
    }
    if open.isEmpty {
      try skipMisc()
      if cursor.atEnd, hasRoot { return nil }
      guard !hasRoot, cursor.byte == UInt8(ascii: "<") else {
        throw cursor.failure(expected: hasRoot ? "nothing more after the root" : "an element")
      }
      hasRoot = true
      return .start(try startTag())
    }
    let position = cursor.position()
    if let text = try text() { return .text(text, at: position) }
    guard cursor.byte(ahead: 1) == UInt8(ascii: "/") else { return .start(try startTag()) }
    return try endTag()
  }

  /// Refuses anything after the root but comments, instructions and white space.
  mutating func finish() throws(DataFileError) {
    while try next() != nil {}
  }

  /// Skips comments, instructions and white space around the root.
  private mutating func skipMisc() throws(DataFileError) {
    while true {
      skipSpace()
      guard cursor.byte == UInt8(ascii: "<") else { return }
      switch cursor.byte(ahead: 1) {
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!") where cursor.starts(with: "<!--"): try comment()
      case UInt8(ascii: "!") where cursor.starts(with: "<!DOCTYPE"):
        guard !hasRoot, !hasDocumentType else {
          throw cursor.failure(expected: "one document type, before the root")
        }
        hasDocumentType = true
        try documentType()
      default: return
      }
    }
  }

  private mutating func startTag() throws(DataFileError) -> XMLTag {
    let position = cursor.position()
    guard open.count < limits.safeDepth else {
      throw cursor.failure(
        .limit,
        seen: "elements \(open.count + 1) deep",
        expected: "at most \(limits.safeDepth)"
      )
    }
    cursor.index &+= 1
    let name = try name(expected: "the name of an element")
    try admitOneMore()
    let attributes = try attributes(of: name)
    if cursor.byte == UInt8(ascii: "/") {
      cursor.index &+= 1
      endsAtOnce = true
    }
    guard cursor.byte == UInt8(ascii: ">") else {
      throw cursor.failure(expected: "an attribute, \"/>\" or \">\" in the tag \(name)")
    }
    cursor.index &+= 1
    open.append(name)
    return XMLTag(name: name, attributes: attributes, position: position)
  }

  private mutating func endTag() throws(DataFileError) -> XMLEvent {
    let start = cursor.index
    cursor.index &+= 2
    let name = try name(expected: "the name of an element")
    let began = open.popLast() ?? ""
    guard ExactText(name) == ExactText(began) else {
      throw cursor.failure(at: start, seen: "</\(name)>", expected: "</\(began)>")
    }
    skipSpace()
    guard cursor.byte == UInt8(ascii: ">") else { throw cursor.failure(expected: "\">\"") }
    let position = cursor.position(at: start)
    cursor.index &+= 1
    return .end(name: name, at: position)
  }

  /// Counts an element or attribute towards the limit.
  mutating func admitOneMore() throws(DataFileError) {
    count &+= 1
    guard count <= limits.values else {
      throw cursor.failure(
        .limit,
        seen: "element or attribute number \(count)",
        expected: "at most \(limits.values)"
      )
    }
  }

  /// The name of the open element, for messages.
  var openName: String { open.last ?? "" }
}

/// An event of the XML reader.
package enum XMLEvent: Sendable, Equatable {
  case start(XMLTag)
  /// The end of the last open element; `<a/>` has one too.
  case end(name: String, at: SourcePosition)
  /// The text between two tags, never empty; comments and CDATA sections do not divide it.
  case text(String, at: SourcePosition)
}
