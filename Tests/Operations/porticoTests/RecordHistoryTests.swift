// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The history of records in the console` {
  @Test func `The console shows who made each change, and no trace of a user who was erased`()
    async throws
  {
    let served = try await ServedRecords()
    let type =
      #"{"prefix":"draft","attributes":{"text":{"type":"text"}},"#
      + #""rules":[{"role":"anyone","may":["fetch","update"]}]}"#
    #expect(try await served.send("PUT /v1/_schema/drafts", type).status == "200")
    let (token, user) = try await served.signUp()
    let made = try await served.send("POST /v1/drafts", #"{"text":"a program's"}"#)
    let id = String(try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1)
    let changed = try await served.send("PATCH /v1/drafts/\(id)", #"{"text":"b"}"#, token: token)
    #expect(changed.status == "200", "\(changed.body)")
    let fields = try await served.form(
      of: "/data/drafts/\(id)",
      ["type": "drafts", "id": id, "attribute.text": "c", "confirmed": "yes"]
    )
    _ = try await served.browse("POST /console/change-record", form: fields)
    let page = try await served.browse("GET /data/drafts/\(id)")
    for who in ["a program with the site&#39;s token", ">an operator</td>"] {
      #expect(page.contains(who), "\(who): \(page)")
    }
    #expect(page.contains("<a href=\"/users/\(user)\">user \(user)</a>"), "\(page)")
    let newest = try await served.browse("GET /changes", accept: "application/json")
    let first = try #require(newest.firstRange(of: id)?.upperBound)
    #expect(newest[first...].contains(#""author":"an operator""#), "\(newest)")
    let sync = try await served.browse("GET /sync")
    #expect(sync.contains("Newest changes") && sync.contains("user \(user)"), "\(sync)")
    let erase = try await served.form(of: "/users/\(user)", ["user": user, "confirmed": "yes"])
    _ = try await served.browse("POST /console/erase-user", form: erase)
    let after = try await served.browse("GET /data/drafts/\(id)")
    #expect(after.contains(">a user who was erased</td>") && !after.contains(user), "\(after)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `A viewer of the console is not shown whose records changed`() async throws {
    let served = try await ServedRecords(viewer: "viewer-word-0123456789")
    let id = try await served.createNote("a secret")
    let field = "Authorization: Bearer viewer-word-0123456789\r\n"
    let page = try await served.browse("GET /sync", field)
    #expect(page.contains("Zones") && !page.contains(id) && !page.contains("Newest changes"))
    let refused = try await served.browse("GET /changes", field, accept: "*/*")
    #expect(refused.hasPrefix("HTTP/1.1 403 ") && refused.contains("role operator"), "\(refused)")
    withExtendedLifetime(served.command) {}
  }
}
