// SPDX-License-Identifier: Apache-2.0

/// Values one behind the other; a value that was there before is pointed to, if so wanted.
package struct ValueSection {
  package private(set) var bytes: [UInt8] = []
  private let usesPointers: Bool
  private var places: [DatabaseValue: Int] = [:]

  package init(usesPointers: Bool) { self.usesPointers = usesPointers }

  /// Writes a value, unless the same one stands there, and answers where.
  package mutating func offset(of value: DatabaseValue) -> Int {
    if let place = places[value] { return place }
    let place = bytes.count
    places[value] = place
    appendContents(of: value)
    return place
  }

  /// Writes a value or a pointer to it.
  private mutating func append(_ value: DatabaseValue) {
    switch value {
    case .map, .array, .text:
      guard usesPointers else { break }
      if let place = places[value] {
        bytes += ValueSection.pointer(to: place)
        return
      }
      places[value] = bytes.count
    default: break
    }
    appendContents(of: value)
  }

  private mutating func appendContents(of value: DatabaseValue) {
    switch value {
    case .map(let members):
      appendHead(7, members.count)
      for member in members {
        append(member.key)
        append(member.value)
      }
    case .array(let elements):
      appendHead(11, elements.count)
      for element in elements { append(element) }
    case .text(let text):
      appendHead(2, text.utf8.count)
      bytes += text.utf8
    case .bytes(let content):
      appendHead(4, content.count)
      bytes += content
    case .double(let bits): appendNumber(3, UInt128(bits), width: 8)
    case .float(let bits): appendNumber(15, UInt128(bits), width: 4)
    case .uint16(let number): appendNumber(5, UInt128(number))
    case .uint32(let number): appendNumber(6, UInt128(number))
    case .int32(let number): appendNumber(8, UInt128(UInt32(bitPattern: number)), width: 4)
    case .uint64(let number): appendNumber(9, UInt128(number))
    case .uint128(let number): appendNumber(10, number)
    case .boolean(let flag): appendHead(14, flag ? 1 : 0)
    case .raw(let content): bytes += content
    }
  }

  /// A number without the zeros in front, or in all of its bytes.
  private mutating func appendNumber(_ type: UInt8, _ number: UInt128, width: Int? = nil) {
    let width = width ?? (128 - number.leadingZeroBitCount + 7) / 8
    appendHead(type, width)
    bytes += ValueSection.bigEndian(number, width)
  }

  private mutating func appendHead(_ type: UInt8, _ size: Int) {
    let (first, rest): (UInt8, [UInt8]) =
      switch size {
      case ..<29: (UInt8(size), [])
      case ..<285: (29, ValueSection.bigEndian(UInt128(size - 29), 1))
      case ..<65_821: (30, ValueSection.bigEndian(UInt128(size - 285), 2))
      default: (31, ValueSection.bigEndian(UInt128(size - 65_821), 3))
      }
    bytes += type < 8 ? [type << 5 | first] : [first, type - 7]
    bytes += rest
  }

  /// The shortest pointer to an offset.
  package static func pointer(to offset: Int) -> [UInt8] {
    let (length, base) =
      switch offset {
      case ..<2_048: (1, 0)
      case ..<526_336: (2, 2_048)
      case ..<134_744_064: (3, 526_336)
      default: (4, 0)
      }
    let number = offset - base
    let high = length == 4 ? 0 : UInt8(number >> (8 * length))
    return [0x20 | UInt8(length - 1) << 3 | high] + bigEndian(UInt128(number), length)
  }

  package static func bigEndian(_ number: UInt128, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
