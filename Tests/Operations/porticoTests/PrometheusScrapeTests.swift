// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Debian's Prometheus` {
  private let sites = ServedSites()

  /// A Prometheus that scrapes the operators' listener every second.
  private func prometheus(
    scraping operators: SocketAddress,
    features: [String]
  ) async throws -> RealServer {
    try await RealServer("prometheus", isReady: "Server is ready to receive web requests") {
      address,
      folder in
      let file = "\(folder)/prometheus.yml"
      try """
      scrape_configs:
        - job_name: portico
          scrape_interval: 200ms
          scrape_timeout: 200ms
          static_configs:
            - targets: ["\(operators)"]
      """.write(toFile: file, atomically: true, encoding: .utf8)
      return [
        "--config.file", file, "--storage.tsdb.path", "\(folder)/data", "--web.listen-address",
        "\(address)",
      ] + features.map { "--enable-feature=\($0)" }
    }
  }

  /// Asks until there is a result, and returns the values of its series.
  private func values(of query: String, at server: RealServer) async throws -> [String] {
    let escaped = try #require(
      query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    )
    return try await waitFor("\(query) has a value") {
      let answer = PlainAnswer(
        try await RunningCommand.ask("GET /api/v1/query?query=\(escaped)", at: server.address)
      )
      try #require(answer.status == "200", "\(answer.body)")
      let result = try answer.json["data"]?.list("result") ?? []
      guard !result.isEmpty else { return nil }
      return result.compactMap { series in
        guard case .string(let text)? = series.list("value").last?.content else { return nil }
        return text
      }
    }
  }

  private func serve() async throws -> (RunningCommand, SocketAddress, SocketAddress) {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    for _ in 0..<5 { _ = try await RunningCommand.ask("GET /config", at: visitors) }
    return (command, visitors, operators)
  }

  @Test func `Debian's Prometheus scrapes classic metrics and answers queries`() async throws {
    let (command, _, operators) = try await serve()
    let server = try await prometheus(scraping: operators, features: [])
    #expect(try await values(of: #"up{job="portico"} == 1"#, at: server) == ["1"])
    #expect(
      try await values(of: #"sum(portico_server_requests_total{version="1.1"})"#, at: server)
        == ["5"]
    )
    #expect(try await values(of: "count(portico_build_info)", at: server) == ["1"])
    let buckets =
      #"sum(http_server_request_duration_seconds_bucket{http_route="/config",le="+Inf"})"#
    #expect(try await values(of: buckets, at: server) == ["5"])
    withExtendedLifetime(command) {}
  }

  @Test func `Debian's Prometheus scrapes native histograms and answers queries`() async throws {
    let (command, _, operators) = try await serve()
    let server = try await prometheus(
      scraping: operators,
      features: ["native-histograms", "exemplar-storage"]
    )
    let count = #"histogram_count(sum(http_server_request_duration_seconds{http_route="/config"}))"#
    #expect(try await values(of: count, at: server) == ["5"])
    let quantile = "histogram_quantile(0.9, sum(http_server_request_duration_seconds))"
    #expect(try await values(of: quantile, at: server).count == 1)
    #expect(try await values(of: "sum(process_threads) > 0", at: server).count == 1)
    withExtendedLifetime(command) {}
  }

  @Test func `Debian's Prometheus answers every query of the dashboard`() async throws {
    try sites.write(
      "shop",
      """
      backends: { shop: { addresses: "http://127.0.0.1:9" } },
      passes: { "/orders": { backend: "shop" } },
      model: {
        routes: {
          "GET /config": { steady: 1, peak: 4, hits: 1, sla: { within: "50ms" } },
          "GET /orders": { steady: 1, peak: 2, hits: 0 },
        },
        backends: { shop: { capacity: 20 } },
        instance: { cores: 2, egress: 1 },
      }
      """
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    let answer = PlainAnswer(
      try await RunningCommand.ask("GET /model/dashboard.json", at: operators)
    )
    let queries = try answer.json.list("panels").flatMap { $0.list("targets") }
      .compactMap { $0.text("expr") }
    #expect(queries.count > 20)
    let server = try await prometheus(scraping: operators, features: [])
    // Series that begin with a request have a rate once they have grown.
    let traffic = Task {
      while !Task.isCancelled {
        for path in ["/config", "/orders"] {
          _ = try await RunningCommand.ask("GET \(path)", at: visitors)
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    defer { traffic.cancel() }
    // No service answers along the pass, so that its latency is that of no request.
    for query in queries where !query.contains("quantile") || !query.contains("/orders") {
      let asked = query.replacing("$__rate_interval", with: "1m")
      #expect(try await !values(of: asked, at: server).isEmpty, "\(asked)")
    }
    withExtendedLifetime(command) {}
  }
}
