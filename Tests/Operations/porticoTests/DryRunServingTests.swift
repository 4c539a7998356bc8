// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A dry run in a running service` {
  private let sites = ServedSites()

  private static let tokens = [
    "operator": "operator-0123456789abcdef", "admin": "admin-0123456789abcdef",
  ]

  /// A site that some visitors have asked, and a folder with its next edition.
  private func serve(
    _ options: [String] = []
  ) async throws -> (command: RunningCommand, operators: SocketAddress) {
    try sites.write("shop", "")
    try sites.write("draft", "")
    try sites.put(
      #"{ datatype: "x", body: { price: 1, of: "all" } }"#,
      at: "shop/Content/price.json5"
    )
    try sites.put(
      #"{ datatype: "x", body: { price: 2, of: "all" } }"#,
      at: "draft/Content/price.json5"
    )
    try sites.put(try sites.text(of: "shop/Content/config.json5"), at: "draft/Content/config.json5")
    let command = try RunningCommand(sites.arguments(["shop"]) + options)
    let (visitors, operators) = try await command.addresses()
    for _ in 0..<3 {
      let answer = try await RunningCommand.ask("GET /en/price", at: visitors)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    return (command, operators)
  }

  /// The answer to an operator with one of the tokens; a form that is sent, or JSON.
  private func ask(
    _ line: String,
    _ body: String? = nil,
    as role: String? = nil,
    type: String = "application/json",
    accept: String = "application/json",
    at operators: SocketAddress
  ) async throws -> PlainAnswer {
    let word = role.flatMap { Self.tokens[$0] }.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let length = body.map { "Content-Type: \(type)\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: \(accept)\r\n"
          + "\(word)\(length)\r\n\(body ?? "")"
      )
      return PlainAnswer(try socket.receiveAll())
    }
  }

  /// The tables once the dry run is over.
  private func result(
    as role: String? = nil,
    at operators: SocketAddress
  ) async throws -> DataValue {
    var tables: DataValue?
    try await waitUntil("the dry run is over") {
      let now = try await ask("GET /dry-run", as: role, at: operators).json
      let states = now.list("runs").map { $0.text("state") ?? "" }
      if !states.isEmpty, !states.contains("running") { tables = now }
      return tables != nil
    }
    return try #require(tables)
  }

  @Test func `Operators see what a candidate changes by document, audience and field`() async throws
  {
    let (command, operators) = try await serve()
    let order = #"{"folder":"\#(sites.folder)/draft"}"#
    let preview = try await ask("POST /dry-run?preview", order, at: operators)
    #expect(preview.status == "200" && preview.body.contains("at most 1000 different ones, would"))
    #expect(preview.body.contains("No service is called."), "\(preview.body)")
    #expect(try await ask("GET /dry-run", at: operators).json.list("runs").isEmpty)
    let begun = try await ask("POST /dry-run", order, at: operators)
    #expect(begun.status == "200", "\(begun.body)")
    let tables = try await result(at: operators)
    let run = try #require(tables.list("runs").first)
    #expect(run.text("state") == "done" && run.text("site") == "shop", "\(run)")
    #expect(run.text("compared") == "4" && run.text("changed") == "3", "\(run)")
    let difference = try #require(tables.list("differences").first)
    #expect(tables.list("differences").count == 1)
    let told = ["document", "field", "requests", "served", "candidate", "url"].map {
      difference.text($0)
    }
    #expect(told == ["price", "price", "3", "1", "2", "/price"], "\(difference)")
    #expect(try await command.until("audit: dry_run ").contains("audit: dry_run "))
  }

  @Test(arguments: [
    (#"{"edition":"0123456789abcdef"}"#, "there is no edition 0123456789abcdef of shop"),
    (#"{"folder":"/nowhere"}"#, "there is no Content/site.json5 in /nowhere"),
    ("{}", "is published already; expected another one"),
  ])
  func `A dry run without a candidate fails with the reason`(
    order: String,
    reason: String
  )
    async throws
  {
    let (command, operators) = try await serve()
    #expect(try await ask("POST /dry-run", order, at: operators).status == "200")
    let run = try #require(try await result(at: operators).list("runs").first)
    #expect(run.text("state") == "failed" && run.text("reason")?.contains(reason) == true, "\(run)")
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    (#"{"rate":0}"#, "expected 1 to 1000"),
    (#"{"folder":"draft"}"#, "expected the whole path of a folder"),
    (#"{"site":"garden"}"#, "there is no site"), (#"{"editon":"a"}"#, "did you mean edition?"),
  ])
  func `An order for a dry run that is not understood is refused`(
    order: String,
    reason: String
  )
    async throws
  {
    let (command, operators) = try await serve()
    let refused = try await ask("POST /dry-run", order, at: operators)
    #expect(refused.status == "400" && refused.body.contains(reason), "\(refused.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `Only an admin has a service read another folder`() async throws {
    try sites.write("shop", "")
    var options: [String] = []
    for (role, word) in Self.tokens {
      try sites.put("\(word)\n", at: "\(role).token")
      options += ["--admin-token", "\(role)=\(sites.folder)/\(role).token"]
    }
    let (command, operators) = try await serve(options)
    let order = #"{"folder":"\#(sites.folder)/draft"}"#
    let refused = try await ask("POST /dry-run", order, as: "operator", at: operators)
    #expect(refused.status == "403", "\(refused.body)")
    #expect(refused.body.contains("reading another folder needs the role admin"))
    #expect(try await ask("POST /dry-run", order, as: "admin", at: operators).status == "200")
    let run = try #require(try await result(as: "operator", at: operators).list("runs").first)
    #expect(run.text("state") == "done", "\(run)")
    withExtendedLifetime(command) {}
  }

  @Test func `A form of the content page begins a dry run, and the page shows its result`()
    async throws
  {
    let (command, operators) = try await serve()
    let page = try await ask("GET /content", accept: "text/html", at: operators).body
    let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    let form = "token=\(token)&site=shop&edition="
    let type = "application/x-www-form-urlencoded"
    let preview = try await ask(
      "POST /console/dry-run",
      form,
      type: type,
      accept: "text/html",
      at: operators
    )
    #expect(preview.body.contains("<title>Try this edition?"), "\(preview.body)")
    let begun = try await ask(
      "POST /console/dry-run",
      form + "&confirmed=yes",
      type: type,
      accept: "text/html",
      at: operators
    )
    #expect(begun.status == "303", "\(begun.body)")
    _ = try await result(at: operators)
    let after = try await ask("GET /content", accept: "text/html", at: operators).body
    #expect(after.contains("is published already; expected another one"), "\(after)")
    withExtendedLifetime(command) {}
  }
}
