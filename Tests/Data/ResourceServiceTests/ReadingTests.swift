// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite struct `Reads of records over HTTP` {
  @Test func `A name in fields or types that is not known is told`() throws {
    let service = try ServiceUnderTest()
    let rose = try service.create(["name": "Rose", "note": "free"])
    for path in ["flowers", "flowers/\(rose)", "changes", "flowers.ndjson"] {
      let reply = try service.send(.get, "/v1/\(path)?fields=nmae,note,name,_version,_rating")
      let text = String(decoding: reply.body, as: UTF8.self)
      #expect(
        reply.status == 200 && text.contains(#""_unknownFields":["nmae","_rating"]"#),
        "\(text)"
      )
      let known = try service.send(.get, "/v1/\(path)?fields=note,name,_version")
      #expect(!String(decoding: known.body, as: UTF8.self).contains("_unknownFields"))
    }
    // A strict type has no other attributes than those that it declares.
    #expect(try service.send(.patch, "/v1/_schema/shops", [:], ["strict": true]).status == 200)
    for path in ["shops?fields=nmae", "changes?types=shops&fields=nmae", "changes?types=shosp"] {
      let reply = try service.send(.get, "/v1/\(path)")
      #expect(reply.status == 400 && reply.json["code"] == "bad-parameter", "\(reply.json)")
      #expect(reply.json["detail"]?.string?.contains("did you mean") == true, "\(reply.json)")
    }
    #expect(try service.send(.get, "/v1/shops?fields=name,uuid").status == 200)
  }

  @Test func `A record that a change of its type has converted is not 304 for its old form`() throws
  {
    let under = try ServiceUnderTest()
    let id = try under.create(["name": "Rose", "stock": 3])
    let before = try under.send(.get, "/v1/flowers/\(id)")
    let change: DataValue = ["class": 2, "attributes": ["stock": ["type": "text"]]]
    #expect(try under.send(.patch, "/v1/_schema/flowers", [:], change).status == 200)
    let tag = before.fields["etag"] ?? ""
    let after = try under.send(.get, "/v1/flowers/\(id)", ["if-none-match": tag])
    #expect(after.status == 200 && after.json["stock"] == "3" && after.json["_class"] == 2)
    #expect(after.json["_version"] == before.json["_version"])
    let new = after.fields["etag"] ?? ""
    #expect(try under.send(.get, "/v1/flowers/\(id)", ["if-none-match": new]).status == 304)
    let write = try under.send(.patch, "/v1/flowers/\(id)", ["if-match": new], ["stock": "4"])
    #expect(write.status == 200)
    let written = write.fields["etag"] ?? ""
    #expect(written == "\"\(write.json["_version"]?.number.map { Int($0) } ?? 0)-2\"")
    #expect(try under.send(.get, "/v1/flowers/\(id)", ["if-none-match": written]).status == 304)
  }

  @Test func `A record is read with its members, and answered 304 for its entity tag`() throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose", "price": 4.5])
    let reply = try service.send(.get, "/v1/flowers/\(id)")
    #expect(reply.status == 200)
    let keys = reply.json.dictionary?.members.map(\.key)
    #expect(
      keys == ["uuid", "_type", "_version", "_class", "_created", "_updated", "name", "price"]
    )
    #expect(reply.fields["etag"] == "\"1\"" && reply.fields["cache-control"] == "no-cache")
    #expect(reply.fields["surrogate-key"] == "records \(id)")
    let again = try service.send(.get, "/v1/flowers/\(id)", ["if-none-match": "\"1\""])
    #expect(again.status == 304 && again.body.isEmpty)
  }

  @Test func `A page of a list tells its place and total and continues by a token`() throws {
    let service = try ServiceUnderTest()
    for name in ["A", "B", "C"] { _ = try service.create(["name": .text(name)]) }
    let first = try service.send(.get, "/v1/flowers?limit=2&order=name")
    #expect(first.names == ["A", "B"])
    #expect(first.json["offset"] == 0 && first.json["count"] == 2 && first.json["total"] == 3)
    #expect(first.json["totalExact"] == true)
    let next = try #require(first.json["next"]?.string)
    let second = try service.send(.get, "/v1/flowers?limit=2&order=name&page=\(next)")
    #expect(second.names == ["C"] && second.json["offset"] == 2 && second.json["next"] == nil)
    let other = try service.send(.get, "/v1/flowers?limit=2&order=price&page=\(next)")
    #expect(other.status == 400 && other.json["code"] == "bad-page")
  }

  @Test(arguments: [
    ("filter=price%20%3C%202", ["A"]), ("filter=name%20%3D%20%22B*%22", ["B"]),
    ("order=price%20desc", ["B", "A"]), ("order=-price", ["B", "A"]), ("limit=1", ["A"]),
    ("limit=0", ["A", "B"]),
  ])
  func `A list is filtered, sorted and limited by its query parameters`(
    query: String,
    names: [String]
  ) throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "A", "price": 1])
    _ = try service.create(["name": "B", "price": 2])
    #expect(try service.send(.get, "/v1/flowers?\(query)").names == names)
  }

  @Test func `The parameters fields, view and include choose what is shown of records`() throws {
    let service = try ServiceUnderTest()
    let shop = try service.create(["name": "Here"], in: "shops")
    let id = try service.create(["name": "Rose", "price": 1, "shop": .text(shop)])
    let fields = try service.send(.get, "/v1/flowers/\(id)?fields=price").json
    #expect(fields["price"] == 1 && fields["name"] == nil && fields["uuid"]?.string == id)
    let included = try service.send(.get, "/v1/flowers?include=shop").json["included"]
    #expect(included?.elements?.map { $0["name"] } == ["Here"])
    #expect(try service.send(.get, "/v1/flowers?include=price").status == 400)
    #expect(try service.send(.get, "/v1/flowers?view=huge").status == 400)
  }

  @Test func `An inclusion follows references of included records, each record once`() throws {
    let service = try ServiceUnderTest()
    let shop = try service.create(["name": "Here"], in: "shops")
    let rose = try service.create(["name": "Rose", "shop": .text(shop)])
    let lily = try service.create(["name": "Lily", "friends": [.text(rose)]])
    let review = try service.create(["flower": .text(lily)], in: "reviews")
    func included(_ include: String) throws -> [String] {
      let reply = try service.send(.get, "/v1/reviews/\(review)?include=\(include)")
      return reply.json["included"]?.elements?.compactMap { $0["name"]?.string } ?? [
        "\(reply.status)"
      ]
    }
    #expect(try included("flower") == ["Lily"])
    #expect(try included("flower.friends") == ["Lily", "Rose"])
    #expect(try included("flower.friends.shop,flower") == ["Lily", "Rose", "Here"])
    #expect(try service.send(.get, "/v1/flowers?include=friends").json["included"] == nil)
    let list = try service.send(.get, "/v1/flowers?include=friends.shop").json["included"]
    #expect(list?.elements?.map { $0["name"] } == ["Here"])
    for (include, detail) in [
      ("flower.shops", "did you mean shop?"), ("flower.friends.friends.shop", "with 4 references"),
      ("flower.", "include has "), (String(repeating: "flower,", count: 11), "has 11 paths"),
    ] {
      let refused = try service.send(.get, "/v1/reviews?include=\(include)")
      #expect(refused.status == 400 && refused.json["code"] == "bad-parameter", "\(include)")
      #expect(refused.json["detail"]?.string?.contains(detail) == true, "\(refused.json)")
    }
  }

  @Test func `Related records are listed under the path of their record`() throws {
    let service = try ServiceUnderTest()
    let shop = try service.create(["name": "Here"], in: "shops")
    let id = try service.create(["name": "Rose", "shop": .text(shop)])
    _ = try service.create(["name": "Lily"])
    #expect(try service.send(.get, "/v1/shops/\(shop)/flowers").names == ["Rose"])
    #expect(try service.send(.get, "/v1/flowers/\(id)/shop").names == ["Here"])
    #expect(try service.send(.get, "/v1/flowers/\(id)/friends").names == [])
    #expect(try service.send(.get, "/v1/flowers/\(id)/nothing").status == 404)
  }

  @Test func `A record with a ttl expires at one instant, and its entity tag with it`() throws {
    let service = try ServiceUnderTest { $0.ttl = 60 }
    let id = try service.create(["name": "Rose"])
    let reply = try service.send(.get, "/v1/flowers/\(id)")
    let expiry = try #require(reply.json["_expire"]?.string.flatMap(Int64.init))
    let age = try #require(reply.fields["cache-control"]?.dropFirst("public, max-age=".count))
    #expect(Int64(age) == expiry - 1_795_402_800)
    let tag = try #require(reply.fields["etag"])
    #expect(tag == "\"1.\(expiry)\"")
    #expect(try service.send(.get, "/v1/flowers/\(id)", ["if-none-match": tag]).status == 304)
    service.advance(bySeconds: 60)
    #expect(try service.send(.get, "/v1/flowers/\(id)", ["if-none-match": tag]).status == 200)
    let fields: Fields = ["if-match": tag, "content-type": "application/json"]
    #expect(try service.send(.patch, "/v1/flowers/\(id)", fields, ["price": 1]).status == 200)
  }

  @Test(arguments: [
    ("/v1/trees", 404, "unknown-type"), ("/v1/flowers/x", 404, "not-found"),
    ("/v1/flowers/f-01h455vb4pex5vsknk084sn02q", 404, "not-found"),
    ("/v1/flowers/s-01h455vb4pex5vsknk084sn02q", 404, "not-found"),
    ("/v1/flowers?filter=prise%20%3D%201", 400, "bad-filter"),
    ("/v1/flowers?order=prise", 422, "invalid"), ("/v1/flowers?limit=-1", 400, "bad-parameter"),
    ("/v1/flowers?count=all", 400, "bad-parameter"), ("/v1/flowers?page=x", 400, "bad-page"),
    ("/v1/flowers?filter=near(99,0,1km)", 422, "invalid"), ("/v1", 404, "not-found"),
    ("/v1/changes?since=9", 410, "epoch-changed"), ("/v1/changes?since=x", 400, "bad-parameter"),
    ("/v1/changes?since=0.5", 400, "bad-parameter"),
    ("/v1/changes?since=0.0123456z", 400, "bad-parameter"),
    ("/v1/flowers?limit=1&limit=2", 400, "bad-parameter"),
    ("/v1/flowers?fields=name&view=null", 400, "bad-parameter"),
    ("/v1/flowers?ids=", 400, "bad-parameter"),
    ("/v1/flowers?ids=s-01h455vb4pex5vsknk084sn02q", 400, "bad-parameter"),
  ])
  func `A read that fails answers a problem with a status and a code`(
    target: String,
    status: Int,
    code: String
  ) throws {
    let reply = try ServiceUnderTest().send(.get, target)
    #expect(reply.status == status && reply.json["code"]?.string == code)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(reply.json["status"] == .integer(Int64(status)))
    #expect(reply.json["detail"]?.string?.isEmpty == false)
  }

  @Test(arguments: [
    ("/v2/flowers"), ("/v1flowers"), ("/v1/%zz"), ("/v1/flowers?filter=%zz"),
  ])
  func `A target outside the mount or badly encoded is no request for records`(target: String) {
    let service = try? ServiceUnderTest()
    #expect(throws: ServiceUnderTest.Unreadable.self) { try service?.send(.get, target) }
  }

  @Test func `A request without the needed rights is refused before anything is done`() throws {
    for (rights, statuses) in [
      (ResourceService.Rights.nothing, [401, 401, 401]), (.read, [200, 401, 401]),
      (.write, [200, 201, 401]), (.administer, [200, 201, 200]),
    ] {
      let service = try ServiceUnderTest { $0.caller = { _ in Caller(rights) } }
      let replies = [
        try service.send(.get, "/v1/flowers"),
        try service.send(.post, "/v1/flowers", [:], ["name": "Rose"]),
        try service.send(.put, "/v1/_schema/trees", [:], ["prefix": "t"]),
      ]
      #expect(replies.map(\.status) == statuses)
      // The faults of a change of types are shown only to those who may change them.
      let wrong = try service.send(.delete, "/v1/_schema/shops").status
      #expect(wrong == (rights == .administer ? 422 : 401))
    }
  }

  @Test func `A list names the token from which its changes go on`() throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "Rose"])
    let token = try service.send(.get, "/v1/flowers").json["syncToken"]?.string ?? ""
    #expect(token.hasSuffix("_1"))
    let id = try service.create(["name": "Lily", "price": 3])
    let changes = try service.send(.get, "/v1/changes?since=\(token)&fields=name").json["data"]
    #expect(changes?.elements?.map { $0["uuid"]?.string } == [id])
    #expect(changes?.elements?.first?["name"]?.string == "Lily")
    #expect(changes?.elements?.first?["price"] == nil)
  }
}
