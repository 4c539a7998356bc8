// SPDX-License-Identifier: Apache-2.0

/// Reads the grammar of RFC 9535 by recursive descent, and checks types on the way.
///
/// Blank space is where the grammar has it and nowhere else: between segments, inside of brackets
/// and of filters; not at either end, not behind a dot, not between a function and its parenthesis.
/// The brackets of a query that is compared or passed as a value hold none either.
struct PathReader {
  let text: [UInt8]
  let limits: JSONPathLimits
  var index = 0
  private var depth = 0
  private var segmentCount = 0

  init(_ text: String, limits: JSONPathLimits) throws(JSONPathFault) {
    self.text = Array(text.utf8)
    self.limits = limits
    guard self.text.count <= limits.bytes else {
      throw JSONPathFault(
        .tooLong,
        at: limits.bytes,
        seen: "\(self.text.count) bytes",
        expected: "at most \(limits.bytes)"
      )
    }
  }

  /// The byte that is next; zero at the end, which is no part of any query.
  var byte: UInt8 { index < text.count ? text[index] : 0 }

  func byte(ahead offset: Int) -> UInt8 {
    index + offset < text.count ? text[index + offset] : 0
  }

  mutating func readPath() throws(JSONPathFault) -> [Segment] {
    guard take("$") else { throw fault(expecting: "$") }
    let segments = try readSegments().segments
    guard index == text.count else { throw fault(expecting: "a segment, or the end") }
    return segments
  }

  /// Steps over `byte` when it is next.
  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard index < text.count && text[index] == UInt8(ascii: letter) else { return false }
    index += 1
    return true
  }

  /// Steps over `first` and `second` when they are next.
  mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: first) && byte(ahead: 1) == UInt8(ascii: second) else {
      return false
    }
    index += 2
    return true
  }

  /// Steps over blank space; true when there was some.
  @discardableResult
  mutating func skipBlank() -> Bool {
    let start = index
    while byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    return index > start
  }

  /// Reads something that may hold more of its own kind.
  mutating func nested<Value>(
    _ read: (inout PathReader) throws(JSONPathFault) -> Value
  ) throws(JSONPathFault) -> Value {
    guard depth < limits.safeDepth else {
      throw JSONPathFault(
        .tooDeep,
        at: index,
        seen: "level \(depth + 1)",
        expected: "at most \(limits.safeDepth) levels"
      )
    }
    depth += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  mutating func countSegment() throws(JSONPathFault) {
    segmentCount += 1
    guard segmentCount <= limits.safeSegments else {
      throw JSONPathFault(
        .tooManySegments,
        at: index,
        seen: "segment \(segmentCount)",
        expected: "at most \(limits.safeSegments)"
      )
    }
  }

  func fault(expecting expected: String) -> JSONPathFault {
    guard index < text.count else {
      return JSONPathFault(.unexpectedEnd, at: index, seen: "the end", expected: expected)
    }
    return JSONPathFault(.unexpectedText, at: index, seen: seen(at: index), expected: expected)
  }

  func typeFault(at start: Int, expecting expected: String) -> JSONPathFault {
    JSONPathFault(.wrongType, at: start, seen: seen(at: start), expected: expected)
  }

  /// Some characters of the query from there on.
  func seen(at start: Int) -> String { seen(start..<min(start + 24, text.count)) }

  func seen(_ range: Range<Int>) -> String {
    let shown = String(decoding: text[range.prefix(80)], as: UTF8.self)
    // A message stays on one line.
    return shown.unicodeScalars.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : "\($0)" }
      .joined()
  }
}
