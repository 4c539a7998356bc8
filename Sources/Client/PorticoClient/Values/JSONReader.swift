// SPDX-License-Identifier: Apache-2.0

/// Reads values of JSON (RFC 8259).
struct JSONReader {
  private static let deepest = 128

  let bytes: ContiguousArray<UInt8>
  private var index = 0
  private var depth = 0

  init(bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  mutating func document() throws(JSONFault) -> JSONValue {
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw fault(.end) }
    return value
  }

  private func fault(_ expected: JSONFault.Expected) -> JSONFault {
    guard index < bytes.count else { return JSONFault(.endsEarly, at: index) }
    return JSONFault(.found(bytes[index], expected: expected), at: index)
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    skipSpace()
    guard index < bytes.count else { throw fault(.value) }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for byte in text.utf8 {
      guard index < bytes.count, bytes[index] == byte else { throw fault(.value) }
      index += 1
    }
    return value
  }

  private mutating func enter() throws(JSONFault) {
    depth += 1
    guard depth <= JSONReader.deepest else {
      throw JSONFault(.tooDeep(most: JSONReader.deepest), at: index)
    }
    index += 1
  }

  private mutating func array() throws(JSONFault) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value()) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw fault(.commaOrBracket) }
    return .array(values)
  }

  private mutating func object() throws(JSONFault) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var members: [String: JSONValue] = [:]
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw fault(.name) }
      let name = try string()
      guard take(UInt8(ascii: ":")) else { throw fault(.colon) }
      members[name] = try value()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw fault(.commaOrBrace) }
    return .object(members)
  }

  private mutating func string() throws(JSONFault) -> String {
    index += 1
    var start = index
    var parts: [UInt8] = []
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = index
        index += 1
        if parts.isEmpty { return String(decoding: bytes[start..<end], as: UTF8.self) }
        parts += bytes[start..<end]
        return String(decoding: parts, as: UTF8.self)
      case UInt8(ascii: "\\"):
        parts += bytes[start..<index]
        index += 1
        try escape(&parts)
        start = index
      case 0..<0x20: throw fault(.character)
      default: index += 1
      }
    }
    throw fault(.character)
  }

  private mutating func escape(_ parts: inout [UInt8]) throws(JSONFault) {
    guard index < bytes.count else { throw fault(.escape) }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): parts.append(bytes[index])
    case UInt8(ascii: "b"): parts.append(0x08)
    case UInt8(ascii: "f"): parts.append(0x0C)
    case UInt8(ascii: "n"): parts.append(0x0A)
    case UInt8(ascii: "r"): parts.append(0x0D)
    case UInt8(ascii: "t"): parts.append(0x09)
    case UInt8(ascii: "u"):
      parts += String(try scalar()).utf8
      return
    default: throw fault(.escape)
    }
    index += 1
  }

  /// Reads the hexadecimal digits of an escape, and of a second one that belongs to it.
  private mutating func scalar() throws(JSONFault) -> Character {
    let first = try unit()
    if first & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      let place = index
      index += 1
      let second = try unit()
      if second & 0xFC00 == 0xDC00,
        let scalar = UnicodeScalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        return Character(scalar)
      }
      index = place
    }
    return Character(UnicodeScalar(first) ?? "\u{FFFD}")
  }

  private mutating func unit() throws(JSONFault) -> UInt32 {
    index += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue
      else { throw fault(.escape) }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  private mutating func number() throws(JSONFault) -> JSONValue {
    let start = index
    while index < bytes.count, "+-.0123456789eE".utf8.contains(bytes[index]) { index += 1 }
    guard bytes[start..<index].span.isJSONScalar else {
      index = start
      throw fault(.value)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text) else { throw fault(.value) }
    return .number(number)
  }
}
