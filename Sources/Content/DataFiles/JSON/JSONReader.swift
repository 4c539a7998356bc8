// SPDX-License-Identifier: Apache-2.0

/// Reads JSON5 1.0 and, as the stricter dialect, JSON (RFC 8259).
///
/// A recursive descent parser over bytes already validated as UTF-8. Where the standards leave a
/// choice:
/// - a repeated key in an object is an error, unless the rules let the last one win;
/// - an escaped surrogate without its partner is an error, since no text can hold it;
/// - integers up to 64 bits are integers; every other number keeps its digits as written;
/// - a decimal outside the range of a `Double` is an error, never infinite;
/// - NaN and the infinities, which JSON5 has, are refused when the rules say so;
/// - a byte order mark is skipped in both dialects;
/// - identifiers may have letters of all planes, as in JSON5's reference parser.
struct JSONReader: ~Escapable {
  var cursor: SourceCursor
  let rules: ReadingRules
  let isJSON5: Bool
  /// A buffer for strings with escapes.
  var scratch: [UInt8] = []
  private var valueCount = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, isJSON5: Bool, rules: ReadingRules) throws(DataFileError) {
    cursor = try SourceCursor(bytes, limits: rules.limits)
    self.rules = rules
    self.isJSON5 = isJSON5
  }

  /// Reads the only value of the file.
  mutating func document() throws(DataFileError) -> DataValue {
    try skipSpace()
    let value = try value(depth: 0)
    try skipSpace()
    guard cursor.atEnd else { throw cursor.failure(expected: "nothing more after the value") }
    return value
  }

  private mutating func value(depth: Int) throws(DataFileError) -> DataValue {
    valueCount &+= 1
    guard valueCount <= rules.limits.values else {
      throw cursor.failure(
        .limit,
        seen: "value number \(valueCount)",
        expected: "at most \(rules.limits.values) values"
      )
    }
    let position = cursor.position()
    switch cursor.byte {
    case UInt8(ascii: "\""): return DataValue(.string(try string()), at: position)
    case UInt8(ascii: "{"): return DataValue(try object(depth: depth), at: position)
    case UInt8(ascii: "["): return DataValue(try array(depth: depth), at: position)
    case UInt8(ascii: "t") where cursor.skip("true"): return DataValue(.bool(true), at: position)
    case UInt8(ascii: "f") where cursor.skip("false"): return DataValue(.bool(false), at: position)
    case UInt8(ascii: "n") where cursor.skip("null"): return DataValue(.null, at: position)
    case UInt8(ascii: "'") where isJSON5: return DataValue(.string(try string()), at: position)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return DataValue(try number(), at: position)
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
      guard isJSON5 else { throw cursor.failure(expected: "a value of JSON") }
      return DataValue(try number(), at: position)
    default: throw cursor.failure(expected: "a value")
    }
  }

  private mutating func array(depth: Int) throws(DataFileError) -> DataValue.Content {
    try enter(depth: depth)
    var elements: [DataValue] = []
    while true {
      if try closes(with: UInt8(ascii: "]"), isFirst: elements.isEmpty) { return .array(elements) }
      try admitMember(elements.count)
      elements.append(try value(depth: depth + 1))
      try skipSpace()
      if try separatorOrEnd(UInt8(ascii: "]"), expected: "\",\" or \"]\"") {
        return .array(elements)
      }
    }
  }

  private mutating func object(depth: Int) throws(DataFileError) -> DataValue.Content {
    try enter(depth: depth)
    var members: [DataDictionary.Member] = []
    while true {
      if try closes(with: UInt8(ascii: "}"), isFirst: members.isEmpty) {
        return .dictionary(try rules.dictionary(members))
      }
      try admitMember(members.count)
      let position = cursor.position()
      let key = try key()
      try skipSpace()
      guard cursor.byte == UInt8(ascii: ":") else {
        throw cursor.failure(expected: "\":\" after the key \(DataFileError.quoted(key))")
      }
      cursor.index &+= 1
      try skipSpace()
      members.append(.init(key, at: position, try value(depth: depth + 1)))
      try skipSpace()
      if try separatorOrEnd(UInt8(ascii: "}"), expected: "\",\" or \"}\"") {
        return .dictionary(try rules.dictionary(members))
      }
    }
  }

  /// Skips the opening bracket.
  private mutating func enter(depth: Int) throws(DataFileError) {
    guard depth < rules.limits.safeDepth else {
      throw cursor.failure(
        .limit,
        seen: "containers \(depth + 1) deep",
        expected: "at most \(rules.limits.safeDepth)"
      )
    }
    cursor.index &+= 1
  }

  /// Returns whether the container ends where a member may begin; only JSON5 allows a comma before
  /// the end.
  private mutating func closes(with end: UInt8, isFirst: Bool) throws(DataFileError) -> Bool {
    try skipSpace()
    guard cursor.byte == end else { return false }
    guard isFirst || isJSON5 else {
      throw cursor.failure(expected: "a member after the \",\"; a last comma is JSON5's")
    }
    cursor.index &+= 1
    return true
  }

  /// Skips a comma or the end, and returns which.
  private mutating func separatorOrEnd(
    _ end: UInt8,
    expected: @autoclosure () -> String
  ) throws(DataFileError) -> Bool {
    let byte = cursor.byte
    guard byte == end || byte == UInt8(ascii: ",") else {
      throw cursor.failure(expected: expected())
    }
    cursor.index &+= 1
    return byte == end
  }

  private mutating func admitMember(_ count: Int) throws(DataFileError) {
    guard count < rules.limits.members else {
      throw cursor.failure(
        .limit,
        seen: "member number \(count + 1)",
        expected: "at most \(rules.limits.members) in one container"
      )
    }
  }

  private mutating func key() throws(DataFileError) -> String {
    let byte = cursor.byte
    if byte == UInt8(ascii: "\"") { return try string() }
    guard isJSON5 else { throw cursor.failure(expected: "a key in double quotes or \"}\"") }
    return byte == UInt8(ascii: "'") ? try string() : try identifier()
  }
}
