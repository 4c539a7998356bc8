// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A recursive descent parser for RFC 9535 with type checking.
///
/// Blank space is accepted exactly where the grammar allows it: between segments, inside brackets
/// and filters; not at either end, after a dot, or between a function and its parenthesis. The
/// brackets of a singular query contain none either.
struct PathReader {
  let text: [UInt8]
  let limits: JSONPathLimits
  var index = 0
  private var depth = 0
  private var segmentCount = 0

  init(_ text: String, limits: JSONPathLimits) throws(TextFault) {
    self.text = Array(text.utf8)
    self.limits = limits
    guard self.text.count <= limits.bytes else {
      throw TextFault(
        at: limits.bytes,
        seen: "\(self.text.count) bytes",
        expected: "at most \(limits.bytes)"
      )
    }
  }

  /// The next byte; zero at the end, which is part of no query.
  var byte: UInt8 { index < text.count ? text[index] : 0 }

  func byte(ahead offset: Int) -> UInt8 {
    index + offset < text.count ? text[index + offset] : 0
  }

  mutating func readPath() throws(TextFault) -> [Segment] {
    guard take("$") else { throw fault(expecting: "$") }
    let segments = try readSegments().segments
    guard index == text.count else { throw fault(expecting: "a segment, or the end") }
    return segments
  }

  /// Consumes a character if it is next.
  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard index < text.count && text[index] == UInt8(ascii: letter) else { return false }
    index += 1
    return true
  }

  /// Consumes two characters if they are next.
  mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: first) && byte(ahead: 1) == UInt8(ascii: second) else {
      return false
    }
    index += 2
    return true
  }

  /// Skips blank space; true when there was some.
  @discardableResult
  mutating func skipBlank() -> Bool {
    let start = index
    while byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    return index > start
  }

  /// Parses a nested expression, within the limit on depth.
  mutating func nested<Value>(
    _ read: (inout PathReader) throws(TextFault) -> Value
  ) throws(TextFault) -> Value {
    guard depth < limits.safeDepth else {
      throw TextFault(
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

  mutating func countSegment() throws(TextFault) {
    segmentCount += 1
    guard segmentCount <= limits.safeSegments else {
      throw TextFault(
        at: index,
        seen: "segment \(segmentCount)",
        expected: "at most \(limits.safeSegments)"
      )
    }
  }

  func fault(expecting expected: String) -> TextFault {
    guard index < text.count else {
      return TextFault(at: index, seen: "the end", expected: expected)
    }
    return TextFault(at: index, seen: seen(at: index), expected: expected)
  }

  func typeFault(at start: Int, expecting expected: String) -> TextFault {
    TextFault(at: start, seen: seen(at: start), expected: expected)
  }

  /// Returns the next characters of the query, for error texts.
  func seen(at start: Int) -> String { seen(start..<min(start + 24, text.count)) }

  func seen(_ range: Range<Int>) -> String {
    let shown = String(decoding: text[range.prefix(80)], as: UTF8.self)
    // Error texts are one line.
    return shown.unicodeScalars.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : "\($0)" }
      .joined()
  }
}
