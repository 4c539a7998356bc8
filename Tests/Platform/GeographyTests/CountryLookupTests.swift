// SPDX-License-Identifier: Apache-2.0

import Geography
import GeographyTesting
import Testing

@Suite struct `Looking up countries` {
  private func database(
    _ value: DatabaseValue,
    usesPointers: Bool = true
  ) throws -> CountryDatabase {
    var writer = DatabaseWriter()
    writer.usesPointers = usesPointers
    writer.set(ipv4: 0x0A00_0000, 8, .country("FR"))
    writer.set(ipv4: 0xC000_0200, 24, value)
    return try CountryDatabase(writer.bytes, named: "test")
  }

  @Test(arguments: [24, 28, 32], [4, 6])
  func `A country database gives the country of an IPv4 address, for all record sizes and versions`(
    recordSize: Int,
    version: Int
  ) throws {
    var writer = DatabaseWriter(version: version)
    writer.recordSize = recordSize
    writer.set(ipv4: 0xC000_0200, 24, .country("DE"))
    writer.set(ipv4: 0xC000_0280, 25, .country("AT"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country("192.0.2.1") == "DE")
    #expect(database.country("192.0.2.127") == "DE")
    #expect(database.country("192.0.2.128") == "AT")
    #expect(database.country("192.0.3.1") == nil)
    #expect(database.country("0.0.0.0") == nil)
    #expect(database.country("255.255.255.255") == nil)
  }

  @Test func `A country database finds IPv4 addresses that are written as IPv6 addresses`() throws {
    var writer = DatabaseWriter()
    writer.set(ipv4: 0xC000_0200, 24, .country("DE"))
    writer.set(ipv6: 0x2001_0DB8 << 96, 32, .country("JP"))
    let plain = try CountryDatabase(writer.bytes, named: "test")
    writer.alias()
    let aliased = try CountryDatabase(writer.bytes, named: "test")
    let mapped: UInt128 = 0xFFFF << 32 | 0xC000_0201
    let compatible: UInt128 = 0xC000_0201
    let sixToFour: UInt128 = 0x2002_C000_0201 << 80 | 1
    for database in [plain, aliased] {
      #expect(database.country("192.0.2.1") == "DE")
      #expect(database.country(v6: mapped) == "DE")
      #expect(database.country(v6: compatible) == "DE")
      #expect(database.country(v6: 0x2001_0DB8 << 96 | 7) == "JP")
      #expect(database.country(v6: 0x2001_0DB9 << 96 | 7) == nil)
    }
    #expect(plain.country(v6: sixToFour) == nil)
    #expect(aliased.country(v6: sixToFour) == "DE")
  }

  @Test
  func `A country database of IPv4 addresses knows no IPv6 address but those that map IPv4 ones`()
    throws
  {
    var writer = DatabaseWriter(version: 4)
    writer.set(ipv4: 0, 0, .country("DE"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country(v6: 0x2001_0DB8 << 96) == nil)
    #expect(database.country(v6: 0xFFFF << 32 | 0xC000_0201) == "DE")
    #expect(database.country(v6: 0xFFFE << 32 | 0xC000_0201) == nil)
  }

  @Test(arguments: [0, 1, 3, 5, 15, 17, 32])
  func `A country database gives no country for bytes whose count is not that of an address`(
    count: Int
  ) throws {
    var writer = DatabaseWriter()
    writer.set(ipv6: 0, 0, .country("DE"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country(bytes: [UInt8](repeating: 1, count: count)) == nil)
    #expect(database.country(bytes: [1, 1, 1, 1]) == "DE")
  }

  @Test(arguments: [true, false])
  func `A country database with cities gives the country of an address`(usesPointers: Bool) throws {
    #expect(try database(.city("DE"), usesPointers: usesPointers).country("192.0.2.1") == "DE")
  }

  private enum Entry {
    static let all: [(DatabaseValue, String?)] = [
      (["registered_country": ["iso_code": "US"]], "US"),
      (["country": ["names": [:]], "registered_country": ["iso_code": "US"]], "US"),
      (["country": ["iso_code": "xx"], "registered_country": ["iso_code": "US"]], "US"),
      (["country": "DE", "registered_country": ["iso_code": "US"]], "US"),
      (["registered_country": ["iso_code": "US"], "country": ["iso_code": "DE"]], "DE"),
      (["country": ["iso_code": "DEU"]], nil), (["country": ["iso_code": "D"]], nil),
      (["country": ["iso_code": ""]], nil), (["country": ["iso_code": "ß"]], nil),
      (["country": ["iso_code": "D1"]], nil), (["country": ["iso_code": "[["]], nil),
      (["country": ["iso_code": .bytes([0x44, 0x45])]], nil),
      (["country": ["iso_code": .uint16(0x4445)]], nil),
      (["country": ["iso_code": ["DE"]]], nil), (["country": ["iso_code": ["DE": "DE"]]], nil),
      (["country": [["iso_code": "DE"]]], nil), ([["country": ["iso_code": "DE"]]], nil),
      (["countr": ["iso_code": "DE"]], nil), (["countries": ["iso_code": "DE"]], nil),
      (["names": ["country": ["iso_code": "DE"]]], nil), ("DE", nil), ([:], nil), ([], nil),
    ]
  }

  @Test(arguments: Entry.all)
  func `A country lookup takes the country, else the registered country, and no other value`(
    entry: DatabaseValue,
    country: String?
  ) throws {
    let database = try database(entry)
    #expect(database.country("192.0.2.1") == country)
    #expect(database.country("10.0.0.1") == "FR")
  }

  @Test(arguments: [28, 32])
  func `A country database larger than 16 MiB is read with records of 28 and 32 bits`(
    recordSize: Int
  ) throws {
    var writer = DatabaseWriter()
    writer.recordSize = recordSize
    // The values lie behind what 24 bits can tell.
    writer.padding = [UInt8](repeating: 0, count: 0x0110_0000)
    writer.set(ipv4: 0x0000_0000, 1, .country("DE"))
    writer.set(ipv4: 0x8000_0000, 1, .country("FR"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country("1.2.3.4") == "DE")
    #expect(database.country("200.2.3.4") == "FR")
  }

  @Test func `A country database answers several threads at once`() async throws {
    var writer = DatabaseWriter()
    for number in UInt32(0)..<26 {
      let code = "A\(Character(Unicode.Scalar(UInt8(65 + number))))"
      writer.set(ipv4: number << 24, 8, .country(code))
    }
    let database = try CountryDatabase(writer.bytes, named: "test")
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<2_600).count { round in
            let number = UInt32(round % 26)
            return database.country(v4: number << 24 | 1)
              != "A\(Character(Unicode.Scalar(UInt8(65 + number))))"
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
