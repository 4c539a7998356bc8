// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import ProgramTesting
import Testing

extension `The command that serves a site as a fleet` {
  /// Begins a fleet, and a rollout of another folder at its second node; returns the answer.
  private func roll(
    _ engine: ServedFleet.Engine,
    _ steps: String,
    plan: String = `A rollout of a served site`.good
  ) async throws -> (ServedFleet, [ServedFleet.Node], PlainAnswer) {
    let rollout = "rollout: { steps: \(steps), hold: 604800, answers: 3 }"
    let (fleet, nodes) = try await begin(engine, ["a", "b", "c"], rollout)
    let gone = #"backends: { gone: { addresses: "http://127.0.0.1:1", retries: 0 } }, "#
    try fleet.sites.write("draft/shop", gone + rollout)
    let config = #"{ datatype: "config", body: { of: "new", plan: { $ref: "plan" } } }"#
    try fleet.sites.put(plan, at: "draft/shop/Content/plan.json5")
    try fleet.sites.put(config, at: "draft/shop/Content/config.json5")
    let order = #"{"action":"start","folder":"\#(fleet.sites.folder)/draft/shop"}"#
    let started = try await nodes[1].ask("POST /rollout", order)
    #expect(started.status == "200", "\(started)")
    for node in nodes {
      try await waitUntil("the node takes the step") {
        try await self.row(node) == self.row(nodes[1])
      }
    }
    return (fleet, nodes, started)
  }

