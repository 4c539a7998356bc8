// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite struct `An answer with records of several types` {
  /// Orders are their owner's, and the flowers in them everybody's.
  private static let types: DataValue = [
    [
      "name": "orders", "prefix": "o",
      "attributes": ["flower": ["type": "reference", "to": "flowers"]],
      "rules": [["role": "member", "may": ["fetch", "insert"], "where": "_owner = @me.uuid"]],
    ],
    [
      "name": "flowers", "prefix": "f",
      "attributes": [
        "name": ["type": "text"], "order": ["type": "reference", "to": "orders"],
      ],
    ],
  ]

  private let service: ServiceUnderTest
  private let flower: String
  private let order: String

  init() throws {
    let ann = try #require(ResourceID("u-01h455vb4pex5vsknk084sn02q"))
    let service = try ServiceUnderTest { settings in
      settings.ttl = 60
      settings.caller = { fields in
        if fields["authorization"] == "operator" { return Caller(.administer, isTrusted: true) }
        var caller = Caller(.read)
        if fields["authorization"] == "ann" { caller.principal = Principal(ann) }
        return caller
      }
    }
    let admin: Fields = ["authorization": "operator"]
    _ = try service.send(.post, "/v1/_schema:import?loss=true", admin, Self.types)
    func create(_ type: String, _ user: String, _ body: DataValue) throws -> String {
      let reply = try service.send(.post, "/v1/\(type)", ["authorization": user], body)
      return reply.json["uuid"]?.string ?? "\(reply.status)"
    }
    flower = try create("flowers", "operator", ["name": "Rose"])
    order = try create("orders", "ann", ["flower": .text(flower)])
    let target = "/v1/flowers/\(flower)"
    _ = try service.send(.patch, target, admin, ["order": .text(order)])
    self.service = service
  }

  @Test func `The relations of a record are as private as the record`() throws {
    for relation in ["flower", "flowers"] {
      let target = "/v1/orders/\(order)/\(relation)"
      let own = try service.send(.get, target, ["authorization": "ann"])
      #expect(own.status == 200 && own.names == ["Rose"])
      #expect(own.fields["cache-control"] == "private, no-cache", "\(relation)")
      #expect(own.fields["vary"]?.contains("authorization") == true)
      #expect(try service.send(.get, target).status >= 400)
    }
    #expect(
      try service.send(.get, "/v1/flowers").fields["cache-control"]?.hasPrefix("public") == true
    )
  }

  @Test func `A filter over relations finds by what its sender may see, and is purged with it`()
    throws
  {
    for target in [
      "/v1/flowers?filter=exists(order.uuid)", "/v1/flowers?filter=exists(orders.uuid)",
    ] {
      let stranger = try service.send(.get, target)
      #expect(stranger.status == 200 && stranger.names == [], "\(target)")
      #expect(stranger.fields["vary"]?.contains("authorization") == true, "\(target)")
      #expect(stranger.fields["surrogate-key"]?.contains("records-orders") == true, "\(target)")
      let own = try service.send(.get, target, ["authorization": "ann"])
      #expect(own.names == ["Rose"] && own.fields["cache-control"] == "private, no-cache")
    }
    let counted = "/v1/flowers:aggregate?filter=exists(order.uuid)"
    for (user, count) in [("ann", 1), ("bob", 0)] {
      let reply = try service.send(.get, counted, ["authorization": user])
      #expect(reply.json["data"] == [["_count": .integer(Int64(count))]], "\(user)")
      #expect(reply.fields["surrogate-key"]?.contains("records-orders") == true)
    }
  }

  @Test func `A record with hidden records included varies by who asks`() throws {
    for target in ["/v1/flowers/\(flower)?include=order", "/v1/flowers?include=order"] {
      let stranger = try service.send(.get, target)
      #expect(stranger.status == 200 && stranger.json["included"] == nil)
      #expect(stranger.fields["vary"]?.contains("authorization") == true, "\(target)")
      let own = try service.send(.get, target, ["authorization": "ann"])
      #expect(own.json["included"]?.elements?.count == 1)
      #expect(own.fields["cache-control"] == "private, no-cache", "\(target)")
    }
  }
}
