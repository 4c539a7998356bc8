// SPDX-License-Identifier: Apache-2.0

import Bytes
import Geography
import GeographyTesting
import Testing

/// Whatever is in a file: opening it is refused, or look-ups answer; nothing else happens.
@Suite struct `A damaged country database` {
  /// Databases with something of everything, as small as they can be.
  private static func small(_ recordSize: Int, version: Int = 6) -> [UInt8] {
    var writer = DatabaseWriter(version: version)
    writer.recordSize = recordSize
    writer.set(ipv4: 0xC000_0200, 24, ["country": ["iso_code": "DE"], "x": ["y", .boolean(true)]])
    writer.set(
      ipv4: 0x8000_0000,
      1,
      ["names": ["en": "country"], "registered_country": ["iso_code": "FR"]]
    )
    if version == 6 { writer.alias() }
    return writer.bytes
  }

  /// Opens a database, and looks addresses up if that can be done; whether it could.
  private func use(_ bytes: [UInt8]) -> Bool {
    guard let database = try? CountryDatabase(bytes, named: "test") else { return false }
    for address: UInt32 in [0xC000_0201, 0x8000_0001, 0, .max, 0x0A00_0001] {
      _ = database.country(v4: address)
      _ = database.country(v6: 0x2002 << 112 | UInt128(address) << 80)
    }
    for address: UInt128 in [0, .max, 0x2001_0DB8 << 96, 1 << 127] {
      _ = database.country(v6: address)
    }
    return true
  }

