// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Serving
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A preview of a served site` {
  private let sites = ServedSites()

  private struct Served {
    let command: RunningCommand
    let visitors: SocketAddress
    let operators: SocketAddress

    func order(
      _ line: String,
      _ body: String? = nil,
      token: String? = nil
    ) async throws
      -> PlainAnswer
    {
      PlainAnswer(try await RunningCommand.ask(line, body, token: token, at: operators))
    }

    func get(_ path: String, _ fields: String = "") async throws -> PlainAnswer {
      let visitors = visitors
      return PlainAnswer(
        try await onThread {
          let socket = try PlainSocket(to: visitors)
          try socket.send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
          )
          return try socket.receiveAll()
        }
      )
    }

    /// Asks the config of a draft until it says something.
    func waits(_ path: String, until isIt: (PlainAnswer) -> Bool) async throws -> PlainAnswer {
      try await waitFor("\(path) says something else") {
        let answer = try await get(path)
        return isIt(answer) ? answer : nil
      }
    }
  }

  private func start(
    takingOver old: Served? = nil,
    _ options: [String] = []
  ) async throws -> Served {
    let places = old.map { ["--listen", "\($0.visitors)", "--admin", "\($0.operators)"] }
    let command = try RunningCommand(
      ["--site", "\(sites.folder)/shop"] + (places ?? RunningCommand.anywhere)
        + ["--state", "\(sites.folder)/state", "--takeover", "\(sites.folder)/takeover"] + options
    )
    let (visitors, operators) = try await command.addresses()
    return Served(command: command, visitors: visitors, operators: operators)
  }

  /// A folder with a draft of the site.
  private func draft(_ word: String = "draft") throws -> String {
    try sites.write("draft", "")
    try save(word)
    return "\(sites.folder)/draft"
  }

  private func save(_ word: String) throws {
    try sites.put(
      #"{ datatype: "config", body: { of: "\#(word)" } }"#,
      at: "draft/Content/config.json5"
    )
  }

  /// Begins a preview; returns its name and the path of its link.
  private func begin(_ body: String, on served: Served) async throws -> (id: String, path: String) {
    let answer = try await served.order("POST /previews", body)
    let id = try #require(answer.json.text("id"), "\(answer.body)")
    let link = try #require(answer.json.text("link"))
    #expect(link.hasPrefix("http://localhost:8080/") && link.contains("draft~\(id).~"), "\(link)")
    return (id, String(link.dropFirst("http://localhost:8080".count)))
  }

  @Test func `A preview shows another folder, follows its saves and is ended by an order`()
    async throws
  {
    try sites.write("shop", "")
    let served = try await start()
    let folder = try draft()
    let said = try await served.order("POST /previews?preview", #"{"folder":"\#(folder)"}"#)
    #expect(said.body.contains("would be shown the site in \(folder) of shop"), "\(said.body)")
    let (id, path) = try await begin(#"{"folder":"\#(folder)","for":"2h"}"#, on: served)
    #expect(try await served.get(path).body.contains(#""of":"draft""#))
    #expect(try await served.get("/config").body.contains(#""of":"shop""#))
    try save("saved")
    _ = try await served.waits(path) { $0.body.contains(#""of":"saved""#) }
    // Errors are told, and the last edition stays.
    try sites.put("{ datatype: ", at: "draft/Content/config.json5")
    let broken = try await served.waits(path) { $0.body.contains("errors") }
    #expect(broken.body.contains(#""of":"saved""#), "\(broken.body)")
    let list = try await served.order("GET /previews")
    #expect(list.body.contains(id) && list.body.contains("config.json5"), "\(list.body)")
    let code = try await served.order("GET /previews/\(id).svg")
    #expect(code.body.hasPrefix("<svg "), "\(code.body.prefix(100))")
    try save("mended")
    _ = try await served.waits(path) { $0.body.contains(#""of":"mended""#) }
    let revoked = try await served.order("DELETE /previews/\(id)")
    #expect(revoked.body.contains(#""revoked":true"#), "\(revoked.body)")
    #expect(try await served.get(path).status == "410")
    #expect(try await served.order("GET /previews/\(id).svg").status == "404")
    #expect(try await served.order("DELETE /previews/\(id)").status == "404")
    let audit = try await served.command.until("is revoked")
    #expect(audit.contains("audit: preview ") && audit.contains(#""preview":"\#(id)""#), "\(audit)")
  }

  @Test func `A waiting request is answered when a file of the draft is saved`() async throws {
    try sites.write("shop", "")
    let served = try await start()
    let (_, path) = try await begin("{}", on: served)
    let visitors = served.visitors
    let first = try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      return try socket.receiveAll()
    }
    let tag = try #require(first.firstMatch(of: /(?i)etag: (\S+)/)?.1)
    async let held = served.get(path, "If-None-Match: \(tag)\r\nPrefer: wait=60\r\n")
    try sites.put(
      #"{ datatype: "config", body: { of: "shop, saved" } }"#,
      at: "shop/Content/config.json5"
    )
    let answer = try await held
    #expect(answer.status == "200" && answer.body.contains("shop, saved"), "\(answer)")
  }

  @Test func `Previews go on after a restart and a takeover, and end in both processes`()
    async throws
  {
    try sites.write("shop", "")
    let first = try await start()
    let (id, path) = try await begin(#"{"folder":"\#(try draft())"}"#, on: first)
    try await first.command.stop()
    let second = try await start()
    _ = try await second.waits(path) { $0.body.contains(#""of":"draft""#) }
    let third = try await start(takingOver: second)
    #expect(try await second.command.ended() == 0)
    _ = try await third.waits(path) { $0.body.contains(#""of":"draft""#) }
    let list = try await third.order("GET /previews")
    #expect(list.body.contains(id), "\(list.body)")
    // What another process of the site has revoked.
    try Files.write(
      Array(#"{"format":"portico previews","version":1,"previews":[]}"#.utf8),
      to: "\(sites.folder)/state/previews.json"
    )
    _ = try await third.waits(path) { $0.status == "410" }
  }

  @Test func `A preview is refused beyond the limits and with what means nothing`() async throws {
    try sites.write("shop", "")
    let served = try await start()
    for (body, reason) in [
      (#"{"for":"31d"}"#, "expected a time from 1m to 30d"),
      (#"{"for":"10s"}"#, "expected a time from 1m"),
      (#"{"country":"Switzerland"}"#, "no country"), (#"{"device":"fridge"}"#, "no device"),
      (#"{"version":"x"}"#, "no version"), (#"{"languages":"français"}"#, "no language"),
      (#"{"arms":"checkout"}"#, "no arm"), (#"{"at":"soon"}"#, "expected an instant with its zone"),
      (#"{"address":"phone"}"#, "expected scheme and host"),
      (#"{"edition":"0000000000000000"}"#, "there is no edition"),
      (#"{"folder":"/nowhere"}"#, "there is no Content/site.json5"),
      (#"{"folder":"a","edition":"b"}"#, "expected one of them"), (#"{"colour":"red"}"#, "colour"),
    ] {
      let answer = try await served.order("POST /previews", body)
      #expect(answer.status == "400" && answer.body.contains(reason), "\(body): \(answer.body)")
    }
    for _ in 0..<Preview.most { _ = try await begin("{}", on: served) }
    let refused = try await served.order("POST /previews", "{}")
    #expect(refused.status == "400" && refused.body.contains("there are 16 previews already"))
  }

  @Test func `A preview for an audience has its words in the token, and an address its link`()
    async throws
  {
    try sites.write("shop", "hosts: [\"shop.example\", \"localhost\"]")
    let served = try await start()
    let order = """
      {"languages":"fr, de","country":"CH","device":"phone","version":"2.3.1",
       "app":"com.example.shop","arms":"checkout/b","at":"2026-12-24T18:00Z"}
      """
    let answer = try await served.order("POST /previews", order)
    let id = try #require(answer.json.text("id"), "\(answer.body)")
    let start =
      "https://shop.example/fr~de.ch.phone.2.3.1.com-example-shop.checkout~b.draft~\(id).preview~1798135200.~"
    #expect(try answer.json.text("link")?.hasPrefix(start) == true, "\(answer.body)")
    let near = try await served.order("POST /previews", #"{"address":"http://10.0.0.5:8080"}"#)
    #expect(try near.json.text("link")?.hasPrefix("http://10.0.0.5:8080/und.draft~") == true)
  }

  @Test func `Links of previews are shown to operators who may make some`() async throws {
    try sites.write("shop", "")
    try sites.put("viewer-0123456789abcdef\n", at: "vera.token")
    try sites.put("operator-0123456789abcdef\n", at: "otto.token")
    try sites.put("admin-0123456789abcdef\n", at: "anna.token")
    let served = try await start([
      "--admin-token", "viewer=\(sites.folder)/vera.token", "--admin-token",
      "operator=\(sites.folder)/otto.token", "--admin-token", "\(sites.folder)/anna.token",
    ])
    let (vera, otto) = ("viewer-0123456789abcdef", "operator-0123456789abcdef")
    let made = try await served.order("POST /previews", "{}", token: otto)
    let id = try #require(made.json.text("id"), "\(made.body)")
    #expect(try await served.order("GET /previews", token: otto).body.contains("draft~\(id)"))
    let shown = try await served.order("GET /previews", token: vera)
    #expect(shown.status == "200" && !shown.body.contains("draft~"), "\(shown.body)")
    #expect(try await served.order("GET /previews/\(id).svg", token: vera).status == "403")
    #expect(try await served.order("DELETE /previews/\(id)", token: vera).status == "403")
    #expect(try await served.order("DELETE /previews/\(id)").status == "401")
    let folder = #"{"folder":"\#(try draft())"}"#
    let refused = try await served.order("POST /previews", folder, token: otto)
    #expect(refused.status == "403" && refused.body.contains("needs the role admin"))
    #expect(try await served.order("DELETE /previews/\(id)", token: otto).status == "200")
  }

  @Test func `The command prints the link, lists previews and revokes one`() async throws {
    try sites.write("shop", "")
    let served = try await start()
    func run(_ arguments: String...) async throws -> String {
      let outcome = try await Program(BuiltCommand.path).run(
        ["preview"] + arguments + ["--admin", "\(served.operators)"]
      )
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.output
    }
    let link = try await run("--from", try draft(), "--languages", "en", "--for", "2h")
    #expect(link.hasPrefix("http://localhost:8080/en.draft~"), "\(link)")
    let id = try #require(link.firstMatch(of: /draft~([0-9a-f]{12})/)?.1)
    #expect(link.split(separator: "\n").count == 1, "a QR code is for a terminal: \(link)")
    let list = try await run("list")
    #expect(list.contains(id) && list.contains("\(sites.folder)/draft"), "\(list)")
    let path = link.dropFirst("http://localhost:8080".count).prefix { $0 != "\n" }
    #expect(try await served.get(String(path)).status == "200")
    #expect(try await run("revoke", String(id)).contains("revoked"))
    #expect(try await served.get(String(path)).status == "410")
  }

  @Test func `A preview is begun and revoked by forms of the console`() async throws {
    try sites.write("shop", "")
    let served = try await start()
    let operators = served.operators
    func browse(_ line: String, form: String? = nil) async throws -> String {
      let body = form ?? ""
      let head =
        form == nil
        ? ""
        : "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
      return try await onThread {
        let socket = try PlainSocket(to: operators)
        try socket.send(
          "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/html\r\n\(head)\r\n\(body)"
        )
        return try socket.receiveAll()
      }
    }
    let page = try await browse("GET /previews")
    #expect(page.contains("No draft is shown.") && page.contains("start-preview"), "\(page)")
    let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    let foreign = try await browse("POST /console/start-preview", form: "token=0&site=shop&for=2h")
    #expect(foreign.hasPrefix("HTTP/1.1 403 "))
    let form = "token=\(token)&site=shop&edition=&folder=&languages=en&for=2h"
    let asked = try await browse("POST /console/start-preview", form: form)
    #expect(asked.contains("<title>Show this draft?") && asked.contains("audience en"), "\(asked)")
    let done = try await browse("POST /console/start-preview", form: form + "&confirmed=yes")
    #expect(done.hasPrefix("HTTP/1.1 303 ") && done.contains("location: /previews\r\n"), "\(done)")
    let shown = try await browse("GET /previews")
    let id = try #require(shown.firstMatch(of: /draft~([0-9a-f]{12})/)?.1, "\(shown)")
    #expect(shown.contains("src=\"/previews/\(id).svg\""), "\(shown)")
    let end = try await browse(
      "POST /console/revoke-preview",
      form: "token=\(token)&preview=\(id)&confirmed=yes"
    )
    #expect(end.hasPrefix("HTTP/1.1 303 "), "\(end)")
    #expect(try await browse("GET /previews").contains("No draft is shown."))
  }
}
