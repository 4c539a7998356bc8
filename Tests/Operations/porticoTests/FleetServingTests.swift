// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that serves a site as a fleet` {
  func begin(
    _ engine: ServedFleet.Engine,
    _ names: [String] = ["a", "b", "c"],
    _ settings: String = ""
  ) async throws -> (ServedFleet, [ServedFleet.Node]) {
    let fleet = try await onThread { try ServedFleet(engine) }
    var nodes: [ServedFleet.Node] = []
    for name in names { nodes.append(try await fleet.start(name, settings)) }
    let all = nodes
    try await waitUntil("the nodes know each other") {
      for node in all {
        let rows = try await node.nodes()
        // A node that was heard, and not listed yet, is called by its number.
        guard Set(rows.keys) == Set(names),
          rows.values.allSatisfy({ $0.text("edition") == rows[names[0]]?.text("edition") })
        else { return false }
      }
      return true
    }
    return (fleet, nodes)
  }

  func wait(for text: String, at nodes: [ServedFleet.Node]) async throws {
    for node in nodes {
      try await waitUntil("\(text) is served") { try await node.served() == text }
    }
  }

  @Test(arguments: ServedFleet.Engine.allCases)
  func `An edition that one node publishes is served by all, and so is a rollback`(
    _ engine: ServedFleet.Engine
  ) async throws {
    let (fleet, nodes) = try await begin(engine)
    try await wait(for: "shop", at: nodes)
    let first = try #require(try await nodes[0].nodes()["a"]?.text("edition"))
    try fleet.change("b", to: "roses")
    try await wait(for: "roses", at: nodes)
    try fleet.change("c", to: "tulips")
    try await wait(for: "tulips", at: nodes)

    let back = try await nodes[0].ask("POST /fleet/publish", "{\"edition\":\"\(first)\"}")
    #expect(back.status == "200" && back.body.contains("kept by the store and by"), "\(back.body)")
    #expect(back.body.contains(#""missing":[]"#), "\(back.body)")
    try await wait(for: "shop", at: nodes)
    // Changed files wait until operators say so.
    try fleet.change("b", to: "lilies")
    _ = try await nodes[1].command.until("the fleet stays at edition")
    #expect(try await nodes[2].served() == "shop")
    let order = try await nodes[1].ask("POST /fleet/publish", "{}")
    #expect(order.status == "200", "\(order.body)")
    try await wait(for: "lilies", at: nodes)
  }

  @Test(arguments: ServedFleet.Engine.allCases)
  func `A purge at one node is made at all before it is answered`(
    _ engine: ServedFleet.Engine
  ) async throws {
    let service = try ScriptedServer { peer, _ in
      var count = 0
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        count += 1
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: max-age=900\r\n\r\nok"
        )
      }
    }
    let (_, nodes) = try await begin(
      engine,
      ["a", "b", "c"],
      #"backends: { near: { addresses: "http://\#(service.address)" } }, "#
        + #"passes: { "/p": { backend: "near", cache: "standard" } }"#
    )
    for node in nodes {
      try await waitUntil("the answer is kept") {
        try await RunningCommand.ask("GET /p/7", at: node.visitors).contains("portico;hit")
      }
    }
    // On a busy machine the time for an answer may be over before all have the purge.
    var told = PlainAnswer("")
    try await waitUntil("all have a purge when it is answered") {
      told = try await nodes[1].ask("POST /purge", #"{"path":"/p/7","hard":true}"#)
      return try told.json.text("fleet") == "kept by the store and by 3 nodes"
    }
    for node in nodes {
      let answer = try await RunningCommand.ask("GET /p/7", at: node.visitors)
      #expect(!answer.contains("portico;hit"), "\(answer)")
    }
    let id = try #require(try told.json.text("id"))
    #expect(try await nodes[1].ask("GET /purges/\(id)").json.text("state") == "done")
  }

  @Test func `A purge that only a later release reads purges everything at a node of this one`()
    async throws
  {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: max-age=900\r\n\r\nok"
        )
      }
    }
    let (fleet, nodes) = try await begin(
      .postgreSQL,
      ["a"],
      #"backends: { near: { addresses: "http://\#(service.address)" } }, "#
        + #"passes: { "/p": { backend: "near", cache: "standard" } }"#
    )
    func isKept() async throws -> Bool {
      try await RunningCommand.ask("GET /p/7", at: nodes[0].visitors).contains("portico;hit")
    }
    try await waitUntil("the answer is kept") { try await isKept() }
    let entry = """
      {"id":"\(String(repeating: "7", count: 32))","node":"\(String(repeating: "7", count: 16))",
      "made":9000000000000000,"kind":"purge","body":{"target":{"audience":"fr"},"strength":"hard"}}
      """
    let written = try await Program("/usr/lib/postgresql/15/bin/psql").run([
      "-v", "ON_ERROR_STOP=1", "-d", try #require(fleet.cluster).address(), "-c",
      """
      SET search_path = portico_fleet_shop;
      UPDATE fleet_state SET number = number + 1;
      INSERT INTO fleet_log (number, began, mark, entry_id, kind, recorded, entry)
      SELECT number, began, mark, '\(String(repeating: "7", count: 32))', 'purge',
        9000000000000000, '\(entry)' FROM fleet_state
      """,
    ])
    try #require(written.status == 0, "\(written.errors)")
    try await waitUntil("the answer is purged") { try await !isKept() }
  }

  @Test func `With the store away a purge goes by push and is recorded when it is back`()
    async throws
  {
    let (fleet, nodes) = try await begin(.postgreSQL, ["a", "b"])
    let (first, second) = (nodes[0], nodes[1])
    let cluster = try #require(fleet.cluster)
    try await onThread { try cluster.stop(.immediate) }
    try await waitUntil("the store is away") {
      try await first.ask("GET /nodes").body.contains(#""store":"away""#)
    }
    try await waitUntil("both nodes have a purge") {
      let told = try await first.ask("POST /purge", #"{"all":true,"hard":true}"#)
      return try told.json.text("fleet") == "confirmed by 2 of 2 nodes, not recorded yet"
    }
    // What is served goes on.
    #expect(try await second.served() == "shop")
    try await onThread { try cluster.start() }
    for node in nodes {
      try await waitUntil("the purge is recorded") {
        let store = try await node.ask("GET /nodes").json.list("stores").first
        return store?.text("store") == "reached" && store?.text("unrecorded") == "0"
      }
    }
  }

  @Test(arguments: ServedFleet.Engine.allCases)
  func `A node that was killed serves what was published meanwhile when it is back`(
    _ engine: ServedFleet.Engine
  ) async throws {
    let (fleet, nodes) = try await begin(engine)
    try await nodes[2].command.stop(atOnce: true)
    try fleet.change("a", to: "roses")
    try await wait(for: "roses", at: Array(nodes.prefix(2)))
    // Its own files still say what they said.
    let back = try await fleet.start("c", files: false)
    try await wait(for: "roses", at: [back])
    try await waitUntil("it has no lag") {
      try await nodes[0].nodes()["c"].map { $0.text("lag") == "0" && $0.text("state") == "alive" }
        ?? false
    }
    // A new node with other files serves what the others do.
    try fleet.sites.write("d/shop", "")
    try fleet.change("d", to: "weeds")
    let new = try await fleet.start("d", files: false)
    try await wait(for: "roses", at: [new])
    #expect(try await nodes[0].served() == "roses")
  }

  @Test func `The holder of the lease alone purges the edges, whichever node is asked`()
    async throws
  {
    let requests = Mutex(0)
    let cdn = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        requests.withLock { $0 += 1 }
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let (fleet, nodes) = try await begin(
      .folder,
      ["a", "b"],
      #"edges: { cache: { kind: "varnish", purge: { address: "http://\#(cdn.address)" } } }"#
    )
    try await waitUntil("a node holds the lease") {
      try await nodes[0].nodes().values.contains { $0.text("edges") == "yes" }
    }
    for node in nodes {
      let before = requests.withLock(\.self)
      let told = try await node.ask("POST /purge", #"{"tag":"a"}"#)
      let id = try #require(try told.json.text("id"), "\(told.body)")
      for other in nodes {
        try await waitUntil("the purge is over") {
          try await other.ask("GET /purges/\(id)").json.text("state") == "done"
        }
      }
      #expect(requests.withLock(\.self) == before + 1)
    }
    let before = requests.withLock(\.self)
    try fleet.change("b", to: "roses")
    try await wait(for: "roses", at: nodes)
    try await waitUntil("the edge is told of the publication") {
      requests.withLock(\.self) > before
    }
  }

  @Test func `A commit at one node purges what another one keeps, without waiting for a look`()
    async throws
  {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    let (_, nodes) = try await begin(
      .folder,
      ["a", "b"],
      #"resources: { at: "/v1", ttl: 604800, open: "administer", store: "\#(database)" }"#
    )
    let (writer, reader) = (nodes[0].visitors, nodes[1].visitors)
    func ask(_ line: String, _ body: String? = nil, at: SocketAddress) async throws -> PlainAnswer {
      PlainAnswer(try await RunningCommand.ask(line, body, at: at))
    }
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await ask("PUT /v1/_schema/notes", type, at: writer).status == "200")
    let note = try await ask("POST /v1/notes", #"{"text":"one"}"#, at: writer)
    let id = try #require(try note.json.text("uuid"), "\(note.body)")
    for text in ["two", "three"] {
      try await waitUntil("the answer is kept") {
        try await RunningCommand.ask("GET /v1/notes/\(id)", at: reader).contains("portico;hit")
      }
      let patch = "{\"text\":\"\(text)\"}"
      #expect(try await ask("PATCH /v1/notes/\(id)", patch, at: writer).status == "200")
      try await waitUntil("the answer is new") {
        try await ask("GET /v1/notes/\(id)", at: reader).body.contains(text)
      }
    }
  }

  @Test func `A change of records of a site without edges is one entry of the fleet's log`()
    async throws
  {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    let (_, nodes) = try await begin(
      .folder,
      ["a", "b"],
      #"resources: { at: "/v1", open: "administer", store: "\#(database)" }"#
    )
    func write(_ line: String, _ body: String) async throws {
      let answer = PlainAnswer(try await RunningCommand.ask(line, body, at: nodes[0].visitors))
      try #require(answer.status.hasPrefix("20"), "\(answer.body)")
    }
    /// The number of the last entry, once the store has what the node knows.
    func position() async throws -> Int64 {
      var found: Int64?
      try await waitUntil("the store has everything") {
        let store = try await nodes[0].ask("GET /nodes").json.list("stores").first
        found = store?["position"]?.integer
        return store?.text("unrecorded") == "0" && store?.text("lag") == "0"
      }
      return try #require(found)
    }
    try await write(
      "PUT /v1/_schema/notes",
      #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    )
    try await write("POST /v1/notes", #"{"text":"first"}"#)
    let before = try await position()
    for _ in 0..<10 { try await write("POST /v1/notes", #"{"text":"one more"}"#) }
    // What was made before a purge is recorded before it.
    var purges: Int64 = 0
    try await waitUntil("the store has a purge") {
      purges += 1
      return try await nodes[0].ask("POST /purge", #"{"tag":"a"}"#).body.contains(
        "kept by the store"
      )
    }
    #expect(try await position() <= before + 10 + purges)
  }

  @Test func `The command that waits for a fleet where there is none says so at once`() async throws
  {
    let sites = ServedSites()
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let operators = try await command.addresses().operators
    let waited = try await Program(BuiltCommand.path)
      .run(["fleet", "wait", "--timeout", "1h", "--admin", "\(operators)"])
    #expect(
      waited.status == 1 && waited.errors.contains("no site is served by a fleet"),
      "\(waited)"
    )
  }

  @Test func `The command shows the nodes and waits for them`() async throws {
    let (fleet, nodes) = try await begin(.folder, ["a", "b"])
    let admin = ["--admin", "\(nodes[0].operators)"]
    let status = try await Program(BuiltCommand.path).run(["fleet"] + admin)
    #expect(status.output.contains("this node") && status.output.contains("alive"))
    let waited = try await Program(BuiltCommand.path).run(["fleet", "wait"] + admin)
    #expect(waited.status == 0 && waited.output == "all nodes serve the same\n", "\(waited)")
    // What is published is served everywhere by the end of the wait.
    try fleet.change("a", to: "roses")
    let published = try await Program(BuiltCommand.path).run(["fleet", "publish"] + admin)
    #expect(published.output.contains("kept by the store"), "\(published)")
    let again = try await Program(BuiltCommand.path).run(["fleet", "wait"] + admin)
    #expect(again.status == 0, "\(again)")
    for node in nodes { #expect(try await node.served() == "roses") }
    let drained = try await Program(BuiltCommand.path).run(["fleet", "drain"] + admin)
    #expect(drained.status == 0, "\(drained)")
    try await waitUntil("the other one knows that it drains") {
      try await nodes[1].nodes()["a"]?.text("state") == "drains"
    }
  }
}
