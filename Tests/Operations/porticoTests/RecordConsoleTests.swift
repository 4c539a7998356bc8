// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Foundation
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console's pages about records` {
  private let sites = ServedSites()

  private struct Served {
    let command: RunningCommand
    let visitors: SocketAddress
    let operators: SocketAddress
  }

  /// - Parameter viewer: the token of a viewer; without one, everybody is an admin.
  private func serve(viewer: String? = nil) async throws -> Served {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", open: "read", administerToken: "RECORDS_ADMIN", people: { signUp: true },
      }
      """
    )
    var options = ["--state", "\(sites.folder)/state"]
    if let viewer {
      try sites.put("\(viewer)\n", at: "viewer")
      options += ["--admin-token", "viewer=\(sites.folder)/viewer"]
    }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + options,
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    let addresses = try await command.addresses()
    let served = Served(
      command: command,
      visitors: addresses.visitors,
      operators: addresses.operators
    )
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text","required":true},"#
      + #""stars":{"type":"integer"}}}"#
    let declared = try await send("PUT /v1/_schema/notes", type, to: served)
    #expect(declared.status == "200", "\(declared.body)")
    return served
  }

  private func send(
    _ line: String,
    _ body: String = "",
    token: String = "admin-word",
    to served: Served
  ) async throws -> PlainAnswer {
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return PlainAnswer(
      try await onThread {
        let socket = try PlainSocket(to: served.visitors)
        try socket.send(text)
        return try socket.receiveAll()
      }
    )
  }

  private func browse(
    _ line: String,
    form: String? = nil,
    _ fields: String = "",
    accept: String = "text/html",
    at served: Served
  ) async throws -> String {
    let body = form ?? ""
    let type = "Content-Type: application/x-www-form-urlencoded\r\n"
    let head = form == nil ? "" : type + "Content-Length: \(body.utf8.count)\r\n"
    return try await onThread {
      let socket = try PlainSocket(to: served.operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: \(accept)\r\n\(fields)"
          + "\(head)\r\n\(body)"
      )
      return try socket.receiveAll()
    }
  }

  /// The fields of a form with the proof of a page, encoded.
  private func form(
    of page: String,
    _ fields: KeyValuePairs<String, String>,
    at served: Served
  ) async throws -> String {
    let answer = try await browse("GET \(page)", at: served)
    let proof = try #require(answer.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    return "token=\(proof)"
      + fields.map { "&\($0.key)=\(PercentCoding.encode($0.value, keeping: .unreserved))" }.joined()
  }

  private func createNote(_ text: String, in served: Served) async throws -> String {
    let answer = try await send("POST /v1/notes", "{\"text\":\"\(text)\"}", to: served)
    return String(try #require(answer.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(answer.body)").1)
  }

  private func signUp(_ served: Served) async throws -> (token: String, user: String) {
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let answer = try await send("POST /v1/session", body, token: "", to: served)
    let token = try #require(answer.body.firstMatch(of: /"token":"([^"]+)"/), "\(answer.body)").1
    let user = try #require(answer.body.firstMatch(of: /"id":"(u-[^"]+)"/), "\(answer.body)").1
    return (String(token), String(user))
  }

  @Test func `An operator reads records as a user sees them, and the audit log says so`()
    async throws
  {
    let served = try await serve()
    let type =
      #"{"prefix":"draft","attributes":{"text":{"type":"text"},"price":{"type":"number"}},"#
      + #""rules":[{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid","fields":["text"]}]}"#
    #expect(try await send("PUT /v1/_schema/drafts", type, to: served).status == "200")
    let (token, user) = try await signUp(served)
    let own = try await send("POST /v1/drafts", #"{"text":"Ann's own"}"#, token: token, to: served)
    let id = try #require(own.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(own.body)").1
    let other = try await send("POST /v1/drafts", #"{"text":"another's","price":7}"#, to: served)
    let foreign = try #require(other.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(other.body)").1
    #expect(try await browse("GET /data/drafts", at: served).contains("another&#39;s"))
    let page = try await browse("GET /data/drafts?as=\(user)", at: served)
    #expect(page.contains("Ann&#39;s own") && !page.contains("another&#39;s"), "\(page)")
    #expect(page.contains("/data/drafts/\(id)?as=\(user)") && page.contains("to read only"))
    #expect(!page.contains("/console/create-record"))
    #expect(try await browse("GET /data/drafts?as=", at: served).contains("/console/create-record"))
    let record = try await browse("GET /data/drafts/\(id)?as=\(user)", at: served)
    #expect(record.contains("Ann&#39;s own") && !record.contains("/console/change-record"))
    let hidden = try await browse(
      "GET /records/drafts/\(foreign)?as=\(user)",
      accept: "*/*",
      at: served
    )
    #expect(hidden.hasPrefix("HTTP/1.1 404 "), "\(hidden)")
    let nobody = try await browse("GET /records/drafts?as=u-1", accept: "*/*", at: served)
    #expect(nobody.contains("there is no user u-1"), "\(nobody)")
    #expect(try await browse("GET /users/\(user)", at: served).contains("/data?as=\(user)"))
    let told = try await served.command.until("/records/drafts/\(id) as \(user)")
    #expect(told.contains("portico: audit: reading_as_user"), "\(told)")
  }

  @Test func `A console page, its JSON and its text show the same types and records`() async throws
  {
    let served = try await serve()
    let id = try await createNote("More roses", in: served)
    let page = try await browse("GET /data", at: served)
    #expect(page.contains(">notes</a>") && page.contains("<title>Data"), "\(page)")
    let json = try await browse("GET /data", accept: "application/json", at: served)
    #expect(json.contains(#""type":"notes","records":1"#), "\(json)")
    let list = try await browse("GET /data/notes", at: served)
    #expect(list.contains(">\(id)</a>") && list.contains(">More roses</td>"), "\(list)")
    let text = try await browse("GET /records/notes", accept: "text/plain", at: served)
    #expect(text.contains("text/plain") && text.contains("More roses"), "\(text)")
    let record = try await browse("GET /data/notes/\(id)", at: served)
    for part in ["More roses", ">created</td>", "History", "Links"] {
      #expect(record.contains(part), "\(part): \(record)")
    }
    withExtendedLifetime(served.command) {}
  }

  @Test func `A wrong filter of the console's records is shown with a caret below its place`()
    async throws
  {
    let served = try await serve()
    let wrong = try await browse("GET /data/notes?filter=text+%3D+%3D+1", at: served)
    let quote = try #require(wrong.firstMatch(of: /<pre>([^<]*)<\/pre>/), "\(wrong)").1
    #expect(quote.contains("text = = 1") && quote.contains("^"), "\(quote)")
    let json = try await browse("GET /records/notes?filter=text+%3D", accept: "*/*", at: served)
    #expect(json.hasPrefix("HTTP/1.1 400 "), "\(json)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `A record is created, changed, deleted and brought back by forms of the console`()
    async throws
  {
    let served = try await serve()
    let create = try await form(
      of: "/data/notes",
      ["type": "notes", "attribute.text": "Roses <b>", "attribute.stars": ""],
      at: served
    )
    let preview = try await browse("POST /console/create-record", form: create, at: served)
    #expect(preview.contains("Create this record?") && preview.contains("Roses &lt;b&gt;"))
    #expect(try await send("GET /v1/notes", to: served).body.contains(#""total":0"#))
    let done = try await browse(
      "POST /console/create-record",
      form: create + "&confirmed=yes",
      at: served
    )
    #expect(done.contains("location: /data/notes\r\n"), "\(done)")
    let all = try await send("GET /v1/notes", to: served).body
    let id = String(try #require(all.firstMatch(of: /"uuid":"([^"]+)"/), "\(all)").1)
    let stale = try await form(
      of: "/data/notes/\(id)",
      ["type": "notes", "id": id, "version": "999", "attribute.stars": "5", "confirmed": "yes"],
      at: served
    )
    let refused = try await browse("POST /console/change-record", form: stale, at: served)
    #expect(refused.hasPrefix("HTTP/1.1 412 "), "\(refused)")
    let page = try await browse("GET /data/notes/\(id)", at: served)
    let version = try #require(page.firstMatch(of: /name="version" value="(\d+)"/), "\(page)").1
    let change = try await form(
      of: "/data/notes/\(id)",
      [
        "type": "notes", "id": id, "version": String(version), "attribute.stars": "5",
        "confirmed": "yes",
      ],
      at: served
    )
    let changed = try await browse("POST /console/change-record", form: change, at: served)
    #expect(changed.contains("location: /data/notes/\(id)\r\n"), "\(changed)")
    #expect(try await send("GET /v1/notes/\(id)", to: served).body.contains(#""stars":5"#))
    let remove = try await form(
      of: "/data/notes/\(id)",
      ["type": "notes", "id": id, "confirmed": "yes"],
      at: served
    )
    _ = try await browse("POST /console/delete-record", form: remove, at: served)
    #expect(try await send("GET /v1/notes/\(id)", to: served).status == "404")
    #expect(try await browse("GET /data/notes/\(id)", at: served).contains("deleted at "))
    _ = try await browse("POST /console/undelete-record", form: remove, at: served)
    #expect(try await send("GET /v1/notes/\(id)", to: served).status == "200")
    let audited = try await served.command.until("\(id) is brought back")
    #expect(audited.contains("audit: record ") && !audited.contains("Roses"), "\(audited)")
  }

  @Test func `The console's values that a type refuses change nothing`() async throws {
    let served = try await serve()
    for (name, value, status) in [
      ("attribute.stars", "many", "400"), ("attribute.stars", "1.5", "422"),
      ("attribute.size", "1", "400"),
    ] {
      let sent = try await form(
        of: "/data/notes",
        ["type": "notes", "attribute.text": "x", name: value, "confirmed": "yes"],
        at: served
      )
      let answer = try await browse("POST /console/create-record", form: sent, at: served)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(name) \(value): \(answer)")
    }
    #expect(try await send("GET /v1/notes", to: served).body.contains(#""total":0"#))
    withExtendedLifetime(served.command) {}
  }

  @Test func `A further attribute is tried in a dry run before the console declares it`()
    async throws
  {
    let served = try await serve()
    _ = try await createNote("old", in: served)
    let needed = try await form(
      of: "/data/notes",
      ["type": "notes", "name": "size", "kind": "integer", "required": "yes"],
      at: served
    )
    let dry = try await browse("POST /console/add-attribute", form: needed, at: served)
    #expect(dry.contains("These records contradict the declaration"), "\(dry)")
    let size = try await form(
      of: "/data/notes",
      ["type": "notes", "name": "size", "kind": "integer"],
      at: served
    )
    let fine = try await browse("POST /console/add-attribute", form: size, at: served)
    #expect(fine.contains("No record contradicts it."), "\(fine)")
    #expect(!(try await send("GET /v1/_schema/notes", to: served)).body.contains("\"size\""))
    let done = try await browse(
      "POST /console/add-attribute",
      form: size + "&confirmed=yes",
      at: served
    )
    #expect(done.hasPrefix("HTTP/1.1 303 "), "\(done)")
    #expect(try await send("GET /v1/_schema/notes", to: served).body.contains("\"size\""))
    withExtendedLifetime(served.command) {}
  }

  @Test func `A user whom the console locks is signed out and cannot sign in until unlocked`()
    async throws
  {
    let served = try await serve()
    let (token, user) = try await signUp(served)
    #expect(try await browse("GET /users", at: served).contains("ann@example.com"))
    let shown = try await browse("GET /users/\(user)?may=update&type=users", at: served)
    #expect(shown.contains(">yes</td>") && shown.contains("End all sessions"), "\(shown)")
    let sent = try await form(
      of: "/users/\(user)",
      ["user": user, "confirmed": "yes"],
      at: served
    )
    let locked = try await browse("POST /console/lock-user", form: sent, at: served)
    #expect(locked.contains("location: /users/\(user)\r\n"), "\(locked)")
    #expect(try await send("GET /v1/session", token: token, to: served).status == "401")
    let words = #"{"email":"ann@example.com","password":"a long password"}"#
    let refused = try await send("POST /v1/session", words, token: "", to: served)
    #expect(refused.status == "403" && refused.body.contains("the account is locked"))
    let why = try await browse("GET /users/\(user)?may=update&type=users", at: served)
    #expect(why.contains("the account is locked"), "\(why)")
    _ = try await browse("POST /console/unlock-user", form: sent, at: served)
    #expect(try await send("POST /v1/session", words, token: "", to: served).status == "200")
    let audited = try await served.command.until("\(user) is unlocked")
    #expect(audited.contains("audit: user ") && !audited.contains("ann@"), "\(audited)")
  }

  @Test func `A key that the console makes is shown once, and is refused when it is withdrawn`()
    async throws
  {
    let served = try await serve()
    let made = try await send("POST /v1/apps", #"{"name":"till"}"#, to: served)
    let app = try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1
    let fields = try await form(of: "/apps", ["app": String(app), "site": "shop"], at: served)
    let asked = try await browse("POST /console/new-key", form: fields, at: served)
    #expect(asked.contains("till would be given a new key, which is shown once."), "\(asked)")
    let confirmed = fields + "&confirmed=yes"
    let shown = try await browse("POST /console/new-key", form: confirmed, at: served)
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
    let page = try await browse("GET /apps", at: served)
    #expect(page.contains(">yes</td>") && !page.contains(key), "\(page)")
    let again = try await browse("POST /console/new-key", form: fields, at: served)
    #expect(again.contains("The key that it has is refused from then on."), "\(again)")
    let withdrawn = try await browse("POST /console/withdraw-key", form: confirmed, at: served)
    #expect(withdrawn.contains("location: /apps?site=shop\r\n"), "\(withdrawn)")
    #expect(try await status(limit: 2) == "401")
    #expect(!(try await browse("GET /apps", at: served)).contains(">yes</td>"))
    let audited = try await served.command.until("the key of \(app) is withdrawn")
    #expect(audited.contains("audit: app_key ") && !audited.contains(key), "\(audited)")
  }

  @Test func `A session that the console ends is refused, and an erased person is gone`()
    async throws
  {
    let served = try await serve()
    let (token, user) = try await signUp(served)
    let page = try await browse("GET /sessions", at: served)
    let session = try #require(page.firstMatch(of: />(session-[0-9a-z]+)</), "\(page)").1
    let end = try await form(
      of: "/sessions",
      ["user": user, "session": String(session), "confirmed": "yes"],
      at: served
    )
    let ended = try await browse("POST /console/end-session", form: end, at: served)
    #expect(ended.contains("location: /sessions\r\n"), "\(ended)")
    #expect(try await send("GET /v1/session", token: token, to: served).status == "401")
    let erase = try await form(of: "/users/\(user)", ["user": user], at: served)
    let preview = try await browse("POST /console/erase-user", form: erase, at: served)
    #expect(preview.contains("Nobody can bring that back."), "\(preview)")
    let erased = try await browse(
      "POST /console/erase-user",
      form: erase + "&confirmed=yes",
      at: served
    )
    #expect(erased.contains("location: /users\r\n"), "\(erased)")
    #expect(!(try await browse("GET /users", at: served)).contains("ann@example.com"))
    let audited = try await served.command.until("a user is erased")
    #expect(audited.contains("audit: erasure "), "\(audited)")
  }

  @Test func `A viewer of the console sees types and rules, and neither records nor users`()
    async throws
  {
    let served = try await serve(viewer: "viewer-word-0123456789")
    _ = try await createNote("a secret", in: served)
    let field = "Authorization: Bearer viewer-word-0123456789\r\n"
    for (page, text) in [
      ("/data", ">notes</a>"), ("/data/notes", ">stars</td>"), ("/roles", "administrator"),
      ("/apps", "There is no app."), ("/sync", "deleted records"), ("/api", "/v1/notes"),
    ] {
      let answer = try await browse("GET \(page)", field, at: served)
      #expect(answer.contains(text) && !answer.contains("a secret"), "\(page): \(answer)")
      #expect(!answer.contains("/console/create-record"), "\(page)")
    }
    for page in ["/records/notes", "/users", "/sessions"] {
      let answer = try await browse("GET \(page)", field, accept: "*/*", at: served)
      #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(page): \(answer)")
      #expect(answer.contains("role operator"), "\(page): \(answer)")
    }
    withExtendedLifetime(served.command) {}
  }
}
