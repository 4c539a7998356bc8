// SPDX-License-Identifier: Apache-2.0

import FileShapes
import FolderTesting
import Foundation
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import Sites
import Testing

@Suite final class `Answers that an event loop gives itself` {
  private let temporary = TemporaryFolder()
  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  private func service(
    _ change: (inout ResourceService.Settings) -> Void = { _ in }
  ) throws -> ServiceUnderTest {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try ServiceUnderTest(storedAt: folder.appendingPathComponent("records").path, change)
  }

  @Test(
    arguments: ["", "?fields=name", "?view=light"],
    [[:], ["if-none-match": "\"1\""]] as [Fields]
  )
  func `A record that is found by its id is answered as on a worker`(
    query: String,
    fields: Fields
  ) throws {
    let under = try service { $0.ttl = 60 }
    let id = try under.create(["name": "Rose", "price": 4.5])
    let request = try under.request(.get, "/v1/flowers/\(id)\(query)", fields)
    let prompt = Reply(try #require(under.service.promptReply(to: request)))
    let usual = Reply(under.service.reply(to: request))
    #expect(prompt.status == usual.status && prompt.body == usual.body)
    #expect(prompt.fields == usual.fields)
    #expect(prompt.status == 200 || !fields.isEmpty)
  }

  private static let others: [(HTTPValues.Method, String)] = [
    (.get, "/v1/flowers"), (.get, "/v1/flowers/f-01h455vb4pex5vsknk084sn02q"),
    (.get, "/v1/flowers/rose"), (.get, "/v1/shops/ID"), (.get, "/v1/weeds/ID"),
    (.get, "/v1/flowers/ID?include=shop"), (.get, "/v1/flowers/ID?view=dark"),
    (.get, "/v1/flowers/ID?fields=name&fields=price"), (.get, "/v1/flowers/ID/friends"),
    (.get, "/v1/flowers/ID:undelete"), (.delete, "/v1/flowers/ID"), (.patch, "/v1/flowers/ID"),
    (.get, "/v1/flowers/DELETED"),
  ]

  @Test(arguments: others)
  func `Every other request is left to a worker`(method: HTTPValues.Method, target: String) throws {
    let under = try service()
    let id = try under.create(["name": "Rose"])
    let deleted = try under.create(["name": "Weed"])
    _ = try under.send(.delete, "/v1/flowers/\(deleted)")
    let path = target.replacing("ID", with: id).replacing("DELETED", with: deleted)
    #expect(try under.service.promptReply(to: under.request(method, path)) == nil)
  }

  @Test(arguments: [true, false])
  func `Requests whose rights depend on more than the mount are left to a worker`(
    hasRules: Bool
  ) throws {
    let under = try service { settings in
      settings.caller = { fields in
        fields["x-as"] == nil ? Caller(.administer, isTrusted: true) : Caller(.nothing)
      }
    }
    let id = try under.create(["name": "Shop"], in: "shops")
    if hasRules {
      _ = try under.send(
        .post,
        "/v1/_schema:import?loss=true",
        [:],
        [["name": "shops", "prefix": "s", "rules": [["role": "anyone", "may": ["fetch"]]]]]
      )
    }
    let request = try under.request(.get, "/v1/shops/\(id)", hasRules ? [:] : ["x-as": "nobody"])
    #expect(under.service.promptReply(to: request) == nil)
    #expect(Reply(under.service.reply(to: request)).status == (hasRules ? 200 : 401))
  }
}
