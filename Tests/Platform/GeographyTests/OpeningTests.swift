// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import FolderTesting
import Foundation
import Geography
import GeographyTesting
import Testing

@Suite struct `Opening a country database` {
  /// Runs a test with a folder; most tests here need none.
  private func within(_ body: (_ folder: String) throws -> Void) rethrows {
    let folder = TemporaryFolder()
    try body(folder.path)
  }

  private static func writer(_ value: DatabaseValue = .country("DE")) -> DatabaseWriter {
    var writer = DatabaseWriter()
    writer.set(ipv4: 0xC000_0200, 24, value)
    return writer
  }

  private func error(_ bytes: [UInt8]) -> PlainError? {
    #expect(throws: PlainError.self) { try CountryDatabase(bytes, named: "a.mmdb") }
  }

  @Test func `A country database goes on answering after its file is cut, overwritten or removed`()
    throws
  {
    try within { folder in
      let path = "\(folder)/countries.mmdb"
      try Files.write(Self.writer().bytes, to: path)
      let database = try CountryDatabase(path)
      #expect(database.country("192.0.2.1") == "DE")
      for change in [
        { try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 0) },
        {
          try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: Data([1, 2]))
        },
        { try Files.remove(path) },
      ] {
        try change()
        #expect(database.country("192.0.2.1") == "DE")
      }
    }
  }

  @Test func `Opening a country database that is missing or a folder says why it cannot be read`() {
    within { folder in
      let missing = #expect(throws: PlainError.self) {
        try CountryDatabase("\(folder)/missing")
      }
      #expect(
        missing?.description
          == "\(folder)/missing: cannot open \(folder)/missing: No such file or directory; "
          + "expected a file that can be read"
      )
      let isFolder = #expect(throws: PlainError.self) { try CountryDatabase(folder) }
      #expect(isFolder?.description.hasSuffix("expected a file that can be read") == true)
    }
  }

  @Test func `A country database file beyond the size limit is refused`() throws {
    try within { folder in
      let path = "\(folder)/large"
      try Files.write([], to: path)
      try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        .truncate(atOffset: UInt64(CountryDatabase.maximumFileBytes) + 1)
      let error = #expect(throws: PlainError.self) { try CountryDatabase(path) }
      #expect(error?.description.hasSuffix("; expected at most 536870912 bytes") == true)
    }
  }

  @Test(arguments: [0, 1, 13, 14, 4_096, 200_000])
  func `A file that is no country database is refused with a description of what was expected`(
    count: Int
  ) {
    let error = error([UInt8](repeating: 0xAB, count: count))
    #expect(
      error?.description == "a.mmdb: no MaxMind metadata in the last \(min(count, 131_072)) bytes; "
        + "expected a file in the MaxMind DB format, such as GeoLite2-Country.mmdb"
    )
  }

  @Test func `A country database whose metadata are not in the last 128 KiB is refused`() throws {
    let bytes = Self.writer().bytes
    let place = try #require(
      bytes.indices.last { bytes[$0...].starts(with: DatabaseWriter.marker) }
    )
    let room = 131_072 - (bytes.count - place)
    _ = try CountryDatabase(bytes + [UInt8](repeating: 0, count: room), named: "a.mmdb")
    let refused = error(bytes + [UInt8](repeating: 0, count: room + 1))?.description
    #expect(refused?.hasPrefix("a.mmdb: no MaxMind metadata in the last 131072 bytes") == true)
  }

  @Test(arguments: [0, 1, 2])
  func `Metadata that end at once are refused`(count: Int) {
    let tail = DatabaseWriter.marker + [UInt8](repeating: 0xE0, count: count)
    // At the end of a page there is no memory behind the file.
    let bytes = [UInt8](repeating: 0, count: 8_192 - tail.count) + tail
    let refused = error(bytes)?.description
    #expect(refused?.hasPrefix("a.mmdb: metadata of \(count) bytes; expected ") == true)
  }

  private enum Values {
    static let withoutCountries: [DatabaseValue] = [
      ["autonomous_system_number": .uint32(64_496), "autonomous_system_organization": "Example"],
      ["country": "DE"], ["country": ["names": ["en": "Germany"]]],
      ["is_anonymous": .boolean(true)],
      ["country_code": "DE"], "DE", [:],
    ]
  }

  @Test(arguments: Values.withoutCountries)
  func `A database whose values have no countries is refused`(value: DatabaseValue) {
    let error = error(Self.writer(value).bytes)
    #expect(
      error?.description == "a.mmdb: a database without countries; "
        + "expected values with country.iso_code or registered_country.iso_code"
    )
  }

  @Test func `A database without values is refused`() {
    let refused = error(DatabaseWriter().bytes)?.description
    #expect(refused?.hasPrefix("a.mmdb: a database without countries") == true)
  }

  private enum Metadata {
    static let refused: [(String, DatabaseValue?)] = [
      ("binary_format_major_version", .uint16(3)), ("binary_format_major_version", nil),
      ("binary_format_minor_version", "0"), ("build_epoch", nil), ("build_epoch", .uint16(5)),
      ("database_type", nil), ("database_type", .uint16(1)), ("description", nil),
      ("description", "text"), ("description", ["en": .uint16(1)]), ("ip_version", .uint16(5)),
      ("ip_version", nil), ("languages", nil), ("languages", ["en", .uint16(1)]),
      ("languages", "en"), ("node_count", nil), ("node_count", .uint32(0)),
      ("node_count", .uint16(1)), ("record_size", nil), ("record_size", .uint16(0)),
      ("record_size", .uint16(20)), ("record_size", .uint32(24)),
    ]
  }

  @Test(arguments: Metadata.refused)
  func `A database with wrong metadata is refused with the message of libmaxminddb`(
    key: String,
    value: DatabaseValue?
  ) {
    var writer = Self.writer()
    writer.metadata[key] = .some(value)
    let error = error(writer.bytes)
    #expect(error?.description.hasPrefix("a.mmdb: libmaxminddb says: The ") == true)
  }

  @Test(arguments: [24, 28, 32], [UInt32(1_000), 0x1FFF_FFFF, 0x2492_4924, 0x2AAA_AAAA, .max])
  func `A tree that is larger than its file is refused`(recordSize: Int, nodes: UInt32) {
    var writer = Self.writer()
    writer.recordSize = recordSize
    writer.metadata["node_count"] = .uint32(nodes)
    let error = error(writer.bytes)
    let tree = "a.mmdb: a tree of \(nodes) nodes with two records of"
    #expect(error?.description.hasPrefix(tree) == true)
  }

  private enum Nesting {
    /// Arrays within arrays, each with one element.
    static func arrays(_ depth: Int) -> DatabaseValue {
      .raw([UInt8]([[UInt8]](repeating: [0x01, 0x04], count: depth).joined()) + [0x40])
    }

    /// Arrays of pointers to arrays of pointers: few bytes that say very much.
    static let doubling: DatabaseValue = .raw(
      [0x02, 0x04] + [UInt8]([[UInt8]](repeating: [0x20, 0x00], count: 2).joined())
    )

    static let all: [String: DatabaseValue] = [
      "eight levels": arrays(8), "60,000 levels": arrays(60_000), "doubling": doubling,
      "a key that is a number": .map([.init(.uint16(1), "x")]),
      "a key that is an array": .map([.init(["x"], "x")]),
      "too many values": .array([DatabaseValue](repeating: .boolean(true), count: 5_000)),
      "a long array": .raw([0x1F, 0x04, 0xFF, 0xFF, 0xFF]),
      "a long map": .raw([0xFF, 0xFF, 0xFF, 0xFF]), "a pointer to the map": .raw([0x20, 0x00]),
      "a pointer to itself": .raw([0x20, 0x1D]),
      "a pointer to nowhere": .raw([0x38, 0xFF, 0xFF, 0xFF, 0xFF]),
    ]
  }

  @Test(arguments: Nesting.all.keys.sorted())
  func `Metadata that nest deep, point in circles or point out of the file are refused`(
    name: String
  ) throws {
    let value = try #require(Nesting.all[name])
    var writer = Self.writer()
    writer.metadata["binary_format_major_version"] = value
    let refused = error(writer.bytes)?.description
    #expect(refused?.contains("libmaxminddb") == false)
  }
}
