// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Operators of several sites` {
  /// A service that counts what it is asked.
  private final class Roses: Sendable {
    let count = Atomic<Int>(0)

    func server() throws -> ScriptedServer {
      try ScriptedServer { [self] peer, _ in
        while true {
          _ = try peer.receive(through: "\r\n\r\n")
          count.add(1, ordering: .relaxed)
          try peer.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
              + #"{"title":"Rose"}"#
          )
        }
      }
    }
  }

  private let sites = ServedSites()

  /// Two sites, shop and garden, each with a plan of its own service.
  private func serve(
    _ services: [ScriptedServer] = []
  ) async throws -> (RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    for (number, name) in ["shop", "garden"].enumerated() {
      let backends =
        services.isEmpty
        ? ""
        : "backends: { roses: { addresses: \"http://\(services[number].address)\", timeout: \"30s\" } },"
      try sites.write(name, "hosts: \"\(name).example\", \(backends)")
      guard !services.isEmpty else { continue }
      try sites.put(
        """
        { datatype: "x", budget: "30s", calls: { rose: { backend: "roses", path: "/rose" } },
          body: { title: { $pick: "$.rose.title" } } }
        """,
        at: "\(name)/Content/rose.json5"
      )
    }
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let addresses = try await command.addresses()
    return (command, addresses.visitors, addresses.operators)
  }

  private func post(
    _ path: String,
    _ body: String,
    at operators: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask("POST \(path)", body, at: operators))
  }

  @Test func `A purge with a site leaves the other sites' caches alone`() async throws {
    let roses = [Roses(), Roses()]
    let services = try roses.map { try $0.server() }
    let (command, visitors, operators) = try await serve(services)
    func asked() async throws -> [Int] {
      for name in ["shop", "garden"] {
        let answer = try await RunningCommand.ask(
          "GET /rose",
          host: "\(name).example",
          at: visitors
        )
        #expect(answer.contains(#""title":"Rose""#), "\(answer)")
      }
      return roses.map { $0.count.load(ordering: .relaxed) }
    }
    #expect(try await asked() == [1, 1])
    #expect(try await asked() == [1, 1])

    let order = #"{"all":true,"hard":true,"site":"#
    let one = try await post("/purge", order + #""garden"}"#, at: operators)
    #expect(one.status == "200")
    #expect(try one.json.text("site") == "garden")
    #expect(try await asked() == [1, 2])

    let url = #"{"url":"https://SHOP.example./rose","hard":true}"#
    #expect(try await post("/purge", url, at: operators).json.text("site") == "shop")
    #expect(try await asked() == [2, 2])

    let all = try await post("/purge", order + #""*"}"#, at: operators).json.list("purges")
    #expect(all.map { $0.text("site") } == ["shop", "garden"])
    #expect(try await asked() == [3, 3])

    let purges = try PlainAnswer(try await RunningCommand.ask("GET /purges", at: operators)).json
      .list("purges")
    #expect(purges.count == 4)
    for purge in purges {
      let id = try #require(purge.text("id"))
      let shown = try PlainAnswer(try await RunningCommand.ask("GET /purges/\(id)", at: operators))
        .json
      #expect(shown.text("id") == id && shown.text("site") == purge.text("site"))
    }
    #expect(purges.count { $0.text("site") == "garden" } == 2)
    withExtendedLifetime(command) {}
    for service in services { service.stop() }
  }

  @Test(arguments: [
    ("/purge", #"{"tag":"a"}"#, #""site" is missing; expected "shop", "garden", or "*" for all"#),
    (
      "/purge", #"{"tag":"a","site":"gardn"}"#, #"there is no site "gardn"; did you mean "garden"?"#
    ),
    ("/purge", #"{"tag":"a","site":"x"}"#, #"there is no site "x"; expected "shop""#),
    ("/purge", #"{"tag":"a","site":1}"#, #""site" is no name of a site"#),
    (
      "/purge", #"{"url":"http://other.example/a"}"#,
      #"no site has the host "other.example"; expected "shop""#
    ),
    ("/reload", #"{"site":"x"}"#, #"there is no site "x""#),
    ("/reload", #"{"sites":"shop"}"#, #"the order has no key "sites"; did you mean site?"#),
    ("/reload", "[]", "the body is an array; expected a JSON object"),
  ])
  func `An order without a valid site answers 400 with the names of the sites`(
    path: String,
    body: String,
    why: String
  ) async throws {
    let (command, _, operators) = try await serve()
    let answer = try await post(path, body, at: operators)
    #expect(answer.status == "400")
    #expect(try answer.json.text("detail")?.hasPrefix(why) == true, "\(answer.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `A reload concerns one site or all`() async throws {
    let (command, _, operators) = try await serve()
    let one = try await post("/reload", #"{"site":"garden"}"#, at: operators).json
    #expect(one.text("site") == "garden" && one.text("isNew") == "false")
    for body in ["", #"{"site":"*"}"#] {
      let all = try await post("/reload", body, at: operators).json.list("sites")
      #expect(all.map { $0.text("site") } == ["shop", "garden"])
    }
    withExtendedLifetime(command) {}
  }

  @Test func `Configuration and metrics show every site`() async throws {
    let (command, visitors, operators) = try await serve()
    let configuration = try PlainAnswer(try await RunningCommand.ask("GET /config", at: operators))
      .json
    let shown = configuration.list("sites")
    #expect(shown.map { $0.text("site") } == ["shop", "garden"])
    #expect(shown.map { $0.text("folder") } == ["shop", "garden"].map { "\(sites.folder)/\($0)" })
    // 256 MB, in equal shares.
    #expect(shown.map { $0["cache"]?.text("bytes") } == ["134217728", "134217728"])
    #expect(shown[0].list("hosts") == [DataValue(.string("shop.example"))])
    for host in ["shop.example", "garden.example", "garden.example", "other.example"] {
      _ = try await RunningCommand.ask("GET /config", host: host, at: visitors)
    }
    let metrics = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
    for line in [
      #"portico_answers_total{site="shop",source="document"} 1"#,
      #"portico_answers_total{site="garden",source="document"} 2"#,
      "portico_misdirected_requests_total 1",
      #"portico_site_ready{site="garden"} 1"#, #"portico_edition_documents{site="shop"} 1"#,
      #"portico_cache_requests_total{site="shop",tier="answers",result="miss"} 1"#,
    ] {
      #expect(metrics.contains("\n\(line)\n"), "\(line)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `An order to a single site need not name it`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let operators = try await command.addresses().operators
    #expect(try await post("/purge", #"{"tag":"a"}"#, at: operators).json.text("site") == "shop")
    #expect(try await post("/reload", "", at: operators).json.text("site") == "shop")
    let url = #"{"url":"https://anything.example/a"}"#
    #expect(try await post("/purge", url, at: operators).status == "200")
    withExtendedLifetime(command) {}
  }
}
