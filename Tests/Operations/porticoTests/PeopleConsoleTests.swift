// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console's pages about people` {
  @Test func `A matrix shows which role may do what, and leads to why somebody may`() async throws {
    let served = try await ServedRecords()
    let type =
      #"{"prefix":"draft","attributes":{"text":{"type":"text"}},"#
      + #""rules":[{"role":"anyone","may":["fetch"]},"#
      + #"{"role":"editor","may":["fetch","update"]},"#
      + #"{"role":"editor","may":["delete"],"where":"granted(\"edit\")"}]}"#
    #expect(try await served.send("PUT /v1/_schema/drafts", type).status == "200")
    let page = try await served.browse("GET /roles")
    #expect(page.contains(">fetch, update, (delete)</a>"), "\(page)")
    let link = "/access?site=shop&amp;type=drafts&amp;may=fetch&amp;role=editor"
    #expect(page.contains(link) && page.contains("the mount decides"), "\(page)")
    let refusing = "/access?site=shop&amp;type=apps&amp;may=fetch&amp;role=anyone\">–</a>"
    #expect(page.contains(refusing), "\(page)")
    let anybody = try await served.browse("GET /access?site=shop&type=drafts&may=update")
    #expect(anybody.contains("Somebody who is not signed in") && anybody.contains(">no</td>"))
    let (_, user) = try await served.signUp()
    let none = try await served.browse("GET /access?site=shop&type=drafts&may=update&role=editor")
    #expect(none.contains("No user has it."), "\(none)")
    let roles = #"{"roles":["editor"]}"#
    #expect(try await served.send("PATCH /v1/users/\(user)", roles).status == "200")
    let asked = try await served.browse("GET /access?site=shop&type=drafts&may=update&role=editor")
    #expect(asked.contains("user=\(user)") && asked.contains(">ann@example.com</a>"), "\(asked)")
    let answer = try await served.browse("GET /access?type=drafts&may=update&user=\(user)")
    #expect(answer.contains("The user \(user)") && answer.contains(">yes</td>"), "\(answer)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `The roles page counts what was granted to groups`() async throws {
    let served = try await ServedRecords()
    let made = try await served.send("POST /v1/groups", #"{"name":"Gardeners"}"#)
    let group = String(try #require(made.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(made.body)").1)
    let type = #"{"prefix":"draft","attributes":{"text":{"type":"text"}}}"#
    #expect(try await served.send("PUT /v1/_schema/drafts", type).status == "200")
    for text in ["a", "b"] {
      let draft = try await served.send("POST /v1/drafts", #"{"text":"\#(text)"}"#)
      let id = try #require(draft.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(draft.body)").1
      let grant = #"{"record":"\#(id)","to":"\#(group)","may":"edit"}"#
      #expect(try await served.send("POST /v1/grants", grant).status == "201")
    }
    let page = try await served.browse("GET /roles")
    #expect(page.contains(">Gardeners</a>") && page.contains(">edit</a>"), "\(page)")
    let json = try await served.browse("GET /grants", accept: "application/json")
    #expect(json.contains(#""type":"drafts","right":"edit","records":"2""#), "\(json)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `Sessions are searched by user and device, and read on behind a page`() async throws {
    let served = try await ServedRecords()
    let (_, user) = try await served.signUp()
    let signIn =
      #"{"email":"ann@example.com","password":"a long password","device":{"name":"Phone"}}"#
    #expect(try await served.send("POST /v1/session", signIn, token: "").status == "200")
    func found(_ query: String) async throws -> Int {
      let answer = try await served.browse("GET /sessions?\(query)", accept: "application/json")
      return answer.matches(of: /"session":"session-/).count
    }
    for (query, count) in [
      ("", 2), ("user=\(user)", 2), ("user=u-01h455vb4pex5vsknk084sn02q", 0),
      ("page=99999999999999.z", 2), ("page=1.z", 0),
    ] {
      #expect(try await found(query) == count, "\(query)")
    }
    let all = try await served.browse("GET /sessions", accept: "application/json")
    let device = try #require(all.firstMatch(of: /"device":"(d-[^"]+)"/), "\(all)").1
    #expect(try await found("device=\(device)") == 1)
    for query in ["user=ann", "page=last"] {
      let wrong = try await served.browse("GET /sessions?\(query)", accept: "*/*")
      #expect(wrong.hasPrefix("HTTP/1.1 400 "), "\(query): \(wrong)")
    }
    let page = try await served.browse("GET /sessions?device=\(device)")
    #expect(page.contains("href=\"/data/devices/\(device)\""), "\(page)")
    withExtendedLifetime(served.command) {}
  }

  @Test func `Messages to users that were not accepted are shown, and sent at once`() async throws {
    let accepts = Flag()
    let receiver = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "}")
      let status = accepts.isSet ? "204 No Content" : "503 Service Unavailable"
      try peer.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let served = try await ServedRecords(people: "mailHook: \"http://\(receiver.address)/mail\"")
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let sent = try await served.send("POST /v1/session", body, token: "")
    #expect(sent.status == "202", "\(sent.body)")
    try await waitUntil("the failure is recorded") {
      try await served.browse("GET /mail", accept: "*/*").contains("it answers 503")
    }
    let page = try await served.browse("GET /sync")
    for part in [
      "Messages to users", ">ann@example.com</td>", ">user.confirm</td>", ">failed</td>",
    ] {
      #expect(page.contains(part) && !page.contains("pc_"), "\(part): \(page)")
    }
    let form = try await served.form(of: "/sync", ["site": "shop"])
    let preview = try await served.browse("POST /console/send-mail", form: form)
    #expect(preview.contains("1 message would be sent now"), "\(preview)")
    let done = try await served.browse("POST /console/send-mail", form: form + "&confirmed=yes")
    #expect(done.contains("location: /sync\r\n"), "\(done)")
    accepts.set()
    try await waitUntil("the message is accepted") {
      _ = try await served.browse("POST /console/send-mail", form: form + "&confirmed=yes")
      return try await !served.browse("GET /mail", accept: "*/*").contains("ann@example.com")
    }
    let none = try await served.browse("POST /console/send-mail", form: form)
    #expect(none.hasPrefix("HTTP/1.1 404 "), "\(none)")
    let audited = try await served.command.until("messages to users are sent at once")
    #expect(audited.contains("audit: replay "), "\(audited)")
  }

  @Test func `A message that is refused ten times is dead until an operator sends or removes it`()
    async throws
  {
    let accepts = Flag()
    let receiver = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "}")
      let status = accepts.isSet ? "204 No Content" : "503 Service Unavailable"
      try peer.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let served = try await ServedRecords(people: "mailHook: \"http://\(receiver.address)/mail\"")
    func mail() async throws -> String {
      try await served.browse("GET /mail", accept: "application/json")
    }
    /// Signs up, and hurries the message until it is dead.
    func die(_ name: String) async throws {
      let body = #"{"email":"\#(name)@example.com","password":"a long password","register":true}"#
      #expect(try await served.send("POST /v1/session", body, token: "").status == "202")
      let form = try await served.form(of: "/sync", ["site": "shop", "confirmed": "yes"])
      try await waitUntil("the message is given up") {
        _ = try await served.browse("POST /console/send-mail", form: form)
        return try await mail().contains(#""state":"dead""#)
      }
    }
    try await die("ann")
    try await waitUntil("all attempts are counted") {
      let dead = try await mail()
      return dead.contains(#""attempts":10"#) && dead.contains("it answers 503")
    }
    let page = try await served.browse("GET /sync")
    #expect(page.contains("user.confirm to ann@example.com") && !page.contains("Send messages now"))
    let metrics = try await served.browse("GET /metrics", accept: "text/plain")
    #expect(metrics.contains(/portico_mail_dead_letters\{[^}]*\} 1/), "\(metrics)")
    accepts.set()
    let form = try await served.form(of: "/sync", ["site": "shop"])
    let preview = try await served.browse("POST /console/retry-mail", form: form)
    #expect(preview.contains("1 dead message to users would be sent once more"), "\(preview)")
    _ = try await served.browse("POST /console/retry-mail", form: form + "&confirmed=yes")
    try await waitUntil("the message is accepted") { try await !mail().contains("ann@example.com") }
    accepts.clear()
    try await die("bob")
    let removal = try await served.browse("POST /console/remove-mail", form: form)
    #expect(removal.contains("1 dead message to users would be removed"), "\(removal)")
    let other = try await served.browse("POST /console/remove-mail", form: form + "&message=mail-0")
    #expect(other.hasPrefix("HTTP/1.1 404 "), "\(other)")
    _ = try await served.browse("POST /console/remove-mail", form: form + "&confirmed=yes")
    #expect(try await !mail().contains("bob@example.com"))
    let audited = try await served.command.until("1 dead message to users: removed")
    #expect(audited.contains("1 dead message to users: sent once more"), "\(audited)")
  }
}

/// A condition that a test sets.
private final class Flag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock(\.self) }

  func set() { state.withLock { $0 = true } }
  func clear() { state.withLock { $0 = false } }
}
