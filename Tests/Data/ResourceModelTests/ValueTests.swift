// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import ResourceModel
import SeededTesting
import Testing

@Suite struct `Ids and records` {
  @Test(arguments: ["u-01h455vb4pex5vsknk084sn02q", "flower-7zzzzzzzzzzzzzzzzzzzzzzzzz"])
  func `An id is read with its prefix`(text: String) throws {
    let id = try #require(ResourceID(text))
    #expect(id.text == text)
    #expect(id.prefix == String(text.prefix { $0 != "-" }))
  }

  @Test(arguments: [
    "", "u-", "01h455vb4pex5vsknk084sn02q", "-01h455vb4pex5vsknk084sn02q",
    "u-01h455vb4pex5vsknk084sn02", "u-01h455vb4pex5vsknk084sn02qq", "u-81h455vb4pex5vsknk084sn02q",
    "u-01H455VB4PEX5VSKNK084SN02Q", "u-01h455vb4pex5vsknk084sn02l", "U-01h455vb4pex5vsknk084sn02q",
    "u_01h455vb4pex5vsknk084sn02q",
  ])
  func `A text that is no id is refused`(text: String) { #expect(ResourceID(text) == nil) }

  @Test func `Generated ids grow within a millisecond and when the clock goes back`() {
    var generator = IDGenerator()
    var numbers = SeededNumbers(1)
    var ids: [ResourceID] = []
    for step in 0..<1_000 {
      let time = Samples.now.advanced(byMilliseconds: step < 500 ? 0 : Int64(500 - step))
      ids.append(generator.next("f", at: time, using: &numbers))
    }
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    #expect(ids.allSatisfy { ResourceID($0.text) == $0 })
    let later = generator.next("f", at: Samples.now.advanced(byMilliseconds: 1), using: &numbers)
    #expect(ids.allSatisfy { $0 < later })
  }

  @Test func `Generated ids grow even when the random numbers are the largest`() {
    struct Ones: RandomNumberGenerator { mutating func next() -> UInt64 { .max } }
    var ones = Ones()
    var generator = IDGenerator()
    let ids = (0..<3).map { _ in generator.next("f", at: Samples.now, using: &ones) }
    #expect(ids[0] < ids[1] && ids[1] < ids[2])
  }

  @Test(arguments: [
    ("2026-11-23T03:00:00Z", "2026-11-23T03:00:00.000Z"),
    ("2026-11-23", "2026-11-23T00:00:00.000Z"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
    ("2026-11-23T03:00:00.0019+01:00", "2026-11-23T02:00:00.001Z"),
  ])
  func `An instant is written in UTC with three decimals`(text: String, expected: String) {
    #expect(Timestamp(text)?.description == expected)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (-62_167_219_200_001, "-1-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func `An instant of any year is written behind what is there`(
    milliseconds: Int64,
    expected: String
  ) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(instant.description == expected)
    #expect("\(UnixTime(seconds: instant.seconds))" == expected.dropLast(5) + "Z")
  }

  @Test func `Only bytes of the alphabet stand in an id`() {
    let allowed = Set("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    for byte in UInt8(0x01)...0x7F {
      let text = "u-0\(Unicode.Scalar(byte))h455vb4pex5vsknk084sn02q"
      #expect((ResourceID(text) != nil) == allowed.contains(byte), "\(byte)")
    }
  }

  @Test func `A record is written with the attributes that a selection leaves`() throws {
    let id = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    var record = Resource(
      id,
      of: "flowers",
      version: 17,
      created: Samples.now,
      updated: Samples.now,
      ["name": "Rose", "price": 5]
    )
    let own: [DataDictionary.Member] = [
      .init("uuid", "f-01h455vb4pex5vsknk084sn02q"), .init("_type", "flowers"),
      .init("_version", 17), .init("_class", 1), .init("_created", "2026-11-23T03:00:00.123Z"),
      .init("_updated", "2026-11-23T03:00:00.123Z"),
    ]
    func json(_ members: [DataDictionary.Member]) -> DataValue {
      DataValue(.dictionary(DataDictionary(unique: own + members)))
    }
    #expect(record.json() == json([.init("name", "Rose"), .init("price", 5)]))
    #expect(record.json(.only(["price"])) == json([.init("price", 5)]))
    #expect(record.json(.without(["price"])) == json([.init("name", "Rose")]))
    record.deleted = Samples.now
    #expect(record.json() == json([.init("_deleted", "2026-11-23T03:00:00.123Z")]))
  }

  @Test func `The distance of two points is that of the haversine formula`() throws {
    let berlin = try #require(Point(latitude: 52.52, longitude: 13.405))
    let paris = try #require(Point(latitude: 48.8566, longitude: 2.3522))
    #expect(abs(berlin.metres(to: paris) - 877_460) < 1_000)
    #expect(Point(latitude: 91, longitude: 0) == nil)
  }
}
