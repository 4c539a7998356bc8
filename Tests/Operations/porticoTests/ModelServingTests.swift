// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The model of a served site` {
  private let sites = ServedSites()

  @Test func `The model is answered with the live traffic beside it`() async throws {
    try sites.write(
      "shop",
      #"model: { routes: { "GET /config": { steady: 100000, peak: 200000, hits: 1 } } }"#
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    try await waitUntil("the model has the requests") {
      _ = try await RunningCommand.ask("GET /config", at: visitors)
      _ = try await RunningCommand.ask("GET /nothing", at: visitors)
      let answer = PlainAnswer(try await RunningCommand.ask("GET /model", at: operators))
      try #require(answer.status == "200", "\(answer.body)")
      let routes = try answer.json.list("routes")
      // The snapshot of the next second has the requests.
      guard routes.count == 2, routes[0].text("state") == "within" else { return false }
      #expect(routes[0].text("route") == "GET /config")
      #expect(routes[0]["steady"] != nil)
      #expect(routes[1].text("state") == "unmodelled")
      let limits = try answer.json.list("limits")
      let processor = try #require(limits.first { $0.text("limit") == "processor" })
      #expect(processor.text("unknown")?.hasPrefix("not enough load: ") == true)
      #expect(limits.contains { $0.text("limit") == "descriptors" })
      #expect(
        try answer.json.list("headroom").first?.text("unknown")?.contains("processor") == true
      )
      return true
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The promises are answered as JSON and as text, with what was kept of each`()
    async throws
  {
    try sites.write(
      "shop",
      #"model: { routes: { "GET /config": { steady: 9, peak: 20, sla: { within: "1s" } } } }"#
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    try await waitUntil("the promises are kept") {
      _ = try await RunningCommand.ask("GET /config", at: visitors)
      let answer = PlainAnswer(try await RunningCommand.ask("GET /slo", at: operators))
      // The history begins with the second snapshot, and the page is read anew every ten seconds.
      guard answer.status == "200" else {
        #expect(answer.status == "503", "\(answer.body)")
        return false
      }
      let promises = try answer.json.list("promises")
      try #require(promises.map { $0.text("promise") } == ["availability", "latency"])
      #expect(promises.allSatisfy { $0.text("route") == "GET /config" })
      guard promises[0].text("state") == "kept", promises[0]["kept"] != nil else { return false }
      #expect(promises[0]["budget"] == DataValue(.decimal(DataDecimal(1.0))))
      #expect(promises[0].text("days")?.hasSuffix(".+") == true)
      #expect(try answer.json.list("breaches").isEmpty)
      let text = PlainAnswer(
        try await onThread {
          let socket = try PlainSocket(to: operators)
          try socket.send(
            "GET /slo HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\nConnection: close\r\n\r\n"
          )
          return try socket.receiveAll()
        }
      )
      #expect(text.body.contains("GET /config  latency"), "\(text.body)")
      return true
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A site without a model answers 404 and says what to do`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (_, operators) = try await command.addresses()
    let answer = PlainAnswer(try await RunningCommand.ask("GET /model", at: operators))
    #expect(answer.status == "404")
    #expect(answer.body.contains("no site has a model"))
    withExtendedLifetime(command) {}
  }

  @Test func `A what-if question is answered over HTTP and by the command`() async throws {
    try sites.write(
      "shop",
      """
      backends: { shop: { addresses: "http://127.0.0.1:9" } },
      passes: { "/orders": { backend: "shop" } },
      model: {
        routes: { "POST /orders": { steady: 10, peak: 20, hits: 0 } },
        backends: { shop: { capacity: 50 } },
      }
      """
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (_, operators) = try await command.addresses()
    let target = "/model/what-if?of=peak&load=2"
    let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
    let calls = try #require(try answer.json.list("calls").first, "\(answer.body)")
    #expect(calls["all"] == DataValue(.decimal(DataDecimal(40.0))))
    let rules = PlainAnswer(try await RunningCommand.ask("GET /model/rules", at: operators))
    let script = PlainAnswer(
      try await RunningCommand.ask("GET /model/loadtest.js?site=shop", at: operators)
    )
    #expect(script.status == "200" && script.body.contains("constant-arrival-rate"))
    let none = PlainAnswer(
      try await RunningCommand.ask("GET /model/loadtest.js?site=shops", at: operators)
    )
    #expect(none.status == "404")
    #expect(rules.status == "200" && rules.body.contains("- alert: \"PorticoAbovePeak\""))
    let refused = PlainAnswer(
      try await RunningCommand.ask("GET /model/what-if?load=x", at: operators)
    )
    #expect(refused.status == "400" && refused.body.contains("load is \\\"x\\\""))
    let outcome = try await Program(BuiltCommand.path).run([
      "model", "--admin", "\(operators)", "--of", "steady", "--without", "shop",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("broken  needs shop"), "\(outcome.output)")
    withExtendedLifetime(command) {}
  }
}
