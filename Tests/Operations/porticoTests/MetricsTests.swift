// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The metrics of a service` {
  private let sites = ServedSites()

  @Test func `The metrics pass promtool`() async throws {
    try sites.write("shop", #"name: "sh.op", hosts: "a.example""#)
    try sites.write("garden", "")
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let (visitors, operators) = try await command.addresses()
    for host in ["a.example", "b.example"] {
      _ = try await RunningCommand.ask("GET /config", host: host, at: visitors)
    }
    _ = try await RunningCommand.ask("POST /purge", #"{"tag":"a","site":"*"}"#, at: operators)
    let metrics = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
    let outcome = try await Program("promtool").run(
      ["check", "metrics"],
      input: Data(metrics.utf8)
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
    for name in [
      "portico_server_requests_total", "http_server_request_duration_seconds_count",
      "portico_cache_requests_total", "portico_server_connections", "portico_server_refusals_total",
      "portico_server_connection_limits", "portico_server_timeouts_total",
    ] {
      #expect(metrics.contains("\n\(name){") || metrics.contains("\n\(name) "), "\(name)")
    }
    withExtendedLifetime(command) {}
  }

  /// Those that need more than a site and a request: certificates, failing plans, bodies, files, edges,
  /// rollouts, webhooks before writes.
  private static let elsewhere = [
    "portico_tls_", "portico_fanout_", "http_server_request_body_", "portico_events_",
    "portico_telemetry_", "portico_edge_", "portico_rollout_", "portico_before_hook_",
    "portico_pressure_", "process_pressure_", "portico_answer_members_",
  ]

  @Test func `The operating guide names every metric, and none that does not exist`() async throws {
    try sites.write(
      "shop",
      #"backends: { prices: { addresses: "http://127.0.0.1:9" } }, "#
        + #"passes: { "/p": { backend: "prices" } }, "#
        + #"beacon: { path: "beacon" }, "#
        + #"rateLimits: { all: { paths: "*", by: "address", requests: 100, seconds: 1 } }, "#
        + #"resources: { at: "/v1", hooks: { orders: { url: "http://127.0.0.1:9/", key: "K" } } }"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    let (visitors, operators) = try await command.addresses()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    _ = try await RunningCommand.ask("GET /p", at: visitors)
    let report =
      #"{"reports":[{"path":"/config","outcome":"ok","milliseconds":5}],"#
      + #""prefetch":{"requests":2,"useful":1,"bytes":80,"usefulBytes":40}}"#
    _ = try await RunningCommand.ask("POST /beacon", report, at: visitors)
    _ = try await RunningCommand.ask("POST /purge", #"{"tag":"a"}"#, at: operators)
    let metrics = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
    let page = try #require(DocumentedBlock.pages.first { $0.key.hasSuffix("/Operating.md") }).value
    let section = try #require(page.components(separatedBy: "### Metrics").last)
    let table = section.components(separatedBy: "\n").prefix { !$0.hasPrefix("### ") }
      .filter { $0.hasPrefix("|") }.joined()
    var names: Set<String> = []
    for match in table.matches(of: /`((?:portico|http|process|target)_[a-z0-9_]+)/) {
      names.insert(String(match.1))
    }
    names = names.filter { name in !Self.elsewhere.contains { name.hasPrefix($0) } }
    #expect(names.count > 40)
    for name in names.sorted() where !name.hasSuffix("_") {
      #expect(metrics.contains("# TYPE \(name) "), "\(name) is on the page, and no metric")
    }
    for match in metrics.matches(of: ##/# TYPE ([a-z0-9_]+) /##) {
      #expect(page.contains("`\(match.1)`"), "\(match.1) is a metric, and not on the page")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The metrics can be fetched by the command that the start prints for a socket`()
    async throws
  {
    try sites.write("shop", "")
    let command = try RunningCommand([
      "--site", "\(sites.folder)/shop", "--listen", "127.0.0.1:0", "--admin",
      "unix:\(sites.folder)/admin.sock",
    ])
    let greeting = try await command.until("/metrics\n", errors: false)
    let line = try #require(greeting.firstMatch(of: /Operators: (curl .+)\n/)?.1)
    let outcome = try await Program("sh").run(["-c", String(line)])
    #expect(outcome.output.contains("portico_site_ready{"), "\(line)\(outcome.errors)")
    withExtendedLifetime(command) {}
  }
}
