// SPDX-License-Identifier: Apache-2.0

// The format is Apple's `bplist00`: a head, objects one behind the other, a table of where they
// begin, and a trailer of thirty-two bytes. Objects refer to others by number; equal strings are
// written once. Integers are written in 1, 2, 4 or 8 bytes, those below zero in 8; strings in ASCII
// where they are, else in UTF-16, as Apple's reader wants them.

/// Writes binary property lists; equal values, equal bytes. Null is left out, as in XML.
package struct BinaryPropertyListWriter: Sendable {
  package init() {}

  package func write(_ value: DataValue, to bytes: inout [UInt8]) {
    var list = ObjectList()
    let top = list.add(value)
    let referenceSize = BinaryPropertyListWriter.size(of: UInt64(list.objects.count))
    let start = bytes.count
    bytes.append("bplist00")
    var offsets: [UInt64] = []
    for object in list.objects {
      offsets.append(UInt64(bytes.count - start))
      bytes += object.head
      for reference in object.references {
        BinaryPropertyListWriter.append(UInt64(reference), referenceSize, to: &bytes)
      }
    }
    let tableStart = UInt64(bytes.count - start)
    let offsetSize = BinaryPropertyListWriter.size(of: tableStart)
    for offset in offsets { BinaryPropertyListWriter.append(offset, offsetSize, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [UInt64(offsets.count), UInt64(top), tableStart] {
      BinaryPropertyListWriter.append(number, 8, to: &bytes)
    }
  }

  /// How many bytes a number needs: 1, 2, 4 or 8.
  fileprivate static func size(of number: UInt64) -> Int {
    switch number {
    case 0...0xFF: 1
    case 0x100...0xFFFF: 2
    case 0x1_0000...0xFFFF_FFFF: 4
    default: 8
    }
  }

  fileprivate static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

/// The objects of a list, each behind all that it refers to.
private struct ObjectList {
  struct Object {
    var head: [UInt8]
    var references: [Int] = []
  }

  var objects: [Object] = []
  private var strings: [ExactText: Int] = [:]

  /// The number of a value's object.
  mutating func add(_ value: DataValue) -> Int {
    switch value.content {
    case .null: return add([0x00])
    case .bool(let bool): return add([bool ? 0x09 : 0x08])
    case .integer(let integer): return add(ObjectList.integer(integer))
    case .decimal(let decimal):
      var head: [UInt8] = [0x23]
      BinaryPropertyListWriter.append(decimal.value.bitPattern, 8, to: &head)
      return add(head)
    case .string(let text): return add(text)
    case .date(let date):
      var head: [UInt8] = [0x33]
      BinaryPropertyListWriter.append(date.secondsSince2001.bitPattern, 8, to: &head)
      return add(head)
    case .data(let data): return add(ObjectList.head(0x40, count: data.count) + data)
    case .array(let elements):
      let references = elements.filter { !$0.isNull }.map { add($0) }
      return add(ObjectList.head(0xA0, count: references.count), references)
    case .dictionary(let dictionary):
      let members = dictionary.members.filter { !$0.value.isNull }
      let keys = members.map { add($0.key) }
      let values = members.map { add($0.value) }
      return add(ObjectList.head(0xD0, count: keys.count), keys + values)
    }
  }

  private mutating func add(_ head: [UInt8], _ references: [Int] = []) -> Int {
    objects.append(Object(head: head, references: references))
    return objects.count - 1
  }

  private mutating func add(_ text: String) -> Int {
    if let known = strings[ExactText(text)] { return known }
    var head: [UInt8]
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      head = ObjectList.head(0x50, count: text.utf8.count) + Array(text.utf8)
    } else {
      head = ObjectList.head(0x60, count: text.utf16.count)
      for unit in text.utf16 { BinaryPropertyListWriter.append(UInt64(unit), 2, to: &head) }
    }
    let number = add(head)
    strings[ExactText(text)] = number
    return number
  }

  private static func integer(_ integer: Int64) -> [UInt8] {
    let size = integer < 0 ? 8 : BinaryPropertyListWriter.size(of: UInt64(integer))
    var head: [UInt8] = [0x10 | UInt8(size.trailingZeroBitCount)]
    BinaryPropertyListWriter.append(UInt64(bitPattern: integer), size, to: &head)
    return head
  }

  /// A kind with a count, which stands behind it as an integer from fifteen on.
  private static func head(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
  }
}

extension DataValue {
  fileprivate var isNull: Bool {
    if case .null = content { true } else { false }
  }
}
