// SPDX-License-Identifier: Apache-2.0

import Bytes

extension PathReader {
  /// Parses all segments; `isTight` when no bracket contains blank space.
  mutating func readSegments() throws(TextFault) -> (segments: [Segment], isTight: Bool) {
    var segments: [Segment] = []
    var isTight = true
    while true {
      let end = index
      skipBlank()
      if byte == UInt8(ascii: "[") {
        try countSegment()
        let (selectors, hasBlank) = try readBrackets()
        segments.append(Segment(isDescendant: false, selectors: selectors))
        isTight = isTight && !hasBlank
      } else if byte == UInt8(ascii: ".") {
        try countSegment()
        segments.append(try readDottedSegment())
      } else {
        index = end
        return (segments, isTight)
      }
    }
  }

  private mutating func readDottedSegment() throws(TextFault) -> Segment {
    index += 1
    let isDescendant = take(".")
    if isDescendant && byte == UInt8(ascii: "[") {
      return Segment(isDescendant: true, selectors: try readBrackets().selectors)
    }
    if take("*") { return Segment(isDescendant: isDescendant, selectors: [.wildcard]) }
    let start = index
    while byte.isNameByte && (index > start || !byte.isDigit) { index += 1 }
    guard index > start else {
      throw fault(expecting: isDescendant ? "a name, * or [" : "a name or *")
    }
    return Segment(isDescendant: isDescendant, selectors: [.name(Array(text[start..<index]))])
  }

  private mutating func readBrackets() throws(TextFault) -> (
    selectors: [Selector], hasBlank: Bool
  ) {
    index += 1
    var hasBlank = skipBlank()
    var selectors = [try readSelector()]
    while true {
      if skipBlank() { hasBlank = true }
      if take("]") { return (selectors, hasBlank) }
      guard take(",") else { throw fault(expecting: "a comma, or ]") }
      skipBlank()
      selectors.append(try readSelector())
    }
  }

  private mutating func readSelector() throws(TextFault) -> Selector {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .name(try readString())
    case UInt8(ascii: "*"):
      index += 1
      return .wildcard
    case UInt8(ascii: "?"):
      let condition = try nested { (reader) throws(TextFault) in
        reader.index += 1
        reader.skipBlank()
        return try reader.readCondition()
      }
      return .filter(condition)
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try readIndexOrSlice()
    default:
      throw fault(expecting: "a name in quotes, an index, a slice, * or ?")
    }
  }

  private mutating func readIndexOrSlice() throws(TextFault) -> Selector {
    var slice = SliceBounds()
    if byte != UInt8(ascii: ":") {
      let first = try readInteger()
      let end = index
      skipBlank()
      guard byte == UInt8(ascii: ":") else {
        index = end
        return .index(first)
      }
      slice.start = first
    }
    index += 1
    skipBlank()
    if startsInteger {
      slice.end = try readInteger()
      skipBlank()
    }
    if take(":") {
      skipBlank()
      if startsInteger { slice.step = try readInteger() }
    }
    return .slice(slice)
  }

  private var startsInteger: Bool { byte.isDigit || byte == UInt8(ascii: "-") }

  /// Parses an integer in the interoperable range (RFC 7493 section 2.2).
  private mutating func readInteger() throws(TextFault) -> Int {
    let start = index
    let isNegative = take("-")
    let digits = index
    while byte.isDigit { index += 1 }
    guard index > digits else { throw fault(expecting: "a digit") }
    guard text[digits] != UInt8(ascii: "0") || (index == digits + 1 && !isNegative) else {
      index = digits
      throw fault(expecting: "an integer without leading zeros")
    }
    let largest = 1 << 53 - 1
    guard let value = text.span.extracting(digits..<index).decimal, value <= largest else {
      let seen = seen(start..<index)
      throw TextFault(
        at: start,
        seen: seen,
        expected: "an integer between -\(largest) and \(largest)"
      )
    }
    return isNegative ? -value : value
  }
}

extension UInt8 {
  /// Whether an unquoted name may contain the byte; all beyond ASCII are allowed.
  fileprivate var isNameByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80
  }
}
