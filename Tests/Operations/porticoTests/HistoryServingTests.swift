// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The history of a service` {
  private let sites = ServedSites()

  private func serve(
    _ more: [String] = []
  ) async throws -> (
    command: RunningCommand, visitors: SocketAddress, operators: SocketAddress
  ) {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"] + more
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  /// The answer of the history, once it contains a text.
  private func history(
    _ target: String,
    containing text: String,
    at operators: SocketAddress
  ) async throws -> PlainAnswer {
    try await waitFor("\(target) has \(text)") {
      let answer = try await RunningCommand.ask("GET \(target)", at: operators)
      return answer.contains(text) ? PlainAnswer(answer) : nil
    }
  }

  private static let requests =
    "/history?series=portico_server_requests_total%7Bversion=1.1%7D&from=-10m&step=1s"

  /// The requests that the history has seen.
  private func total(_ answer: PlainAnswer) throws -> Double {
    let points = try #require(try answer.json.list("series").first).list("points")
    var total = 0.0
    for point in points {
      guard case .array(let figures) = point.content, figures.count == 2 else { continue }
      switch figures[1].content {
      case .integer(let rate): total += Double(rate)
      case .decimal(let rate): total += rate.value
      default: break
      }
    }
    return total
  }

  @Test func `The distribution of requests' times is answered, and a query of none is refused`()
    async throws
  {
    let (command, visitors, operators) = try await serve()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    let answer = try await history(
      "/history/density?series=http_server_request_duration_seconds&step=60s",
      containing: "\"columns\":[\n[",
      at: operators
    )
    // The request may be answered in one minute and looked for in the next.
    #expect((1...2).contains(try answer.json.list("columns").count))
    let refused = PlainAnswer(
      try await RunningCommand.ask(
        "GET /history/density?series=portico_server_requests_total",
        at: operators
      )
    )
    #expect(refused.status == "400" && refused.body.contains("expected histograms of one unit"))
    withExtendedLifetime(command) {}
  }

  @Test func `The health warns while the history has no room for every series`() async throws {
    let (command, visitors, operators) = try await serve(["--history", "64M"])
    // Every second has enough series that change.
    var checks = ""
    try await waitUntil("the history is full") {
      for target in ["/config", "/config.plist", "/config.xml", "/nothing", "/nothing.plist"] {
        _ = try await RunningCommand.ask("GET \(target)", at: visitors)
      }
      checks = try await RunningCommand.ask("GET /health?verbose", at: operators)
      return checks.contains("series have no room, and are missing in charts")
    }
    let health = try PlainAnswer(checks).json.list("health")
    #expect(health.first { $0.text("check") == "history" }?.text("outcome") == "warning")
    withExtendedLifetime(command) {}
  }

  @Test func `Failures that begin when the history is full are in the promises of the day`()
    async throws
  {
    let passes =
      #"backends: { shop: { addresses: "http://127.0.0.1:9", health: false } }, "#
      + #"passes: { "/orders": { backend: "shop", methods: ["POST"] } }, "#
      + #"model: { routes: { "POST /orders": { steady: 9, peak: 20, sla: { within: "1s" } } } }"#
    try sites.write("shop", passes)
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state", "--history", "64M"]
    )
    let (visitors, operators) = try await command.addresses()
    try await waitUntil("the history is full") {
      for target in ["/config", "/config.plist", "/nothing", "/nothing.plist"] {
        _ = try await RunningCommand.ask("GET \(target)", at: visitors)
      }
      return try await RunningCommand.ask("GET /health?verbose", at: operators)
        .contains("series have no room")
    }
    for _ in 1...25 {
      let order = try await RunningCommand.ask("POST /orders", "{}", at: visitors)
      #expect(order.hasPrefix("HTTP/1.1 50"), "\(order.prefix(40))")
    }
    // The page is read anew every ten seconds, and a second's figures are written when it is over.
    try await waitUntil("the failures are in the promises") {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /slo", at: operators))
      guard answer.status == "200" else { return false }
      let promises = try answer.json.list("promises")
      let orders = promises.filter { $0.text("route") == "POST /orders" }
      guard orders.first?.text("bad") == "25" else { return false }
      #expect(orders.first?.text("judged") == "25" && orders.first?.text("state") == "broken")
      #expect(try answer.json.list("breaches").first?.text("bad") == "25")
      return true
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The history survives kill -9 under load with all but the last second`() async throws {
    let first = try await serve()
    #expect(try await first.command.until("series\n").contains("portico: history: at most "))
    let load = Task {
      var count = 0
      while !Task.isCancelled {
        _ = try? await RunningCommand.ask("GET /config", at: first.visitors)
        count += 1
        try? await Task.sleep(for: .milliseconds(5))
      }
      return count
    }
    var seen = 0.0
    try await waitUntil("two seconds of load are in the history") {
      let answer = try await history(Self.requests, containing: "points\":[[", at: first.operators)
      seen = try total(answer)
      return seen >= 20
    }
    try await first.command.stop(atOnce: true)
    load.cancel()
    _ = await load.value
    let second = try await serve()
    let after = try total(
      try await history(Self.requests, containing: "\"points\":[[", at: second.operators)
    )
    // A second that is longer than one has a lower rate.
    #expect(after >= seen * 0.9, "\(after) of \(seen) requests are left")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(sites.folder)/state/history")
    #expect(!names.contains { $0.contains("unreadable") }, "\(names)")
    try await second.command.stop()
  }

  @Test func `The history has events and operators' notes as annotations`() async throws {
    let (command, _, operators) = try await serve()
    _ = try await RunningCommand.ask("POST /purge", #"{"tag":"roses"}"#, at: operators)
    try sites.put(#"{ datatype: "config", body: { of: "new" } }"#, at: "shop/Content/config.json5")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let added = PlainAnswer(
      try await RunningCommand.ask(
        "POST /annotations",
        #"{"kind":"deploy","text":"prices 4.2"}"#,
        at: operators
      )
    )
    #expect(added.status == "200" && added.body.contains(#""text":"prices 4.2""#), "\(added.body)")
    let all = try await history("/annotations?from=-1h", containing: "publication", at: operators)
    for kind in ["start", "purge", "reload", "publication", "deploy"] {
      #expect(all.body.contains("\"kind\":\"\(kind)\""), "\(kind): \(all.body)")
    }
    #expect(try await command.until("prices 4.2").contains("portico: audit: annotation"))
    let refused = PlainAnswer(
      try await RunningCommand.ask(
        "POST /annotations",
        #"{"kind":"Deploy!","text":"a"}"#,
        at: operators
      )
    )
    #expect(refused.status == "400" && refused.body.contains("expected a lower-case word"))
    try await command.stop()
    let kept = try sites.text(of: "state/history/annotations")
    #expect(kept.contains("\"kind\":\"drain\""))
  }

  @Test func `The history is listed, is CSV on request, and explains wrong queries`() async throws {
    let (command, _, operators) = try await serve()
    let list = try await history(
      "/history/series?filter=site_ready",
      containing: "portico_site_ready{site=shop}",
      at: operators
    )
    #expect(list.body.contains(#""labels":{"site":"shop"},"kind":"gauge","unit":"none"}"#))
    let csv = try await history(
      "/history?series=portico_site_ready&from=-1m&step=1s&format=csv",
      containing: ",portico_site_ready{site=shop},,last,1\r\n",
      at: operators
    )
    #expect(csv.body.hasPrefix("time,series,compare,column,value\r\n"))
    for (target, expected) in [
      ("/history", "there is no series"), ("/history?series=portico_nothing", "there is none"),
      (
        "/history?series=portico_site_ready&format=xml",
        #"format is \"xml\"; expected json or csv"#
      ),
    ] {
      let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
      #expect(answer.status == "400" && answer.body.contains(expected), "\(answer.body)")
    }
    let findings = PlainAnswer(
      try await RunningCommand.ask("GET /history/findings", at: operators)
    )
    #expect(findings.body == "{\"findings\":[]}\n")
    withExtendedLifetime(command) {}
  }

  @Test func `The history is not kept with --history 0`() async throws {
    let (command, _, operators) = try await serve(["--history", "0"])
    let answer = PlainAnswer(
      try await RunningCommand.ask("GET /history/series", at: operators)
    )
    #expect(answer.status == "404" && answer.body.contains("--history is 0"))
    #expect(!Files.exists("\(sites.folder)/state/history"))
    withExtendedLifetime(command) {}
  }
}
