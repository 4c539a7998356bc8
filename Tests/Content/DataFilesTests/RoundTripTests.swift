// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import Testing

@Suite struct `Values written and read again` {
  /// Numbers that look random and are the same each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
  }

  private static let pieces = [
    "a", "key", " ", "é", "😀", "\"", "\\", "<&>", "]]>", "\n", "\t", "\u{FFFD}", "e\u{301}",
    "a text of more than fifteen characters",
  ]

  // Apple's writer leaves returns as they are, which a reader of XML must take for line feeds.
  private func text(_ dice: inout Dice) -> String {
    (0..<Int.random(in: 0...4, using: &dice)).map { _ in
      Self.pieces.randomElement(using: &dice) ?? ""
    }.joined()
  }

  /// A tree; what only property lists have is in it if `isList`, else null.
  private func value(_ dice: inout Dice, depth: Int, isList: Bool) throws -> DataValue {
    let kinds = depth == 0 ? 0...5 : 0...8
    switch Int.random(in: kinds, using: &dice) {
    case 0: return DataValue(.bool(Bool.random(using: &dice)))
    case 1:
      let shift = Int64.random(in: 0...63, using: &dice)
      return DataValue(.integer(Int64.random(in: .min ... .max, using: &dice) >> shift))
    case 2:
      let double = Double(bitPattern: dice.next())
      return DataValue(.decimal(DataDecimal(double.isFinite ? double : 0.5)))
    case 3 where isList:
      let seconds = Double(Int.random(in: -10_000_000_000...10_000_000_000, using: &dice))
      return DataValue(.date(try #require(DataDate(secondsSince2001: seconds))))
    case 4 where isList:
      let count = Int.random(in: 0...20, using: &dice)
      return DataValue(.data((0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }))
    case 3: return DataValue(.null)
    case 4, 5: return DataValue(.string(text(&dice)))
    case 6:
      return DataValue(
        .array(
          try (0..<Int.random(in: 0...20, using: &dice)).map { _ in
            try value(&dice, depth: depth - 1, isList: isList)
          }
        )
      )
    default:
      var members: [DataDictionary.Member] = []
      for index in 0..<Int.random(in: 0...20, using: &dice) {
        let inner = try value(&dice, depth: depth - 1, isList: isList)
        members.append(.init("\(text(&dice))\(index)", inner))
      }
      return DataValue(.dictionary(try DataDictionary(members)))
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `A random value written as JSON is read as the same`(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let value = try value(&dice, depth: 4, isList: false)
    var bytes: [UInt8] = []
    try JSONWriter().write(value, to: &bytes)
    #expect(try read(bytes, as: .json) == value)
    #expect(try read(bytes, as: .json5) == value)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `A random value written as a property list is read as the same, also by Apple's reader`(
    seed: UInt64
  ) throws {
    var dice = Dice(state: seed)
    let value = try value(&dice, depth: 3, isList: true)
    var xml: [UInt8] = []
    XMLPropertyListWriter().write(value, to: &xml)
    #expect(try read(xml, as: .xmlPropertyList) == value)
    var binary: [UInt8] = []
    BinaryPropertyListWriter().write(value, to: &binary)
    #expect(try read(binary, as: .binaryPropertyList) == value)
    #expect(try apple(xml) == apple(binary))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `A random property list written by Apple's writer is read as the same`(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let value = try value(&dice, depth: 3, isList: true)
    var binary: [UInt8] = []
    BinaryPropertyListWriter().write(value, to: &binary)
    let object = try apple(binary)
    let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]
    for (format, ours) in zip(formats, [DataFormat.xmlPropertyList, .binaryPropertyList]) {
      let data = try PropertyListSerialization.data(
        fromPropertyList: object,
        format: format,
        options: 0
      )
      let again = try read(Array(data), as: ours)
      var bytes: [UInt8] = []
      BinaryPropertyListWriter().write(again, to: &bytes)
      #expect(try apple(bytes) == object)
    }
  }

  private func apple(_ bytes: [UInt8]) throws -> NSObject {
    let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? NSObject)
  }
}
