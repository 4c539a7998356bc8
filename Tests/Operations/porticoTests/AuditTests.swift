// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Changes by operators` {
  private let sites = ServedSites()

  private var events: String { "\(sites.folder)/events" }

  private func written() throws -> [DataValue] {
    try String(decoding: Files.read(events), as: UTF8.self).split(separator: "\n")
      .map { try DataValue(reading: Array($0.utf8).span, as: .json) }
  }

  @Test func `An operator's change is recorded with its author and its outcome at each edge`()
    async throws
  {
    let cdn = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    try sites.write(
      "shop",
      """
      edges: { near: { kind: "varnish", purge: { address: "http://\(cdn.address)" } },
        far: { kind: "cloudflare", purge: { address: "http://\(cdn.address)", zone: "z",
          secret: "AUDIT_TEST_MISSING", probe: "https://www.example.com" } } },
      """
    )
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--events", events])
    let operators = try await command.addresses().operators
    let purge = PlainAnswer(
      try await RunningCommand.ask("POST /purge", #"{"document":"config"}"#, at: operators)
    )
    let id = try #require(try purge.json.text("id"))
    var said = try await command.until("; at far: the environment has no AUDIT_TEST_MISSING\n")
    // The edges may have been quicker than the line.
    if !said.contains("audit: purge ") { said += try await command.until("strength") }
    #expect(said.contains(#"portico: audit: purge {"site":"shop","peer":"127.0.0.1:"#))
    _ = try await RunningCommand.ask("POST /purge", #"{"tag":"a\nb"}"#, at: operators)
    _ = try await RunningCommand.ask("POST /reload", "", at: operators)
    let refused = try await command.until("audit: reload ")
    #expect(refused.split(separator: "\n").contains { $0.contains(#""status":400"#) })
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    for line in [
      #"portico_admin_changes_total{action="purge",outcome="done"} 1"#,
      #"portico_admin_changes_total{action="purge",outcome="refused"} 1"#,
      #"portico_admin_changes_total{action="reload",outcome="done"} 1"#,
      #"portico_edge_purges_total{site="shop",edge="near",kind="varnish",outcome="done"} 1"#,
      #"portico_edge_purges_total{site="shop",edge="far",kind="cloudflare",outcome="failed"} 1"#,
    ] {
      #expect(metrics.contains("\n\(line)\n"), "\(line)")
    }
    try await command.stop()

    let all = try written()
    let changes = all.filter { ["purge", "reload"].contains($0.text("event")) }
    #expect(changes.map { $0.text("event") } == ["purge", "purge", "reload"])
    #expect(changes.map { $0.text("status") } == ["200", "400", "200"])
    #expect(changes.map { $0.text("site") } == ["shop", nil, "shop"])
    #expect(changes.allSatisfy { $0.text("peer")?.hasPrefix("127.0.0.1:") == true })
    #expect(changes[0].text("purge") == id && changes[0].text("scope") == "document config")
    #expect(changes[1].text("error_message")?.contains("is no tag") == true)
    #expect(changes[2].text("is_new") == "false" && changes[2].text("errors") == "0")
    let edges = all.filter { $0.text("event") == "edge_purge" }
    #expect(edges.map { $0.text("edge") } == ["near", "far"])
    #expect(edges.map { $0.text("state") } == ["done", "failed"])
    #expect(edges.map { $0.text("purge") } == [id, id])
    #expect(edges[1].text("error_message") == "the environment has no AUDIT_TEST_MISSING")
    cdn.stop()
  }
}
