// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Queries of records` {
  private static let stars = RecordField("stars")
  private static let text = RecordField("text")
  private static let due = RecordField("due")

  private static let record: JSONValue = [
    "uuid": "note-1", "stars": 4, "price": 2.5, "text": "More Roses *", "tags": ["red", "white"],
    "due": "2026-11-28T12:00:00.000Z", "isPublic": true, "gone": nil,
    "place": ["lat": 52.52, "lon": 13.405],
  ]

  @Test(
    arguments: [
      (stars > 3, "stars > 3", true), (stars > 4, "stars > 4", false),
      (stars >= 4, "stars >= 4", true),
      (stars < 4.5, "stars < 4.5", true), (stars <= 3, "stars <= 3", false),
      (stars == 4, "stars = 4", true), (stars != 4, "stars != 4", false),
      (stars == nil, "NOT stars = *", false), (stars != nil, "stars = *", true),
      (RecordField("gone").exists, "gone = *", false),
      (RecordField("none") != 3, "none != 3", true),
      (RecordField("none") < 3, "none < 3", false),
      (RecordField("isPublic") == true, "isPublic = true", true),
      (text == "More Roses *", #"text = "More Roses \*""#, true),
      (text == "more roses *", #"text = "more roses \*""#, false),
      (text.contains("rOSE"), #"text:"rOSE""#, true),
      (text.begins(with: "More"), #"text = "More*""#, true),
      (text.begins(with: "Roses"), #"text = "Roses*""#, false),
      (text.ends(with: "*"), #"text = "*\*""#, true),
      (text.ends(with: "x"), #"text = "*x""#, false),
      (text > "A", #"text > "A""#, true),
      (RecordField("tags") == "white", #"tags = "white""#, true),
      (RecordField("tags") != "white", #"tags != "white""#, false),
      (RecordField("tags").contains("hit"), #"tags:"hit""#, true),
      (stars.isOne(of: [1, 4]), "stars = 1 OR stars = 4", true),
      (stars.isOne(of: []), "NOT uuid = *", false), (.all([]), "uuid = *", true),
      (due > "2026-11-28", #"due > "2026-11-28""#, true),
      (due >= "2026-11-28T13:00:00.000+01:00", #"due >= "2026-11-28T13:00:00.000+01:00""#, true),
      (due == "2026-11-28T12:00:00Z", #"due = "2026-11-28T12:00:00Z""#, true),
      (due < "2026-11-28T12:00:00.001Z", #"due < "2026-11-28T12:00:00.001Z""#, true),
      (due > "tomorrow", #"due > "tomorrow""#, false),
      (
        !(stars > 3) || text.contains("a") && stars < 3,
        #"NOT stars > 3 OR (text:"a" AND stars < 3)"#, false
      ),
      (!(stars > 3 && stars < 5), "NOT (stars > 3 AND stars < 5)", false),
      (
        .all([.any([.all([stars == 1, stars == 4])]), stars == 4]),
        "(stars = 1 AND stars = 4) AND stars = 4", false
      ),
      (
        RecordField("place").near(latitude: 52.5, longitude: 13.4, metres: 2_300),
        #"place.near(52.5, 13.4, "2300.0m")"#, true
      ),
      (
        RecordField("place").near(latitude: 52.5, longitude: 13.4, metres: 2_200),
        #"place.near(52.5, 13.4, "2200.0m")"#, false
      ),
      (text == "a\"\\\n\u{1}", #"text = "a\"\\\n\u0001""#, false),
    ] as [(RecordFilter, String, Bool)]
  )
  func `A filter is a text for the service, and is evaluated here`(
    filter: RecordFilter,
    text: String,
    matches: Bool
  ) throws {
    #expect(filter.description == text)
    #expect(filter.matches(Self.record) == matches)
    let store = ObjectStore()
    try store.write { $0.put(Self.record) }
    #expect(try filter.matches(#require(store.snapshot["note-1"])) == matches)
  }

  private func store() throws -> ObjectStore {
    let store = ObjectStore()
    try store.write { write in
      for (id, stars) in [("note-1", 3), ("note-2", 5), ("note-3", 5), ("note-4", nil)] {
        write.put(["uuid": .string(id), "stars": stars.map { .integer(Int64($0)) } ?? nil])
      }
      write.put(["uuid": "notebook-1", "stars": 9])
    }
    return store
  }

  @Test(
    arguments: [
      ([], nil, ["note-1", "note-2", "note-3", "note-4"]),
      (["stars"], nil, ["note-4", "note-1", "note-2", "note-3"]),
      (["-stars"], nil, ["note-3", "note-2", "note-1", "note-4"]),
      (["-stars", "uuid"], 2, ["note-2", "note-3"]), (["-uuid"], 1, ["note-4"]), ([], 0, []),
    ] as [([String], Int?, [String])]
  )
  func `Objects of the store come in the order of the service`(
    order: [String],
    limit: Int?,
    expected: [String]
  ) throws {
    let store = try store()
    let query = RecordQuery(of: "note", order: order, limit: limit)
    #expect(query.objects(in: store.snapshot).map(\.id) == expected)
    store.addIndex(of: "note")
    #expect(query.objects(in: store.snapshot).map(\.id) == expected)
  }

  @Test func `A fetch is local, and remote with an endpoint`() async throws {
    let fixture = try RequestFixture()
    let query = RecordQuery(
      of: "note",
      where: Self.stars > 3 && Self.text.contains("a&b"),
      order: ["-stars", "uuid"],
      fields: ["text", "stars"],
      include: ["shop"],
      limit: 5
    )
    #expect(query.link == nil)
    #expect(try await fixture.client.fetch(query).isEmpty)
    #expect(fixture.service.requests.isEmpty)
    let target =
      "/v1/notes?filter=stars%20%3E%203%20AND%20text%3A%22a%26b%22&order=-stars,uuid"
      + "&fields=text,stars&include=shop&limit=5"
    fixture.service.answer(
      target,
      [:],
      #"{"data":[{"uuid":"note-1","stars":4,"text":"a&b"}],"included":[{"uuid":"shop-1"}]}"#
    )
    let found = try await fixture.client.fetch(query.at("/v1/notes"))
    #expect(found.map(\.id) == ["note-1"])
    #expect(try await fixture.client.fetch(query).map(\.id) == ["note-1"])
    #expect(fixture.client.store.snapshot.contains("shop-1"))
    #expect(fixture.service.requests.count == 1)
  }

  @Test func `The shops that are near are found at the service and on the device`() async throws {
    let fixture = try RequestFixture()
    let near = RecordField("place").near(latitude: 52.5, longitude: 13.4, metres: 5_000)
    let query = RecordQuery(of: "shop", where: near)
    fixture.service.answer(
      "/v1/shops?filter=place.near%2852.5,%2013.4,%20%225000.0m%22%29",
      [:],
      #"{"data":[{"uuid":"shop-1","place":{"lat":52.51,"lon":13.41}}]}"#
    )
    #expect(try await fixture.client.fetch(query.at("/v1/shops")).map(\.id) == ["shop-1"])
    try fixture.client.store.write {
      $0.put(["uuid": "shop-2", "place": ["lat": 53.5, "lon": 13.4]])
      $0.put(["uuid": "shop-3"])
    }
    #expect(try await fixture.client.fetch(query).map(\.id) == ["shop-1"])
  }

  @Test func `Only the fields that are missing are asked for`() async throws {
    let fixture = try RequestFixture()
    let (service, client) = (fixture.service, fixture.client)
    let fields: WireFields = ["Cache-Control": "max-age=60"]
    service.answer(
      "/v1/notes/note-1?fields=stars,text,uuid",
      fields,
      #"{"uuid":"note-1","text":"a","stars":4}"#
    )
    service.answer("/v1/notes/note-1?fields=price,uuid", fields, #"{"uuid":"note-1","price":2}"#)
    func object(_ fields: Set<String>) async throws -> StoredObject? {
      try await client.object("note-1", at: "/v1/notes", fields: fields)
    }
    #expect(try await object(["text", "stars"])?["stars"] == 4)
    #expect(try await object(["text"])?["text"] == "a")
    #expect(service.requests.count == 1)
    let whole = try await object(["text", "price"])
    #expect(whole?["price"] == 2)
    #expect(whole?["text"] == "a")
    #expect(service.requests.count == 2)
    service.now += 60
    service.answer("/v1/notes/note-1?fields=text,uuid", fields, #"{"uuid":"note-1","text":"b"}"#)
    #expect(try await object(["text"])?["text"] == "b")
    #expect(service.requests.count == 3)
  }
}
