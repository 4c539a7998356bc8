// SPDX-License-Identifier: Apache-2.0

/// Reading objects other than containers.
extension BinaryPropertyListReader {
  static func position(_ offset: Int) -> SourcePosition {
    SourcePosition(line: 1, column: offset + 1)
  }

  /// Reads an unsigned big-endian number, whose bounds the caller has checked.
  static func number(_ bytes: Span<UInt8>, at start: Int, size: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in start..<start + size { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  func corrupt(_ offset: Int, seen: String, expected: String) -> DataFileError {
    DataFileError(.corrupt, at: Self.position(offset), seen: seen, expected: expected)
  }

  mutating func scalar(at start: Int) throws(DataFileError) -> DataValue.Content {
    let marker = bytes[start]
    switch (marker >> 4, marker & 0x0F) {
    case (0x0, 0x0): return .null
    case (0x0, 0x8): return .bool(false)
    case (0x0, 0x9): return .bool(true)
    case (0x1, 0...4): return try integer(at: start, size: 1 << Int(marker & 0x0F))
    case (0x2, 2), (0x2, 3): return try real(at: start, size: 1 << Int(marker & 0x0F))
    case (0x3, 3):
      let seconds = Double(bitPattern: try number(at: start + 1, size: 8))
      guard let date = DataDate(secondsSince2001: seconds) else {
        throw corrupt(
          start,
          seen: "a date \(seconds) s after 2001",
          expected: "a year of 0 to 9999"
        )
      }
      return .date(date)
    case (0x4, _):
      let range = try payload(at: start, unit: 1)
      try admitText(range.count, at: start)
      return .data((range.start..<range.start + range.count).map { bytes[$0] })
    case (0x5, _): return .string(try asciiString(at: start))
    case (0x6, _): return .string(try utf16String(at: start))
    default:
      throw DataFileError(
        .unsupported,
        at: Self.position(start),
        seen: marker >> 4 == 0x8
          ? "a UID, as keyed archives have them"
          : "an object of the kind 0x\(hexadecimal(UInt32(marker), width: 2))",
        expected: "a boolean, number, date, data, string, array or dictionary"
      )
    }
  }

  /// Returns the content after a marker: `count` units, all of them before the offset table.
  func payload(at start: Int, unit: Int) throws(DataFileError) -> (start: Int, count: Int) {
    var count = UInt64(bytes[start] & 0x0F)
    var first = start + 1
    if count == 0x0F {
      guard first < tableStart, bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else {
        throw corrupt(first, seen: "no count", expected: "an integer of 1 to 8 bytes")
      }
      let size = 1 << Int(bytes[first] & 0x0F)
      count = try number(at: first + 1, size: size)
      first += 1 + size
    }
    guard count <= (tableStart - first) / unit else {
      throw corrupt(
        start,
        seen: "a count of \(count)",
        expected: "at most \((tableStart - first) / unit), for which there is room"
      )
    }
    return (first, Int(count))
  }

  private func number(at start: Int, size: Int) throws(DataFileError) -> UInt64 {
    guard size <= tableStart - start else {
      throw corrupt(start, seen: "the table of objects", expected: "\(size) bytes of a number")
    }
    return Self.number(bytes, at: start, size: size)
  }

  /// Reads an integer: those of 1, 2 and 4 bytes are unsigned, those of 8 and 16 signed.
  private func integer(at start: Int, size: Int) throws(DataFileError) -> DataValue.Content {
    guard size == 16 else {
      return .integer(Int64(bitPattern: try number(at: start + 1, size: size)))
    }
    let high = try number(at: start + 1, size: 8)
    let low = try number(at: start + 9, size: 8)
    switch high {
    case 0:
      return Int64(exactly: low).map { .integer($0) } ?? .decimal(DataDecimal(text: "\(low)"))
    case .max where low >> 63 == 1: return .integer(Int64(bitPattern: low))
    default:
      throw DataFileError(
        .unsupported,
        at: Self.position(start),
        seen: "an integer of 128 bits",
        expected: "one that 64 bits can hold"
      )
    }
  }

  private func real(at start: Int, size: Int) throws(DataFileError) -> DataValue.Content {
    let bits = try number(at: start + 1, size: size)
    guard size == 4 else {
      return .decimal(
        try rules.admit(DataDecimal(Double(bitPattern: bits)), at: Self.position(start))
      )
    }
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    return .decimal(try rules.admit(DataDecimal(Double(value)), at: Self.position(start)))
  }

  private mutating func asciiString(at start: Int) throws(DataFileError) -> String {
    let range = try payload(at: start, unit: 1)
    try admitText(range.count, at: start)
    let text = bytes.extracting(range.start..<range.start + range.count)
    for index in text.indices where text[index] >= 0x80 {
      throw DataFileError(
        .encoding,
        at: Self.position(range.start + index),
        seen: "the byte 0x\(hexadecimal(UInt32(text[index]), width: 2))",
        expected: "ASCII"
      )
    }
    return String(utf8: text) ?? ""
  }

  private mutating func utf16String(at start: Int) throws(DataFileError) -> String {
    let range = try payload(at: start, unit: 2)
    try admitText(range.count * 2, at: start)
    var units: [UInt16] = []
    units.reserveCapacity(range.count)
    for index in 0..<range.count {
      let place = range.start + index * 2
      units.append(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw DataFileError(
        .encoding,
        at: Self.position(start),
        seen: "a text with half of a surrogate pair",
        expected: "UTF-16"
      )
    }
    return text
  }

  /// Counts a text towards the limit as often as it is referred to.
  private mutating func admitText(_ count: Int, at start: Int) throws(DataFileError) {
    textCount += count
    guard count <= rules.limits.textBytes, textCount <= rules.limits.bytes else {
      throw DataFileError(
        .limit,
        at: Self.position(start),
        seen: "a text of \(count) bytes, \(textCount) with those before it",
        expected: "at most \(rules.limits.textBytes), and \(rules.limits.bytes) in all"
      )
    }
  }
}