  private func get(
    _ path: String,
    _ installation: String,
    at node: ServedFleet.Node
  ) async throws -> PlainAnswer {
    let visitors = node.visitors
    return PlainAnswer(
      try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(
          "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "X-App: installation=\"\(installation)\"\r\n\r\n"
        )
        return try socket.receiveAll()
      }
    )
  }

  /// The installations, of forty, that have the edition that is rolled out.
  private func drawn(_ node: ServedFleet.Node) async throws -> [Int] {
    var drawn: [Int] = []
    for number in 0..<40
    where try await get("/config", "i\(number)", at: node).body.contains(#""of":"new""#) {
      drawn.append(number)
    }
    return drawn
  }

  /// The row of the rollout at a node, without what waits.
  private func row(_ node: ServedFleet.Node) async throws -> DataValue? {
    try await node.ask("GET /rollout").json.list("rollouts").first
  }

  private func link(_ node: ServedFleet.Node, _ installation: String) async throws -> String {
    let body = try await get("/config", installation, at: node).body
    let found = try #require(body.firstMatch(of: /"plan":"([^"]*)"/), "\(body)")
    return String(found.1)
  }

  @Test(arguments: ServedFleet.Engine.allCases)
  func `A rollout goes on, and ends, at all nodes, whichever of them is asked`(
    _ engine: ServedFleet.Engine
  ) async throws {
    let (fleet, nodes, started) = try await roll(engine, "[50, 100]")
    #expect(started.body.contains(#""share":5000"#), "\(started.body)")
    #expect(started.body.contains("kept by the store and by"), "\(started.body)")
    let before = try await drawn(nodes[1])
    #expect((1..<40).contains(before.count))
    for node in [nodes[0], nodes[2]] { #expect(try await drawn(node) == before) }
    // A link of one node is known to the others.
    let path = try await link(nodes[0], "i\(before[0])")
    for node in nodes { #expect(try await get(path, "x", at: node).body.contains(#""of":"new""#)) }

    let again = try await nodes[0].ask("POST /rollout", #"{"action":"start"}"#)
    #expect(again.status == "400" && again.body.contains("is on; finish"), "\(again.body)")
    // A node that begins again, in the middle, follows.
    try await nodes[2].command.stop()
    let third = try await fleet.start("c", files: false)
    #expect(try await drawn(third) == before)
    #expect(try await get(path, "x", at: third).body.contains(#""of":"new""#))

    let next = try await third.ask("POST /rollout", #"{"action":"next"}"#)
    #expect(next.body.contains(#""share":10000"#), "\(next.body)")
    for node in [nodes[0], nodes[1], third] {
      try await waitUntil("all have the edition at every node") {
        try await self.drawn(node).count == 40
      }
      try await waitUntil("the node says so of all") {
        try await node.nodes().values.allSatisfy {
          $0.text("rollout")?.hasPrefix("100.0 % ") == true
        }
      }
    }
    let finished = try await nodes[0].ask("POST /rollout", #"{"action":"finish"}"#)
    #expect(finished.body.contains(#""state":"finished""#), "\(finished.body)")
    for node in [nodes[0], nodes[1], third] {
      try await waitUntil("the edition is published") { try await node.served() == "new" }
      #expect(try await row(node)?.text("state") == "finished")
    }
    let late = try await nodes[1].ask("POST /rollout", #"{"action":"return"}"#)
    #expect(late.status == "400" && late.body.contains("no rollout of shop is on"), "\(late)")
  }

  @Test func `A rollout that fails at one node is returned at all, also when its judge has died`()
    async throws
  {
    let bad = `A rollout of a served site`.bad
    let (_, nodes, _) = try await roll(.folder, "[100]", plan: bad)
    let path = try await link(nodes[0], "mine")
    let rows = try await nodes[0].nodes()
    let judge = try #require(rows.values.first { $0.text("edges") == "yes" }?.text("node"))
    let index = try #require(["a", "b", "c"].firstIndex(of: judge))
    try await nodes[index].command.stop(atOnce: true)
    let living = nodes.indices.filter { $0 != index }.map { nodes[$0] }
    let visited = living[0]
    let visits = Visits { _ = try await self.get(path, "x", at: visited) }
    let said = try await living[1].command.until("failed answers of")
    try await visits.end()
    #expect(said.contains("is returned to edition"), "\(said)")
    for node in living {
      try await waitUntil("the rollout is returned") {
        try await self.row(node)?.text("state") == "returned"
      }
      #expect(try await get("/config", "mine", at: node).body.contains(#""of":"shop""#))
      #expect(try await get(path, "x", at: node).status == "404")
      #expect(try await row(node) == row(living[0]))
    }
  }

  @Test func `With the store away a rollout is returned at all nodes, and the log has it later`()
    async throws
  {
    let (fleet, nodes, _) = try await roll(.postgreSQL, "[50, 100]")
    let before = try await drawn(nodes[0])
    let path = try await link(nodes[0], "i\(try #require(before.first))")
    let cluster = try #require(fleet.cluster)
    try await onThread { try cluster.stop(.immediate) }
    try await waitUntil("the store is away") {
      try await nodes[0].ask("GET /nodes").body.contains(#""store":"away""#)
    }
    let told = try await nodes[0].ask("POST /rollout", #"{"action":"return"}"#)
    #expect(told.status == "200" && told.body.contains("not recorded yet"), "\(told)")
    for node in nodes {
      try await waitUntil("nobody has the edition") { try await self.drawn(node) == [] }
      #expect(try await get(path, "x", at: node).status == "404")
      #expect(try await row(node)?.text("state") == "returned")
    }
    // A node that begins again meanwhile remembers it.
    try await nodes[2].command.stop(atOnce: true)
    let third = try await fleet.start("c", files: false)
    #expect(try await drawn(third) == [])
    try await onThread { try cluster.start() }
    for node in [nodes[1], third] {
      try await waitUntil("the log says the same to all") {
        try await self.row(node) == self.row(nodes[0])
      }
    }
    let row = try await row(third)
    #expect(row?.text("reason") == "an operator returned it", "\(String(describing: row))")
  }

  @Test func `With the store away a rollout that fails is returned by itself`() async throws {
    let bad = `A rollout of a served site`.bad
    let (fleet, nodes, _) = try await roll(.postgreSQL, "[100]", plan: bad)
    let path = try await link(nodes[0], "mine")
    let cluster = try #require(fleet.cluster)
    try await onThread { try cluster.stop(.immediate) }
    let visits = Visits { _ = try await self.get(path, "x", at: nodes[0]) }
    let said = try await nodes[1].command.until("failed answers of")
    try await visits.end()
    #expect(said.contains("is returned to edition"), "\(said)")
    for node in nodes {
      try await waitUntil("the rollout is returned") {
        try await self.row(node)?.text("state") == "returned"
      }
      #expect(try await get(path, "x", at: node).status == "404")
    }
  }

  @Test func `The same order at two nodes at the same moment is obeyed at both`() async throws {
    let (_, nodes, _) = try await roll(.folder, "[50, 100]")
    for action in ["pause", "resume", "pause", "resume"] {
      let order = #"{"action":"\#(action)"}"#
      async let first = nodes[0].ask("POST /rollout", order)
      async let second = nodes[2].ask("POST /rollout", order)
      let told = try await [first, second]
      #expect(told.allSatisfy { $0.status == "200" }, "\(told)")
    }
  }
}
