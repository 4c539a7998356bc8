// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console's editor of records` {
  @Test func `A list of records shows the attributes that were chosen`() async throws {
    let served = try await ServedRecords()
    _ = try await served.createNote("More roses")
    let all = try await served.browse("GET /data/notes")
    #expect(all.contains(">More roses</td>") && all.contains("value=\"stars\">"), "\(all)")
    // As the form sends it, and as a program does.
    for fields in ["fields=stars&fields=text", "fields=stars,text", "fields=text"] {
      let page = try await served.browse("GET /data/notes?\(fields)&filter=")
      #expect(
        page.contains(">More roses</td>") && page.contains("value=\"text\" checked"),
        "\(page)"
      )
    }
    let some = try await served.browse("GET /data/notes?fields=stars")
    #expect(
      !some.contains(">More roses</td>") && some.contains("value=\"stars\" checked"),
      "\(some)"
    )
    let json = try await served.browse("GET /records/notes?fields=stars", accept: "*/*")
    #expect(json.contains(#""uuid":"note-"#) && !json.contains("More roses"), "\(json)")
    let wrong = try await served.browse("GET /records/notes?fields=star", accept: "*/*")
    #expect(wrong.hasPrefix("HTTP/1.1 400 ") && wrong.contains("did you mean stars?"), "\(wrong)")
    let most = Array(repeating: "text", count: 41).joined(separator: ",")
    let many = try await served.browse("GET /records/notes?fields=\(most)", accept: "*/*")
    #expect(many.contains("fields has 41 names; expected at most 40"), "\(many)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `An operation of the console changes the value that the attribute has by then`()
    async throws
  {
    let served = try await ServedRecords()
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text"},"stars":{"type":"integer"},"#
      + #""tags":{"type":"list","of":"text"}}}"#
    #expect(try await served.send("PUT /v1/_schema/notes", type).status == "200")
    let id = try await served.createNote("More roses")
    func operate(
      _ attribute: String,
      _ code: String,
      _ value: String,
      index: String = "",
      confirmed: Bool = true
    ) async throws -> String {
      let fields = try await served.form(
        of: "/data/notes/\(id)",
        [
          "type": "notes", "id": id, "attribute": attribute, "op": code, "value": value,
          "index": index, "confirmed": confirmed ? "yes" : "",
        ]
      )
      return try await served.browse("POST /console/operate-record", form: fields)
    }
    let preview = try await operate("stars", "inc", "3", confirmed: false)
    #expect(preview.contains("inc would be applied to the value that stars has by then"))
    #expect(!(try await served.send("GET /v1/notes/\(id)")).body.contains("\"stars\""))
    for (attribute, code, value, index) in [
      ("stars", "inc", "3", ""), ("stars", "mul", "4", ""), ("tags", "append", "red", ""),
      ("tags", "prepend", #"["old", "[brackets]"]"#, ""), ("tags", "remove", "old", ""),
      ("tags", "insertAt", "first", "0"), ("text", "set", "New", ""),
    ] {
      let done = try await operate(attribute, code, value, index: index)
      #expect(done.contains("location: /data/notes/\(id)\r\n"), "\(code): \(done)")
    }
    let body = try await served.send("GET /v1/notes/\(id)").body
    #expect(body.contains(#""stars":12"#) && body.contains(#""text":"New""#), "\(body)")
    #expect(body.contains(#""tags":["first","[brackets]","red"]"#), "\(body)")
    _ = try await operate("stars", "unset", "")
    #expect(!(try await served.send("GET /v1/notes/\(id)")).body.contains("\"stars\""))
    for (code, value, status) in [
      ("inc", "many", "400"), ("inc", "", "400"), ("append", "1", "422"), ("jump", "1", "400"),
    ] {
      let refused = try await operate("stars", code, value)
      #expect(refused.hasPrefix("HTTP/1.1 \(status) "), "\(code) \(value): \(refused)")
    }
    let audited = try await served.command.until("\(id) is changed")
    #expect(audited.contains("audit: record ") && !audited.contains("brackets"), "\(audited)")
  }

  @Test func `A file of a record is saved from the console, never shown there, and deleted`()
    async throws
  {
    let served = try await ServedRecords()
    let type = #"{"prefix":"page","attributes":{"body":{"type":"binary"},"name":{"type":"text"}}}"#
    #expect(try await served.send("PUT /v1/_schema/pages", type).status == "200")
    let made = try await served.send("POST /v1/pages", #"{"name":"a page"}"#)
    let id = String(try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1)
    let script = "<script>alert(1)</script>"
    let sent = try await served.send("PUT /v1/pages/\(id)/body", script, type: "text/html")
    #expect(sent.status == "201", "\(sent.body)")
    let page = try await served.browse("GET /data/pages/\(id)")
    for part in [
      ">text/html</td>", ">25 B</td>", "href=\"/files/pages/\(id)/body\"", "Delete a file",
    ] {
      #expect(page.contains(part), "\(part): \(page)")
    }
    let file = try await served.browse("GET /files/pages/\(id)/body")
    #expect(file.hasSuffix("\r\n\r\n\(script)"), "\(file)")
    let head = file.lowercased()
    for field in [
      "content-disposition: attachment; filename=\"\(id)-body\"", "x-content-type-options: nosniff",
      "content-security-policy: sandbox; default-src 'none'", "cache-control: no-store",
    ] {
      #expect(head.contains(field), "\(field): \(file)")
    }
    for path in ["/files/pages/\(id)/name", "/files/pages/\(id)", "/files/others/\(id)/body"] {
      let refused = try await served.browse("GET \(path)")
      #expect(refused.hasPrefix("HTTP/1.1 404 "), "\(path): \(refused)")
    }
    let version = try #require(page.firstMatch(of: /name="version" value="(\d+)"/), "\(page)").1
    let remove = try await served.form(
      of: "/data/pages/\(id)",
      [
        "type": "pages", "id": id, "version": String(version), "attribute.body": "",
        "confirmed": "yes",
      ]
    )
    _ = try await served.browse("POST /console/change-record", form: remove)
    #expect(try await served.send("GET /v1/pages/\(id)/body").status == "404")
    withExtendedLifetime(served.command) {}
  }

  @Test func `A viewer of the console is not given the files of records`() async throws {
    let served = try await ServedRecords(viewer: "viewer-word-0123456789")
    let field = "Authorization: Bearer viewer-word-0123456789\r\n"
    let refused = try await served.browse("GET /files/notes/note-1/photo", field)
    #expect(refused.hasPrefix("HTTP/1.1 403 ") && refused.contains("role operator"), "\(refused)")
    withExtendedLifetime(served.command) {}
  }
}
