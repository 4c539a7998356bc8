// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

@Suite struct `Records as property lists` {
  private static let formats: [(suffix: String, type: String, format: DataFormat)] = [
    (".plist", "application/x-plist", .xmlPropertyList),
    (".bplist", "application/x-bplist", .binaryPropertyList),
  ]

  private func bytes(_ value: DataValue, _ format: DataFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    if format == .xmlPropertyList {
      XMLPropertyListWriter().write(value, to: &bytes)
    } else {
      BinaryPropertyListWriter().write(value, to: &bytes)
    }
    return bytes
  }

  @Test func `A record and a list are property lists by the suffix of their path`() throws {
    let service = try ServiceUnderTest { $0.ttl = 60 }
    let id = try service.create(["name": "Rose & Lily", "price": 4.5])
    for (suffix, type, format) in Self.formats {
      for target in ["/v1/flowers/\(id)", "/v1/flowers"] {
        let plain = try service.send(.get, target)
        let reply = try service.send(.get, target + suffix)
        #expect(reply.status == 200 && reply.fields["content-type"] == type)
        let value = try DataValue(reading: reply.body.span, as: format)
        #expect(value["_expire"] == plain.json["_expire"] && value["_expire"] != nil)
        let record = target == "/v1/flowers" ? value["data"]?.elements?.first : value
        #expect(record?["uuid"]?.string == id && record?["name"] == "Rose & Lily")
        // The bytes of each format have a tag of their own, by which they are asked for again.
        let tag = try #require(reply.fields["etag"])
        #expect(tag != plain.fields["etag"])
        let again: Fields = ["if-none-match": tag]
        #expect(try service.send(.get, target + suffix, again).status == 304)
        #expect(try service.send(.get, target, again).status == 200)
      }
    }
  }

  @Test func `A record is written by a property list, and answered as one`() throws {
    for (_, type, format) in Self.formats {
      let service = try ServiceUnderTest()
      var fields = Fields()
      fields.append("content-type", type)
      func send(_ method: HTTPValues.Method, _ target: String, _ body: DataValue) throws -> Reply {
        let request = try service.request(method, target, fields, bytes(body, format))
        return Reply(service.service.reply(to: request))
      }
      let date = try #require(DataDate(text: "2026-11-23T03:00:00Z"))
      let rose: DataValue = ["name": "Rose", "seen": DataValue(.date(date)), "price": 1]
      let created = try send(.post, "/v1/flowers", rose)
      #expect(created.status == 201 && created.fields["content-type"] == type)
      let answer = try DataValue(reading: created.body.span, as: format)
      let id = try #require(answer["uuid"]?.string)
      #expect(try send(.patch, "/v1/flowers/\(id)", ["price": 2]).status == 200)
      let operations: DataValue = ["attrs": [["name": "price", "op": "inc", "value": 1]]]
      // The tag of a property list is one of the record's version.
      fields.set("if-match", "\"2.plist\"")
      #expect(try send(.patch, "/v1/flowers/\(id)", operations).status == 200)
      let record = try service.send(.get, "/v1/flowers/\(id)").json
      #expect(
        record["price"] == 3 && record["seen"]?.string?.hasPrefix("2026-11-23T03:00:00") == true
      )
      fields.remove("if-match")
      let query: DataValue = ["expressions": [["key": "price", "qualifier": "EQUALS", "value": 3]]]
      let reply = try send(.query, "/v1/flowers", query)
      let found = try DataValue(reading: reply.body.span, as: format)
      #expect(found["data"]?.elements?.map { $0["name"] } == ["Rose"])
    }
  }

  @Test func `A problem is JSON, whatever format was asked for`() throws {
    let service = try ServiceUnderTest()
    let missing = try service.send(.get, "/v1/flowers/f-01h455vb4pex5vsknk084sn02q.plist")
    #expect(missing.status == 404 && missing.fields["content-type"] == "application/problem+json")
    let request = try service.request(
      .post,
      "/v1/flowers",
      ["content-type": "application/x-plist"],
      Array("<plist><dict>".utf8)
    )
    let reply = Reply(service.service.reply(to: request))
    #expect(reply.status == 400)
    #expect(reply.json["detail"]?.string?.hasPrefix("the body is no property list") == true)
  }

  @Test func `The media type of a GET's missing body does not change its answer`() throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.get, "/v1/flowers", ["content-type": "application/x-plist"])
    #expect(reply.fields["content-type"] == "application/json")
  }
}
