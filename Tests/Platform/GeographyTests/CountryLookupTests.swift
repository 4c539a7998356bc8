// SPDX-License-Identifier: Apache-2.0

import Geography
import GeographyTesting
import Testing

@Suite struct `A database of countries` {
  @Test(arguments: [24, 28, 32], [4, 6])
  func `tells the country of an address`(recordSize: Int, version: Int) throws {
    var writer = DatabaseWriter(version: version)
    writer.recordSize = recordSize
    writer.set(ipv4: 0xC000_0200, 24, .country("DE"))
    writer.set(ipv4: 0xC000_0280, 25, .country("AT"))
    let database = try CountryDatabase(writer.bytes, named: "test")
    #expect(database.country("192.0.2.1") == "DE")
    #expect(database.country("192.0.2.129") == "AT")
    #expect(database.country("192.0.3.1") == nil)
  }
}
