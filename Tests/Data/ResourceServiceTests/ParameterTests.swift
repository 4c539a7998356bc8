// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceService
import Testing

@Suite struct `Query parameters of reads` {
  @Test(arguments: [
    ("flowers?filtre=price%3C3", "filtre is no parameter of this request (did you mean filter?)"),
    ("flowers?sort=name", "expected one of fields, view, include, filter, order, limit, page"),
    ("flowers/ID?limit=3", "expected one of fields, view, include"),
    ("flowers/ID/friends?where=x", "is no parameter of this request"),
    ("shops/SHOP/flowers?where=x", "is no parameter of this request"),
    ("changes?after=3", "expected one of since, wait, types, fields, zone, limit"),
    ("flowers?=x", "is no parameter of this request"),
  ])
  func `A parameter that a read does not have is refused and named, with those that it has`(
    target: String,
    detail: String
  ) throws {
    let service = try ServiceUnderTest()
    let rose = try service.create(["name": "Rose"])
    let shop = try service.create(["name": "Corner"], in: "shops")
    let path = target.replacing("ID", with: rose).replacing("SHOP", with: shop)
    let reply = try service.send(.get, "/v1/\(path)")
    #expect(reply.status == 400 && reply.json["code"] == "bad-parameter", "\(reply.json)")
    #expect(reply.json["detail"]?.string?.contains(detail) == true, "\(reply.json)")
    let request = try service.request(.get, "/v1/\(path)")
    #expect(service.service.promptReply(to: request) == nil)
  }

  @Test(arguments: [
    "flowers?filter=&order=name&limit=3&count=none&view=light&fields=name&include=shop&zone=",
    "flowers.plist?limit=3", "flowers.ndjson?view=heavy", "flowers?ids=ID",
    "flowers/ID?fields=name&view=light&include=shop", "flowers/ID.bplist?view=light",
    "flowers/ID/friends?limit=3", "changes?since=0&types=flowers&fields=name&zone=&limit=3&wait=0s",
    "db/flowers?app_name=shop&limit=3", "db/flowers/ID?app_name=shop",
  ])
  func `The parameters of a read are accepted in every format, and those of older apps are ignored`(
    target: String
  ) throws {
    let service = try ServiceUnderTest()
    let path = target.replacing("ID", with: try service.create(["name": "Rose"]))
    let reply = try service.send(.get, "/v1/\(path)")
    #expect(reply.status == 200, "\(reply.json)")
  }
}
