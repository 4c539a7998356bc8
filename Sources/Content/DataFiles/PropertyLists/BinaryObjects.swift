// SPDX-License-Identifier: Apache-2.0

/// The objects of a binary property list that is being written.
struct BinaryObjects {
  private let start: Int
  private let referenceSize: Int
  private var offsets: [Int] = []
  /// A stack of references of the open containers.
  private var references: [Int] = []
  private var strings: StringNumbers

  /// Creates room for `room` objects; the list begins at `start`.
  init(room: Int, start: Int) {
    self.start = start
    referenceSize = BinaryObjects.size(of: UInt64(room))
    offsets.reserveCapacity(room)
    strings = StringNumbers(room: room)
  }

  /// Writes a value after the objects that it refers to, and returns its number.
  mutating func add(_ value: DataValue, to bytes: inout [UInt8]) -> Int {
    switch value.content {
    case .string(let text): return add(text, to: &bytes)
    case .array(let elements): return add(elements, to: &bytes)
    case .dictionary(let dictionary): return add(dictionary.members, to: &bytes)
    default: break
    }
    let number = begin(bytes.count)
    switch value.content {
    case .bool(let bool): bytes.append(bool ? 0x09 : 0x08)
    case .integer(let integer): append(integer, to: &bytes)
    case .decimal(let decimal): append(decimal, to: &bytes)
    case .date(let date):
      bytes.append(0x33)
      bytes.append(date.secondsSince2001.bitPattern, size: 8)
    case .data(let data):
      appendHead(0x40, count: data.count, to: &bytes)
      bytes.append(contentsOf: data)
    case .null, .string, .array, .dictionary: bytes.append(0x00)
    }
    return number
  }

  /// Writes the offset table and the trailer.
  func finish(top: Int, to bytes: inout [UInt8]) {
    let table = UInt64(bytes.count - start)
    let offsetSize = BinaryObjects.size(of: table)
    for offset in offsets { bytes.append(UInt64(offset), size: offsetSize) }
    bytes.append(0, size: 6)
    bytes.append(UInt64(offsetSize), size: 1)
    bytes.append(UInt64(referenceSize), size: 1)
    bytes.append(UInt64(offsets.count), size: 8)
    bytes.append(UInt64(top), size: 8)
    bytes.append(table, size: 8)
  }

  private mutating func begin(_ place: Int) -> Int {
    offsets.append(place - start)
    return offsets.count - 1
  }

  private mutating func add(_ elements: [DataValue], to bytes: inout [UInt8]) -> Int {
    let first = references.count
    for element in elements where !element.isNull { references.append(add(element, to: &bytes)) }
    return addContainer(0xA0, count: references.count - first, from: first, to: &bytes)
  }

  private mutating func add(_ members: [DataDictionary.Member], to bytes: inout [UInt8]) -> Int {
    let first = references.count
    for member in members where !member.value.isNull {
      references.append(add(member.key, to: &bytes))
    }
    let count = references.count - first
    for member in members where !member.value.isNull {
      references.append(add(member.value, to: &bytes))
    }
    return addContainer(0xD0, count: count, from: first, to: &bytes)
  }

  private mutating func addContainer(
    _ kind: UInt8,
    count: Int,
    from first: Int,
    to bytes: inout [UInt8]
  ) -> Int {
    let number = begin(bytes.count)
    appendHead(kind, count: count, to: &bytes)
    for index in first..<references.count {
      bytes.append(UInt64(references[index]), size: referenceSize)
    }
    references.removeSubrange(first...)
    return number
  }

  private mutating func add(_ text: String, to bytes: inout [UInt8]) -> Int {
    let (number, isKnown) = strings.number(of: text, next: offsets.count)
    guard !isKnown else { return number }
    offsets.append(bytes.count - start)
    if text.utf8Span.isKnownASCII || text.utf8.allSatisfy({ $0 < 0x80 }) {
      appendHead(0x50, count: text.utf8.count, to: &bytes)
      bytes.append(contentsOf: text.utf8)
    } else {
      appendHead(0x60, count: text.utf16.count, to: &bytes)
      for unit in text.utf16 { bytes.append(UInt64(unit), size: 2) }
    }
    return number
  }

  private func append(_ integer: Int64, to bytes: inout [UInt8]) {
    let size = integer < 0 ? 8 : BinaryObjects.size(of: UInt64(integer))
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    bytes.append(UInt64(bitPattern: integer), size: size)
  }

  private func append(_ decimal: DataDecimal, to bytes: inout [UInt8]) {
    if let integer = UInt64(decimal.text), decimal.wideInteger != nil {
      bytes.append(0x14)
      bytes.append(0, size: 8)
      bytes.append(integer, size: 8)
    } else {
      bytes.append(0x23)
      bytes.append(decimal.value.bitPattern, size: 8)
    }
  }

  /// Appends a marker with a count, which follows as an integer from 15 on.
  private func appendHead(_ kind: UInt8, count: Int, to bytes: inout [UInt8]) {
    bytes.append(kind | UInt8(min(count, 15)))
    if count >= 15 { append(Int64(count), to: &bytes) }
  }

  /// Returns the bytes that a number needs: 1, 2, 4 or 8.
  private static func size(of number: UInt64) -> Int {
    switch number {
    case 0...0xFF: 1
    case 0x100...0xFFFF: 2
    case 0x1_0000...0xFFFF_FFFF: 4
    default: 8
    }
  }
}

extension DataValue {
  fileprivate var isNull: Bool {
    if case .null = content { true } else { false }
  }
}
