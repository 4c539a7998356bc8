// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Reading binary property lists` {
  /// A file of these objects, the first one on top, with offsets and references of one byte.
  private func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), top, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }

  @Test(
    arguments: [
      ([[0x08]], "false"), ([[0x09]], "true"), ([[0x00]], "null"), ([[0x10, 200]], "200"),
      ([[0x11, 0xFF, 0xFF]], "65535"), ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], "4294967295"),
      ([[0x13] + [UInt8](repeating: 0xFF, count: 8)], "-1"),
      ([[0x14] + [UInt8](repeating: 0xFF, count: 15) + [0xFE]], "-2"),
      (
        [[0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)],
        "18446744073709551615"
      ),
      ([[0x22, 0x3F, 0xC0, 0, 0]], "1.5"), ([[0x23, 0x40, 0, 0, 0, 0, 0, 0, 0]], "2.0"),
      ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "\"2001-01-01T00:00:00Z\""),
      ([[0x43, 1, 2, 255]], "\"AQL/\""), ([[0x52, 0x61, 0x62]], "\"ab\""), ([[0x50]], "\"\""),
      ([[0x63, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]], "\"é😀\""),
      ([[0x5F, 0x10, 2, 0x61, 0x62]], "\"ab\""), ([[0xA0]], "[]"), ([[0xD0]], "{}"),
      ([[0xA2, 1, 1], [0x09]], "[true,true]"), ([[0xAF, 0x10, 1, 1], [0x09]], "[true]"),
      ([[0xD2, 1, 2, 2, 1], [0x51, 0x61], [0x51, 0x62]], #"{"a":"b","b":"a"}"#),
    ] as [([[UInt8]], String)]
  )
  func `A binary property list is read to its value`(objects: [[UInt8]], expected: String) throws {
    #expect(try json(read(file(objects), as: .binaryPropertyList)) == expected)
  }

  @Test(
    arguments: [
      ([[0x0F]], DataFileError.Kind.unsupported), ([[0x80, 1]], .unsupported),
      ([[0xC0]], .unsupported), ([[0x15, 0]], .unsupported), ([[0x21, 0, 0]], .unsupported),
      ([[0x70]], .unsupported), ([[0x14] + [UInt8](repeating: 1, count: 16)], .unsupported),
      ([[0x13, 0]], .corrupt), ([[0x23, 0]], .corrupt), ([[0x33, 0]], .corrupt),
      ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], .corrupt), ([[0x52, 0x61]], .corrupt),
      ([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)], .corrupt),
      ([[0x6F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]], .corrupt), ([[0x5F, 0x50]], .corrupt),
      ([[0x5F]], .corrupt), ([[0x4F, 0x14, 0]], .corrupt),
      ([[0x51, 0x80]], .encoding), ([[0x61, 0xD8, 0x00]], .encoding),
      ([[0xA1, 0]], .corrupt), ([[0xA1, 1], [0xA1, 0]], .corrupt), ([[0xA1, 9]], .corrupt),
      ([[0xD1, 1, 0], [0x51, 0x61]], .corrupt), ([[0xD1, 1, 1], [0x09]], .corrupt),
      ([[0xD1, 1, 1], [0xA0]], .unsupported),
      ([[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]], .duplicateKey),
      ([[0xA3, 0]], .corrupt),
      ([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], .corrupt),
    ] as [([[UInt8]], DataFileError.Kind)]
  )
  func `A malformed binary property list is refused with its kind of error`(
    objects: [[UInt8]],
    kind: DataFileError.Kind
  ) {
    let error = failure(file(objects), as: .binaryPropertyList)
    #expect(error?.kind == kind)
  }

  @Test(
    arguments: [
      (0, 0x00), (7, 0x31), (15, 0), (15, 9), (16, 0), (16, 9), (24, 9), (32, 9), (33, 1), (40, 8),
      (40, 0), (40, 0xFF), (34, 1), (9, 200), (9, 9), (9, 0),
    ] as [(Int, UInt8)]
  )
  func `A binary property list with a wrong header, trailer or offset is refused`(
    index: Int,
    byte: UInt8
  ) throws {
    var bytes = file([[0x09]])
    // A true value at 8, its offset at 9, then the trailer of 32 bytes.
    #expect(try json(read(bytes, as: .binaryPropertyList)) == "true")
    let place = index < 10 ? index : index + 1
    bytes[place] = byte
    #expect(failure(bytes, as: .binaryPropertyList) != nil)
  }

  @Test func `A binary property list cut off at any byte is refused`() {
    let bytes = file([[0xD1, 1, 2], [0x51, 0x61], [0xA1, 1]])
    for count in 0..<bytes.count {
      #expect(failure(Array(bytes.prefix(count)), as: .binaryPropertyList) != nil)
    }
  }

  @Test func `A binary property list with any one byte changed is read or refused without a crash`()
    throws
  {
    let bytes = file([
      [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x61, 0x00, 0xE9], [0xA3, 5, 6, 7], [0x42, 1, 2],
      [0x10, 7], [0x23, 0x40, 0, 0, 0, 0, 0, 0, 0], [0x33, 0, 0, 0, 0, 0, 0, 0, 0],
    ])
    var rules = ReadingRules()
    rules.limits.values = 1_000
    var readable = 0
    for index in bytes.indices {
      let others: [UInt8] = [0, 1, 2, 0x0F, 0x13, 0x5F, 0x6F, 0x7F, 0x80, 0xA1, 0xAF, 0xD1, 0xFF]
      for byte in others + [bytes[index] &+ 1, bytes[index] &- 1] {
        var changed = bytes
        changed[index] = byte
        if failure(changed, as: .binaryPropertyList, rules: rules) == nil { readable += 1 }
      }
    }
    #expect(readable > bytes.count)
  }

  @Test func `Values shared within a binary property list count as often as they are used`() {
    // Each array holds the next one nine times: 9^12 values at the end.
    var objects = (1...12).map { [UInt8](repeating: UInt8($0), count: 10) }
    for index in objects.indices { objects[index][0] = 0xA9 }
    objects.append([0x51, 0x61])
    var rules = ReadingRules()
    rules.limits.values = 100_000
    #expect(failure(file(objects), as: .binaryPropertyList, rules: rules)?.kind == .limit)
    rules.limits.bytes = 200
    let text = [UInt8](repeating: 0x61, count: 40)
    let shared = file([[0xA9] + [UInt8](repeating: 1, count: 9), [0x5F, 0x10, 40] + text])
    #expect(failure(shared, as: .binaryPropertyList, rules: rules)?.kind == .limit)
    rules.limits.bytes = 400
    #expect(failure(shared, as: .binaryPropertyList, rules: rules) == nil)
  }

  @Test func `A binary property list beyond a limit is refused`() {
    var rules = ReadingRules()
    rules.limits.depth = 2
    rules.limits.members = 2
    rules.limits.textBytes = 2
    func kind(_ objects: [[UInt8]]) -> DataFileError.Kind? {
      failure(file(objects), as: .binaryPropertyList, rules: rules)?.kind
    }
    #expect(kind([[0xA1, 1], [0xA0]]) == nil)
    #expect(kind([[0xA1, 1], [0xA1, 2], [0xA0]]) == .limit)
    #expect(kind([[0xA3, 1, 1, 1], [0x09]]) == .limit)
    #expect(kind([[0x52, 0x61, 0x61]]) == nil)
    #expect(kind([[0x53, 0x61, 0x61, 0x61]]) == .limit)
    #expect(kind([[0x62, 0, 0x61, 0, 0x61]]) == .limit)
    #expect(kind([[0x43, 0, 0x61, 0]]) == .limit)
  }

  @Test(arguments: [
    "9223372036854775808", "18446744073709551615", "[0, 255, 256, 65536, 4294967296, -1]",
  ])
  func `Integers in a binary property list are read and written in full, also beyond 64 bits`(
    text: String
  ) throws {
    let value = try read(text)
    var bytes = Array("before".utf8)
    BinaryPropertyListWriter().write(value, to: &bytes)
    #expect(try read(Array(bytes.dropFirst(6)), as: .binaryPropertyList) == value)
  }

  @Test
  func `The error of a binary property list has its offset, what was found and what was expected`()
  {
    #expect(
      failure(file([[0xA1, 1], [0x80, 1]]), as: .binaryPropertyList)?.description
        == "1:11: unsupported: found a UID, as keyed archives have them, "
        + "expected a boolean, number, date, data, string, array or dictionary"
    )
  }
}
