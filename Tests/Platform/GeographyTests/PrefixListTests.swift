// SPDX-License-Identifier: Apache-2.0

import Geography
import GeographyTesting
import SeededTesting
import Testing

@Suite struct `A country database compared with a list of networks` {
  private struct Network {
    let base: UInt128
    let length: Int
    let country: String

    func contains(_ address: UInt128) -> Bool {
      length == 0 || (address ^ base) >> (128 - length) == 0
    }

    /// The first and last address, and those beside them.
    var borders: [UInt128] {
      let last = length == 0 ? .max : base | (.max >> length)
      return [base, last, base &- 1, last &+ 1]
    }
  }

  private static let countries = ["DE", "FR", "AT", "JP", "US", "GB", "BR"]

  @Test(arguments: [24, 28, 32], [UInt64(1), 2, 3])
  func `A country database agrees with a list of networks for IPv6 addresses`(
    recordSize: Int,
    seed: UInt64
  ) throws {
    var numbers = SeededNumbers(seed)
    var writer = DatabaseWriter()
    writer.recordSize = recordSize
    writer.usesPointers = seed % 2 == 0
    var networks: [Network] = []
    for _ in 0..<150 {
      // Few different bits in front, so that networks lie within one another.
      let bits = UInt128(numbers.next() & 0x0003_0003_0003_0003) << 64 | UInt128(numbers.next())
      let length = Int.random(in: 1...128, using: &numbers)
      let base = (bits >> (128 - length)) << (128 - length)
      let country = Self.countries[Int.random(in: 0..<7, using: &numbers)]
      networks.append(Network(base: base, length: length, country: country))
      writer.set(ipv6: base, length, .country(country))
    }
    let database = try CountryDatabase(writer.bytes, named: "test")
    var addresses = networks.flatMap(\.borders)
    for _ in 0..<200 { addresses.append(UInt128(numbers.next()) << 64 | UInt128(numbers.next())) }
    for address in addresses where address >> 32 != 0xFFFF {
      let expected = networks.last { $0.contains(address) }?.country
      #expect(database.country(v6: address) == expected, "\(address)")
    }
  }

  @Test(arguments: [4, 6], [UInt64(11), 12, 13])
  func `A country database agrees with a list of networks for IPv4 addresses`(
    version: Int,
    seed: UInt64
  ) throws {
    var numbers = SeededNumbers(seed)
    var writer = DatabaseWriter(version: version)
    var networks: [Network] = []
    for _ in 0..<150 {
      let bits = UInt32(truncatingIfNeeded: numbers.next()) & 0x0303_03FF
      let length = Int.random(in: 1...32, using: &numbers)
      let base = (bits >> (32 - length)) << (32 - length)
      let country = Self.countries[Int.random(in: 0..<7, using: &numbers)]
      networks.append(Network(base: UInt128(base), length: length + 96, country: country))
      writer.set(ipv4: base, length, .country(country))
    }
    if version == 6 { writer.alias() }
    let database = try CountryDatabase(writer.bytes, named: "test")
    for address in networks.flatMap(\.borders) {
      let address = UInt32(truncatingIfNeeded: address)
      let expected = networks.last { $0.contains(UInt128(address)) }?.country
      #expect(database.country(v4: address) == expected, "\(address)")
      #expect(database.country(v6: 0xFFFF << 32 | UInt128(address)) == expected, "\(address)")
      guard version == 6 else { continue }
      #expect(database.country(v6: UInt128(0x2002) << 112 | UInt128(address) << 80) == expected)
    }
  }
}