  @Test func `The sample databases are readable before they are damaged`() {
    for size in [24, 28, 32] { #expect(use(Self.small(size))) }
    #expect(use(Self.small(24, version: 4)))
  }

  @Test(arguments: [24, 28, 32])
  func `A country database cut short is refused, and one that lacks its start never crashes`(
    recordSize: Int
  ) {
    let bytes = Self.small(recordSize)
    for count in bytes.indices { #expect(!use(Array(bytes.prefix(count))), "\(count)") }
    for count in bytes.indices { _ = use(Array(bytes.dropFirst(count))) }
  }

  @Test(arguments: [(24, 6), (28, 6), (32, 6), (24, 4)])
  func `A country database with any one byte wrong is refused or answers, and never crashes`(
    recordSize: Int,
    version: Int
  ) {
    var bytes = Self.small(recordSize, version: version)
    var opened = 0
    for index in bytes.indices {
      let right = bytes[index]
      for wrong in [0, 0xFF, right ^ 1, right ^ 0x20, right &+ 0x9F] {
        bytes[index] = wrong
        if use(bytes) { opened += 1 }
      }
      bytes[index] = right
    }
    // Most bytes can be wrong in ways that are seen at look-ups only, if at all.
    #expect(opened > bytes.count)
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `A country database with many wrong bytes is refused or answers, and never crashes`(
    seed: UInt64
  ) {
    var state = seed
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let sound = Self.small(28)
    for _ in 0..<500 {
      var bytes = sound
      for _ in 0..<(1 + number(below: 24)) {
        bytes[number(below: bytes.count)] = UInt8(number(below: 256))
      }
      _ = use(bytes)
    }
    for _ in 0..<200 {
      let garbage = (0..<number(below: 3_000)).map { _ in UInt8(number(below: 256)) }
      #expect(!use(garbage))
      // Sound metadata about garbage.
      _ = use(garbage + sound.suffix(260))
      #expect(!use(garbage + DatabaseWriter.marker + garbage))
    }
  }

  private enum Values {
    private static func entry(_ key: DatabaseValue, _ value: [UInt8]) -> DatabaseValue {
      .map([.init(key, .raw(value)), .init("country", ["iso_code": "DE"])])
    }

    private static func text(_ text: String) -> [UInt8] {
      [0x40 | UInt8(text.utf8.count)] + text.utf8
    }

    static let all: [DatabaseValue] = [
      // Pointers that lead to themselves, to one another, and out.
      .raw([0x20, 0x00]), .raw([0x20, 0x02, 0x20, 0x00]), .raw([0x38, 0xFF, 0xFF, 0xFF, 0xFF]),
      // Maps whose keys or values are the map.
      .raw([0xE1, 0x20, 0x00, 0x40]), .raw([0xE1] + text("country") + [0x20, 0x00]),
      .raw([0xE1] + text("a") + [0x20, 0x00]),
      // Maps and arrays that say more than there is.
      .raw([0xFF, 0xFF, 0xFF, 0xFF]), .raw([0x1F, 0x04, 0xFF, 0xFF, 0xFF]),
      entry("a", [0x1F, 0x04, 0xFF, 0xFF, 0xFF]), entry("a", [0xFF, 0xFF, 0xFF, 0xFF]),
      // Texts and numbers that are longer than the file, or than numbers are.
      entry("a", [0x5F, 0xFF, 0xFF, 0xFF]), entry("a", [0x1F, 0x03, 0, 0, 0]), entry("a", [0xBF]),
      // Types that there are not.
      entry("a", [0x00, 0xFF]), entry("a", [0x01, 0x00, 0x40]),
      entry("a", [0x00, 0x05, 0x00, 0x06]),
      // A key that is no text.
      .map([.init(.uint16(1), "x"), .init("country", ["iso_code": "DE"])]),
    ]
  }

  @Test(arguments: Values.all)
  func `Values that point in circles or out of the file spoil only the addresses that have them`(
    value: DatabaseValue
  ) throws {
    var writer = DatabaseWriter()
    writer.usesPointers = false
    writer.set(ipv4: 0, 1, value)
    writer.set(ipv4: 0x8000_0000, 1, .country("FR"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(["DE", nil].contains(database.country("1.2.3.4")))
    #expect(database.country("200.2.3.4") == "FR")
  }

  @Test(arguments: [[UInt8]([0x01, 0x04]), [0xE1, 0x41, 0x61]])
  func `A value nested 200,000 levels deep gives no country, and spoils no other address`(
    level: [UInt8]
  ) throws {
    var writer = DatabaseWriter()
    writer.usesPointers = false
    let deep = [UInt8]([[UInt8]](repeating: level, count: 200_000).joined()) + [0x40]
    writer.set(ipv4: 0, 1, .map([.init("a", .raw(deep)), .init("country", ["iso_code": "DE"])]))
    writer.set(ipv4: 0x8000_0000, 1, .country("FR"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country("1.2.3.4") == nil)
    #expect(database.country("200.2.3.4") == "FR")
  }

  @Test func `A country lookup gives up beyond its limit of values`() throws {
    func value(_ count: Int) -> DatabaseValue {
      .map([
        .init("a", .array([DatabaseValue](repeating: .boolean(true), count: count))),
        .init("country", ["iso_code": "DE"]),
      ])
    }
    // The map, two keys and two values, and in the country a key and a value.
    let most = CountryDatabase.maximumValuesPerLookup - 7
    for (count, country) in [(most, "DE"), (most + 1, nil)] {
      var writer = DatabaseWriter()
      writer.set(ipv4: 0, 1, value(count))
      writer.set(ipv4: 0x8000_0000, 1, .country("FR"))
      #expect(try CountryDatabase(writer.bytes, named: "test").country("1.2.3.4") == country)
    }
  }

  @Test(arguments: [4, 6])
  func `A country database whose tree leads in a circle is refused`(version: Int) throws {
    var writer = DatabaseWriter(version: version)
    writer.set(ipv4: 0, 1, .country("DE"))
    var bytes = writer.bytes
    let nodes = bytes.count
    // Both records of the last node lead to the root.
    let last = (version == 4 ? 0 : 96) * 6
    #expect(last + 6 < nodes)
    for index in last..<(last + 6) { bytes[index] = 0 }
    #expect(throws: PlainError.self) { try CountryDatabase(bytes, named: "test") }
  }
}
