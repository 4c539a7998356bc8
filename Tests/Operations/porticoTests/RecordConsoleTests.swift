// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Foundation
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console's pages about records` {
  @Test func `The store's report shows what files and streams take, and their limits`() async throws
  {
    let served = try await ServedRecords(
      limits: "totalFileBytes: 10, userFileBytes: 7, streams: 20, visitorStreams: 5"
    )
    let type = #"{"prefix":"shop","attributes":{"photo":{"type":"binary"}}}"#
    #expect(try await served.send("PUT /v1/_schema/shops", type).status == "200")
    let made = try await served.send("POST /v1/shops", "{}")
    let shop = try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1
    #expect(try await served.send("PUT /v1/shops/\(shop)/photo", "123456789").status == "201")
    let refused = try await served.send("PUT /v1/shops/\(shop)/photo", "another one")
    #expect(refused.status == "507" && refused.body.contains(#""code":"quota""#))
    let report = try await served.browse("GET /store", accept: "application/json")
    for (name, value) in [
      ("files", "9"), ("most files", "10"), ("most files of a user", "7"), ("streams", "0"),
      ("most streams", "20"), ("most streams of a visitor", "5"),
    ] {
      #expect(report.contains("\"name\":\"\(name)\",\"value\":\(value),"), "\(report)")
    }
    #expect(try await served.browse("GET /runtime").contains("most streams of a visitor"))
    let metrics = try await served.browse("GET /metrics", accept: "text/plain")
    #expect(metrics.contains(/portico_records_files_bytes\{[^}]*\} 9/), "\(metrics)")
    #expect(metrics.contains(/portico_records_streams\{[^}]*\} 0/))
    withExtendedLifetime(served.command) {}
  }

  @Test func `An operator reads records as a user sees them, and the audit log says so`()
    async throws
  {
    let served = try await ServedRecords()
    let type =
      #"{"prefix":"draft","attributes":{"text":{"type":"text"},"price":{"type":"number"}},"#
      + #""rules":[{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid","fields":["text"]}]}"#
    #expect(try await served.send("PUT /v1/_schema/drafts", type).status == "200")
    let (token, user) = try await served.signUp()
    let own = try await served.send("POST /v1/drafts", #"{"text":"Ann's own"}"#, token: token)
    let id = try #require(own.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(own.body)").1
    let other = try await served.send("POST /v1/drafts", #"{"text":"another's","price":7}"#)
    let foreign = try #require(other.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(other.body)").1
    #expect(try await served.browse("GET /data/drafts").contains("another&#39;s"))
    let page = try await served.browse("GET /data/drafts?as=\(user)")
    #expect(page.contains("Ann&#39;s own") && !page.contains("another&#39;s"), "\(page)")
    #expect(page.contains("/data/drafts/\(id)?as=\(user)") && page.contains("to read only"))
    #expect(!page.contains("/console/create-record"))
    #expect(try await served.browse("GET /data/drafts?as=").contains("/console/create-record"))
    let record = try await served.browse("GET /data/drafts/\(id)?as=\(user)")
    #expect(record.contains("Ann&#39;s own") && !record.contains("/console/change-record"))
    let hidden = try await served.browse(
      "GET /records/drafts/\(foreign)?as=\(user)",
      accept: "*/*"
    )
    #expect(hidden.hasPrefix("HTTP/1.1 404 "), "\(hidden)")
    let nobody = try await served.browse("GET /records/drafts?as=u-1", accept: "*/*")
    #expect(nobody.contains("there is no user u-1"), "\(nobody)")
    #expect(try await served.browse("GET /users/\(user)").contains("/data?as=\(user)"))
    let told = try await served.command.until("/records/drafts/\(id) as \(user)")
    #expect(told.contains("portico: audit: reading_as_user"), "\(told)")
  }

  @Test func `A console page, its JSON and its text show the same types and records`() async throws
  {
    let served = try await ServedRecords()
    let id = try await served.createNote("More roses")
    let page = try await served.browse("GET /data")
    #expect(page.contains(">notes</a>") && page.contains("<title>Data"), "\(page)")
    let json = try await served.browse("GET /data", accept: "application/json")
    #expect(json.contains(#""type":"notes","records":1"#), "\(json)")
    let list = try await served.browse("GET /data/notes")
    #expect(list.contains(">\(id)</a>") && list.contains(">More roses</td>"), "\(list)")
    let text = try await served.browse("GET /records/notes", accept: "text/plain")
    #expect(text.contains("text/plain") && text.contains("More roses"), "\(text)")
    let record = try await served.browse("GET /data/notes/\(id)")
    for part in ["More roses", ">created</td>", "History", "Links"] {
      #expect(record.contains(part), "\(part): \(record)")
    }
    withExtendedLifetime(served.command) {}
  }

  @Test func `A wrong filter of the console's records is shown with a caret below its place`()
    async throws
  {
    let served = try await ServedRecords()
    let wrong = try await served.browse("GET /data/notes?filter=text+%3D+%3D+1")
    let quote = try #require(wrong.firstMatch(of: /<pre>([^<]*)<\/pre>/), "\(wrong)").1
    #expect(quote.contains("text = = 1") && quote.contains("^"), "\(quote)")
    let json = try await served.browse("GET /records/notes?filter=text+%3D", accept: "*/*")
    #expect(json.hasPrefix("HTTP/1.1 400 "), "\(json)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `A record is created, changed, deleted and brought back by forms of the console`()
    async throws
  {
    let served = try await ServedRecords()
    let create = try await served.form(
      of: "/data/notes",
      ["type": "notes", "attribute.text": "Roses <b>", "attribute.stars": ""]
    )
    let preview = try await served.browse("POST /console/create-record", form: create)
    #expect(preview.contains("Create this record?") && preview.contains("Roses &lt;b&gt;"))
    #expect(try await served.send("GET /v1/notes").body.contains(#""total":0"#))
    let done = try await served.browse(
      "POST /console/create-record",
      form: create + "&confirmed=yes"
    )
    #expect(done.contains("location: /data/notes\r\n"), "\(done)")
    let all = try await served.send("GET /v1/notes").body
    let id = String(try #require(all.firstMatch(of: /"uuid":"([^"]+)"/), "\(all)").1)
    let stale = try await served.form(
      of: "/data/notes/\(id)",
      ["type": "notes", "id": id, "version": "999", "attribute.stars": "5", "confirmed": "yes"]
    )
    let refused = try await served.browse("POST /console/change-record", form: stale)
    #expect(refused.hasPrefix("HTTP/1.1 412 "), "\(refused)")
    let page = try await served.browse("GET /data/notes/\(id)")
    let version = try #require(page.firstMatch(of: /name="version" value="(\d+)"/), "\(page)").1
    let change = try await served.form(
      of: "/data/notes/\(id)",
      [
        "type": "notes", "id": id, "version": String(version), "attribute.stars": "5",
        "confirmed": "yes",
      ]
    )
    let changed = try await served.browse("POST /console/change-record", form: change)
    #expect(changed.contains("location: /data/notes/\(id)\r\n"), "\(changed)")
    #expect(try await served.send("GET /v1/notes/\(id)").body.contains(#""stars":5"#))
    let remove = try await served.form(
      of: "/data/notes/\(id)",
      ["type": "notes", "id": id, "confirmed": "yes"]
    )
    _ = try await served.browse("POST /console/delete-record", form: remove)
    #expect(try await served.send("GET /v1/notes/\(id)").status == "404")
    #expect(try await served.browse("GET /data/notes/\(id)").contains("deleted at "))
    _ = try await served.browse("POST /console/undelete-record", form: remove)
    #expect(try await served.send("GET /v1/notes/\(id)").status == "200")
    let audited = try await served.command.until("\(id) is brought back")
    #expect(audited.contains("audit: record ") && !audited.contains("Roses"), "\(audited)")
  }

  @Test func `The console's values that a type refuses change nothing`() async throws {
    let served = try await ServedRecords()
    for (name, value, status) in [
      ("attribute.stars", "many", "400"), ("attribute.stars", "1.5", "422"),
      ("attribute.size", "1", "400"),
    ] {
      let sent = try await served.form(
        of: "/data/notes",
        ["type": "notes", "attribute.text": "x", name: value, "confirmed": "yes"]
      )
      let answer = try await served.browse("POST /console/create-record", form: sent)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(name) \(value): \(answer)")
    }
    #expect(try await served.send("GET /v1/notes").body.contains(#""total":0"#))
    withExtendedLifetime(served.command) {}
  }

  @Test func `A further attribute is tried in a dry run before the console declares it`()
    async throws
  {
    let served = try await ServedRecords()
    _ = try await served.createNote("old")
    let needed = try await served.form(
      of: "/data/notes",
      ["type": "notes", "name": "size", "kind": "integer", "required": "yes"]
    )
    let dry = try await served.browse("POST /console/add-attribute", form: needed)
    #expect(dry.contains("These records contradict the declaration"), "\(dry)")
    let size = try await served.form(
      of: "/data/notes",
      ["type": "notes", "name": "size", "kind": "integer"]
    )
    let fine = try await served.browse("POST /console/add-attribute", form: size)
    #expect(fine.contains("No record contradicts it."), "\(fine)")
    #expect(!(try await served.send("GET /v1/_schema/notes")).body.contains("\"size\""))
    let done = try await served.browse(
      "POST /console/add-attribute",
      form: size + "&confirmed=yes"
    )
    #expect(done.hasPrefix("HTTP/1.1 303 "), "\(done)")
    #expect(try await served.send("GET /v1/_schema/notes").body.contains("\"size\""))
    withExtendedLifetime(served.command) {}
  }

  @Test func `A user whom the console locks is signed out and cannot sign in until unlocked`()
    async throws
  {
    let served = try await ServedRecords()
    let (token, user) = try await served.signUp()
    #expect(try await served.browse("GET /users").contains("ann@example.com"))
    let shown = try await served.browse("GET /users/\(user)?may=update&type=users")
    #expect(shown.contains(">yes</td>") && shown.contains("End all sessions"), "\(shown)")
    let sent = try await served.form(
      of: "/users/\(user)",
      ["user": user, "confirmed": "yes"]
    )
    let locked = try await served.browse("POST /console/lock-user", form: sent)
    #expect(locked.contains("location: /users/\(user)\r\n"), "\(locked)")
    #expect(try await served.send("GET /v1/session", token: token).status == "401")
    let words = #"{"email":"ann@example.com","password":"a long password"}"#
    let refused = try await served.send("POST /v1/session", words, token: "")
    #expect(refused.status == "403" && refused.body.contains("the account is locked"))
    let why = try await served.browse("GET /users/\(user)?may=update&type=users")
    #expect(why.contains("the account is locked"), "\(why)")
    _ = try await served.browse("POST /console/unlock-user", form: sent)
    #expect(try await served.send("POST /v1/session", words, token: "").status == "200")
    let audited = try await served.command.until("\(user) is unlocked")
    #expect(audited.contains("audit: user ") && !audited.contains("ann@"), "\(audited)")
  }

  @Test func `A key that the console makes is shown once, and is refused when it is withdrawn`()
    async throws
  {
    let served = try await ServedRecords()
    let made = try await served.send("POST /v1/apps", #"{"name":"till"}"#)
    let app = try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1
    let fields = try await served.form(of: "/apps", ["app": String(app), "site": "shop"])
    let asked = try await served.browse("POST /console/new-key", form: fields)
    #expect(asked.contains("till would be given a new key, which is shown once."), "\(asked)")
    let confirmed = fields + "&confirmed=yes"
    let shown = try await served.browse("POST /console/new-key", form: confirmed)
    let key = try #require(shown.firstMatch(of: /<code>([^<]+)<\/code>/), "\(shown)").1
    #expect(shown.lowercased().contains("cache-control: no-store"))
    // Each asks for another list: these records are open to all, so that an answer is kept for all.
    func status(limit: Int) async throws -> String {
      let line =
        "GET /v1/notes?limit=\(limit) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-App-Key: \(key)\r\n\r\n"
      return PlainAnswer(
        try await onThread {
          let socket = try PlainSocket(to: served.visitors)
          try socket.send(line)
          return try socket.receiveAll()
        }
      ).status
    }
    #expect(try await status(limit: 1) == "200")
    let page = try await served.browse("GET /apps")
    #expect(page.contains(">yes</td>") && !page.contains(key), "\(page)")
    let again = try await served.browse("POST /console/new-key", form: fields)
    #expect(again.contains("The key that it has is refused from then on."), "\(again)")
    let withdrawn = try await served.browse("POST /console/withdraw-key", form: confirmed)
    #expect(withdrawn.contains("location: /apps?site=shop\r\n"), "\(withdrawn)")
    #expect(try await status(limit: 2) == "401")
    #expect(!(try await served.browse("GET /apps")).contains(">yes</td>"))
    let audited = try await served.command.until("the key of \(app) is withdrawn")
    #expect(audited.contains("audit: app_key ") && !audited.contains(key), "\(audited)")
  }

  @Test func `A session that the console ends is refused, and an erased person is gone`()
    async throws
  {
    let served = try await ServedRecords()
    let (token, user) = try await served.signUp()
    let page = try await served.browse("GET /sessions")
    let session = try #require(page.firstMatch(of: />(session-[0-9a-z]+)</), "\(page)").1
    let end = try await served.form(
      of: "/sessions",
      ["user": user, "session": String(session), "confirmed": "yes"]
    )
    let ended = try await served.browse("POST /console/end-session", form: end)
    #expect(ended.contains("location: /sessions\r\n"), "\(ended)")
    #expect(try await served.send("GET /v1/session", token: token).status == "401")
    let erase = try await served.form(of: "/users/\(user)", ["user": user])
    let preview = try await served.browse("POST /console/erase-user", form: erase)
    #expect(preview.contains("Nobody can bring that back."), "\(preview)")
    let erased = try await served.browse(
      "POST /console/erase-user",
      form: erase + "&confirmed=yes"
    )
    #expect(erased.contains("location: /users\r\n"), "\(erased)")
    #expect(!(try await served.browse("GET /users")).contains("ann@example.com"))
    let audited = try await served.command.until("a user is erased")
    #expect(audited.contains("audit: erasure "), "\(audited)")
  }

  @Test func `A viewer of the console sees types and rules, and neither records nor users`()
    async throws
  {
    let served = try await ServedRecords(viewer: "viewer-word-0123456789")
    _ = try await served.createNote("a secret")
    let field = "Authorization: Bearer viewer-word-0123456789\r\n"
    for (page, text) in [
      ("/data", ">notes</a>"), ("/data/notes", ">stars</td>"), ("/roles", "administrator"),
      ("/apps", "There is no app."), ("/sync", "deleted records"), ("/api", "/v1/notes"),
    ] {
      let answer = try await served.browse("GET \(page)", field)
      #expect(answer.contains(text) && !answer.contains("a secret"), "\(page): \(answer)")
      #expect(!answer.contains("/console/create-record"), "\(page)")
    }
    for page in ["/records/notes", "/users", "/sessions"] {
      let answer = try await served.browse("GET \(page)", field, accept: "*/*")
      #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(page): \(answer)")
      #expect(answer.contains("role operator"), "\(page): \(answer)")
    }
    withExtendedLifetime(served.command) {}
  }
}
