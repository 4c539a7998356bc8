// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

/// Letters that are written and not read, with the books that they are about, which refer to them.
private struct Letters {
  let service: ServiceUnderTest
  let letter: String
  let book: String

  init() throws {
    service = try ServiceUnderTest { settings in
      settings.caller = { fields in
        fields["x-as"] == nil ? Caller(.administer, isTrusted: true) : Caller(.write)
      }
    }
    let types: DataValue = [
      [
        "name": "books", "prefix": "b",
        "attributes": [
          "name": ["type": "text"], "letter": ["type": "reference", "to": "letters"],
        ],
      ],
      [
        "name": "letters", "prefix": "l", "capabilities": ["insert", "update"],
        "attributes": ["name": ["type": "text"], "about": ["type": "reference", "to": "books"]],
      ],
    ]
    _ = try service.send(.post, "/v1/_schema:import?loss=true", [:], types)
    let about = try service.create(["name": "About"], in: "books")
    letter = try service.create(["name": "Dear", "about": .text(about)], in: "letters")
    book = try service.create(["name": "Book", "letter": .text(letter)], in: "books")
  }

  /// Sends a request of a client that may write.
  func send(
    _ method: HTTPValues.Method,
    _ target: String,
    _ fields: Fields = Fields(),
    _ body: DataValue? = nil
  ) throws -> Reply {
    var fields = fields
    fields.append("x-as", "client")
    return try service.send(method, target, fields, body)
  }
}

@Suite struct `Types that allow no fetch` {
  @Test func `A record of a type without fetch is in no read, change or inclusion`() throws {
    let letters = try Letters()
    for target in ["", "?ids=\(letters.letter)", "/\(letters.letter)", "/\(letters.letter)/about"] {
      #expect(try letters.send(.get, "/v1/letters\(target)").status == 403, "\(target)")
    }
    #expect(try letters.send(.get, "/v1/changes").names == ["About", "Book"])
    let one = try letters.send(.get, "/v1/books/\(letters.book)?include=letter")
    #expect(one.status == 200 && one.json["included"] == nil)
    let list = try letters.send(.get, "/v1/books?include=letter")
    #expect(list.names == ["About", "Book"] && list.json["included"] == nil)
  }

  @Test func `A record of a type without fetch is among the changes for a token of the site`()
    throws
  {
    let letters = try Letters()
    let changes = try letters.service.send(.get, "/v1/changes")
    #expect(changes.names == ["About", "Dear", "Book"])
    let list = try letters.service.send(.get, "/v1/books?include=letter")
    #expect(list.json["included"]?.elements?.map { $0["name"]?.string } == ["Dear"])
  }

  @Test func `The answer to a write of a type without fetch has no attributes but new ones`() throws
  {
    let letters = try Letters()
    let target = "/v1/letters/\(letters.letter)"
    #expect(try letters.send(.post, "/v1/letters", [:], ["name": "A"]).json["name"] == "A")
    let new = "/v1/letters/l-01h455vb4pex5vsknk084sn02q"
    #expect(try letters.send(.put, new, [:], ["name": "B"]).json["name"] == "B")
    for (method, body) in [(.patch, [:]), (.patch, ["name": "C"]), (.put, ["name": "D"])]
      as [(HTTPValues.Method, DataValue)]
    {
      let reply = try letters.send(method, target, [:], body)
      #expect(reply.status == 200 && reply.json["uuid"]?.string == letters.letter)
      #expect(reply.json["name"] == nil && reply.json["about"] == nil)
    }
    let operation: DataValue = ["op": "update", "id": .text(letters.letter), "body": [:]]
    let batch = try letters.send(.post, "/v1:batch", [:], ["ops": [operation]])
    let resource = batch.json["data"]?.elements?.first?["resource"]
    #expect(resource?["uuid"]?.string == letters.letter && resource?["name"] == nil)
    let stale = try letters.send(.patch, target, ["if-match": "\"99\""], [:])
    #expect(stale.status == 412 && stale.json["current"]?["name"] == nil)
    #expect(try letters.service.send(.patch, target, [:], [:]).json["name"] == "D")
  }
}
