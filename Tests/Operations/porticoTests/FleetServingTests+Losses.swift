// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Fleet
import LoopTesting
import ProgramTesting
import SQL
import SQLite
import Synchronization
import Testing

extension `The command that serves a site as a fleet` {
  @Test func `A node that stood still during a purge gives no edge what it kept from before`()
    async throws
  {
    let version = Mutex(1)
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        let body = "version \(version.withLock(\.self))"
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nCache-Control: max-age=900\r\n\r\n\(body)"
        )
      }
    }
    let purges = Mutex(0)
    let cdn = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        purges.withLock { $0 += 1 }
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let (_, nodes) = try await begin(
      .folder,
      ["a", "b"],
      #"backends: { near: { addresses: "http://\#(service.address)" } }, "#
        + #"edges: { cache: { kind: "varnish", purge: { address: "http://\#(cdn.address)" } } }, "#
        + #"passes: { "/p": { backend: "near", cache: "standard" } }"#
    )
    let still = nodes[1]
    try await waitUntil("the answer is kept, and edges may keep it") {
      let answer = try await RunningCommand.ask("GET /p/7", at: still.visitors)
      return answer.contains("portico;hit") && answer.contains("max-age=900")
    }
    still.command.stand(true)
    defer { still.command.stand(false) }
    try await waitUntil("it is silent for a while") {
      switch try await nodes[0].nodes()["b"]?["silence"]?.content {
      case .integer(let seconds): seconds > 2
      case .decimal(let seconds): seconds.value > 2
      default: false
      }
    }
    version.withLock { $0 = 2 }
    let told = try await nodes[0].ask("POST /purge", #"{"path":"/p/7","hard":true}"#)
    #expect(told.body.contains(#""missing":["b"]"#), "\(told.body)")
    async let first = RunningCommand.ask("GET /p/7", at: still.visitors)
    still.command.stand(false)
    let answer = try await first
    #expect(answer.contains("version 2") || !answer.contains("max-age=900"), "\(answer)")
    try await waitUntil("it has the purge, and edges may keep its answers again") {
      let answer = try await RunningCommand.ask("GET /p/7", at: still.visitors)
      return answer.contains("version 2") && answer.contains("max-age=900")
    }
    // What it may have given to an edge before that is purged there, too.
    try await waitUntil("the edge is purged twice") { purges.withLock(\.self) == 2 }
  }

  @Test func `The holder of the lease removes what no edition needs from the store`() async throws {
    let fleet = try await onThread { try ServedFleet(.folder) }
    let path = "\(fleet.sites.folder)/fleet/shop/fleet.db"
    let old = BlobDigest(of: Array("old".utf8))
    func blobs(_ digest: BlobDigest) throws -> Int {
      var database = try Database(path)
      let count: Int? = try database.value(
        "SELECT count(*) FROM fleet_blob WHERE digest = ?",
        [digest.text]
      )
      return count ?? 0
    }
    let first = try await fleet.start("a")
    try await waitUntil("the edition is published") { try await first.served() == "shop" }
    try await waitUntil("the log has it") {
      try await first.ask("GET /nodes").json.list("stores").first?.text("change") == "publication"
    }
    try await first.command.stop()
    var database = try Database(path)
    try database.run("INSERT INTO fleet_blob VALUES (?, 0, ?)", [old.text, Array("old".utf8)])
    for (table, column) in [("fleet_blob", "kept"), ("fleet_edition", "used")] {
      try database.run("UPDATE \(table) SET \(column) = \(column) - 172800000000")
    }
    let again = try await fleet.start("a", files: false)
    try await waitUntil("the old blob is removed") { try blobs(old) == 0 }
    // A node with other files still finds the whole edition there.
    try fleet.sites.write("b/shop", "")
    try fleet.change("b", to: "weeds")
    let new = try await fleet.start("b", files: false)
    try await waitUntil("the new node serves it") { try await new.served() == "shop" }
    withExtendedLifetime(again) {}
  }

  @Test func `A client that asks two nodes waits twice as long at each, until one of them is gone`()
    async throws
  {
    let (_, nodes) = try await begin(
      .folder,
      ["a", "b"],
      #"rateLimits: { all: { paths: ["config"], requests: 1, seconds: 600 } }"#
    )
    /// The seconds that a refused request is to wait.
    func wait(at node: ServedFleet.Node) async throws -> Int {
      let answer = try await RunningCommand.ask("GET /config", at: node.visitors).lowercased()
      guard let field = answer.firstRange(of: "retry-after: ") else { return 0 }
      return Int(answer[field.upperBound...].prefix { $0.isNumber }) ?? 0
    }
    try await waitUntil("the nodes share the limit") {
      let times = (try await wait(at: nodes[0]), try await wait(at: nodes[1]))
      return times.0 > 900 && times.1 > 900
    }
    try await nodes[1].command.stop(atOnce: true)
    try await waitUntil("the other one has the limit alone") {
      try await 1...600 ~= wait(at: nodes[0])
    }
  }

  @Test func `A node that is gone is removed at all nodes, and one that lives is not`() async throws
  {
    let (fleet, nodes) = try await begin(.folder)
    func remove(_ name: String) async throws -> (status: Int32, output: String, errors: String) {
      let admin = ["--admin", "\(nodes[0].operators)"]
      let outcome = try await Program(BuiltCommand.path).run(["fleet", "remove", name] + admin)
      return (outcome.status, outcome.output, outcome.errors)
    }
    let living = try await remove("c")
    #expect(living.status != 0 && living.errors.contains("c lives"), "\(living)")
    #expect(try await remove("a").errors.contains("a is this node"))
    #expect(try await remove("x").errors.contains("expected another one of the fleet"))
    try await nodes[2].command.stop(atOnce: true)
    try await waitUntil("it is gone") {
      try await nodes[0].nodes()["c"]?.text("state")?.hasPrefix("silent") == true
    }
    let gone = try await remove("c")
    #expect(gone.status == 0 && gone.output.contains("kept by the store"), "\(gone)")
    for node in nodes.prefix(2) {
      try await waitUntil("it is forgotten") { try await node.nodes()["c"] == nil }
    }
    // On a busy machine the time for an answer may be over before both have the purge.
    try await waitUntil("a purge waits for the living nodes alone") {
      let told = try await nodes[0].ask("POST /purge", #"{"all":true}"#)
      return told.body.contains(#""missing":[]"#)
    }
    let back = try await fleet.start("c", files: false)
    try await waitUntil("it is known again") {
      try await nodes[1].nodes()["c"]?.text("state") == "alive"
    }
    withExtendedLifetime(back) {}
  }

  @Test func `An order at one node closes the site at all, also at one that was gone`() async throws
  {
    let requests = Mutex(0)
    let cdn = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        requests.withLock { $0 += 1 }
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let edges =
      #"edges: { cache: { kind: "varnish", purge: { address: "http://\#(cdn.address)" } } }"#
    let (fleet, nodes) = try await begin(.folder, ["a", "b", "c"], edges)
    func datatype(_ node: ServedFleet.Node) async throws -> String? {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /config", at: node.visitors))
      return try answer.json.text("datatype")
    }
    // An edition that was published a moment ago was told to the edge, too.
    try fleet.change("b", to: "roses")
    try await wait(for: "roses", at: nodes)
    try await waitUntil("the edge is told of the edition") { requests.withLock(\.self) > 0 }
    try await nodes[2].command.stop(atOnce: true)
    let before = requests.withLock(\.self)
    let order = #"{"on":true,"message":"Back at noon"}"#
    let told = try await nodes[1].ask("POST /maintenance", order)
    #expect(told.status == "200" && told.body.contains(" of 3 nodes"), "\(told)")
    for node in nodes.prefix(2) {
      try await waitUntil("the site is closed") { try await datatype(node) == "maintenance" }
    }
    try await waitUntil("the edge is told that the site is closed") {
      requests.withLock(\.self) > before
    }
    let third = try await fleet.start("c", files: false)
    try await waitUntil("it is closed there, too") { try await datatype(third) == "maintenance" }
    let wrong = try await third.ask("POST /maintenance", #"{"on":true,"message":7}"#)
    #expect(wrong.status == "400", "\(wrong)")
    _ = try await third.ask("POST /maintenance", #"{"on":false}"#)
    for node in [nodes[0], nodes[1], third] {
      try await waitUntil("the site is open") { try await datatype(node) == "config" }
    }
  }
}
