// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The field X-App of a served site` {
  private let sites = ServedSites()

  private func makeSite() throws {
    try sites.write(
      "shop",
      """
      apps: { shop: { versions: ["2.1", "2.10"], update: { minimum: "2.2", storeURL:
        "https://apps.example/shop", message: "update" } } },
      """
    )
    try Files.makeFolder("\(sites.folder)/shop/Locales")
    try sites.put(#"{ "update": "Update" }"#, at: "shop/Locales/en.json")
    try sites.put(
      """
      { datatype: "x", body: { for: "all" }, variants: [
        { id: "new", when: { app: ">=2.10" }, patch: { for: "2.10" } },
        { id: "old", when: { app: "<2.2" }, patch: { for: "2.1" } },
        { id: "ca", when: { country: "CA", app: ">=2.2 <2.10" }, patch: { for: "Canada" } } ] }
      """,
      at: "shop/Content/home.json5"
    )
  }

  private func get(
    _ path: String,
    _ app: String,
    at address: SocketAddress
  ) async throws -> PlainAnswer {
    try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-App: \(app)\r\n\r\n"
      )
      return PlainAnswer(try socket.receiveAll())
    }
  }

  @Test func `X-App chooses the variant by exact version, and a bad member is dropped alone`()
    async throws
  {
    try makeSite()
    let events = "\(sites.folder)/events"
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--events", events])
    let (visitors, operators) = try await command.addresses()
    for (app, expected) in [
      ("version=2.10", "2.10"), ("version=2.10.0", "2.10"), ("version=\"2.10\"", "2.10"),
      ("version=2.1", "2.1"), ("version=2.3.4", "all"), ("version=2.3.4, country=CA", "Canada"),
      ("session=81e, version=2.3, country=CA", "Canada"), ("version=2.10, country=??", "2.10"),
      ("country=CA, version=2.9.9, device=toaster", "Canada"), ("version=two", "all"),
    ] {
      let answer = try await get("/home", app, at: visitors)
      #expect(try answer.json.text("for") == expected, "\(app)")
    }
    for (app, isAsked) in [("version=2.10", false), ("version=2.1", true), ("version=2.1.9", true)]
    {
      let config = try await get("/config", app, at: visitors)
      #expect(config.body.contains("updateRequired") == isAsked, "\(app)")
    }
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    for (name, count) in [
      ("session", 1), ("country", 1), ("device", 1), ("version", 1), ("app", 0),
    ] {
      let line = #"portico_app_members_dropped_total{site="shop",member="\#(name)"} \#(count)"#
      #expect(metrics.contains("\n\(line)\n"), "\(line)")
    }
    try await command.stop()
    let lines = try String(decoding: Files.read(events), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains(#""event":"request""#) }
    #expect(lines.count == 13)
    let dropped = try lines.map { line in
      try DataValue(reading: Array(line.utf8).span, as: .json).list("dropped").map { value in
        if case .string(let name) = value.content { name } else { "" }
      }
    }
    #expect(
      dropped.filter { !$0.isEmpty } == [["session"], ["country"], ["device"], ["version"]]
    )
  }

  @Test func `The command explain tells which members of X-App cannot be read`() async throws {
    try makeSite()
    let field = "X-App: version=2.10, session=81e, country=??, beta"
    func explain(_ options: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(
        ["explain", "home", "--site", "\(sites.folder)/shop"] + options
      )
    }
    let text = try await explain("--header", field)
    #expect(text.status == 0)
    #expect(text.output.contains("  = new\n"), "\(text.output)")
    for line in [
      "  - session=81e is dropped; expected a string in quotes, a token or a number\n",
      "  - country=?? is dropped; expected a string in quotes, a token or a number\n",
      "  - beta is unknown\n",
    ] {
      #expect(text.output.contains(line), "\(text.output)")
    }
    let json = try await explain("--header", field, "--header", "User-Agent: iPhone", "--json")
    let said = try DataValue(reading: Array(json.output.utf8).span, as: .json)
    #expect(said.list("dropped").map { $0.text("member") } == ["session", "country"])
    #expect(said.list("ignored") == [DataValue(.string("beta"))])
    #expect(said.text("variant") == "new")
    let other = try await explain("--header", "X-Other: 1")
    #expect(other.status == 2)
    #expect(other.errors.contains("--header x-other does not describe a visitor; expected X-App"))
    #expect(try await explain("--header", "nonsense").status == 2)
  }
}
