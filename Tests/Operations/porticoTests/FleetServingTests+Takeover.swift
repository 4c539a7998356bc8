// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import ProgramTesting
import Synchronization
import Testing

extension `The command that serves a site as a fleet` {
  @Test(arguments: ServedFleet.Engine.allCases)
  func `A process that takes over goes on as the same node, and makes every purge`(
    _ engine: ServedFleet.Engine
  ) async throws {
    let version = Mutex(1)
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        let body = "version \(version.withLock(\.self))."
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nCache-Control: max-age=900\r\n\r\n"
            + body
        )
      }
    }
    let settings =
      #"backends: { near: { addresses: "http://\#(service.address)" } }, "#
      + #"passes: { "/p": { backend: "near", cache: "standard" } }"#
    let fleet = try await onThread { try ServedFleet(engine) }
    let takeover = ["--takeover", "\(fleet.sites.folder)/takeover"]
    let old = try await fleet.start("a", settings, places: RunningCommand.anywhere + takeover)
    let other = try await fleet.start("b", settings)
    @Sendable func rows() async throws -> [String: DataValue] { try await other.nodes() }
    try await waitUntil("the nodes know each other, and one has the lease") {
      let rows = try await rows()
      return rows.count == 2 && rows["a"]?.text("edges") == "yes"
    }
    let id = try await rows()["a"]?.text("id")
    let visits = Visits {
      let answer = try await RunningCommand.ask("GET /p/7", at: old.visitors)
      #expect(answer.contains("version "), "\(answer)")
    }
    let purges = Visits { number in
      version.withLock { $0 = number + 2 }
      let told = try await other.ask("POST /purge", #"{"path":"/p/7","hard":true}"#)
      #expect(told.status == "200" || told.status == "202", "\(told)")
      let holders = try await rows().values.filter { $0.text("edges") == "yes" }
      #expect(holders.count <= 1)
    }
    var present = old
    for _ in 0..<2 {
      let next = try await fleet.start(
        "a",
        files: false,
        places: ["--listen", "\(old.visitors)", "--admin", "\(old.operators)"] + takeover
      )
      #expect(try await present.command.ended() == 0)
      present = next
    }
    try await purges.end()
    try await visits.end()
    let last = version.withLock(\.self)
    try await waitUntil("the last purge is made at the node") {
      try await RunningCommand.ask("GET /p/7", at: old.visitors).contains("version \(last).")
    }
    // Another purge is acknowledged by both, as one of the same node.
    try await waitUntil("the node acknowledges purges") {
      let told = try await other.ask("POST /purge", #"{"path":"/p/7","hard":true}"#)
      return try told.json.text("fleet") == "kept by the store and by 2 nodes"
    }
    let end = try await rows()
    #expect(end.count == 2 && end["a"]?.text("id") == id, "\(end)")
    #expect(end["a"]?.text("edges") == "yes" && end["b"]?.text("edges") == nil, "\(end)")
    try await waitUntil("the node has the whole log") {
      let row = try await rows()["a"]
      return row?["lag"]?.integer == 0 && row?["unrecorded"]?.integer == 0
    }
  }

  @Test
  func `A process that takes over serves visitors before it can be the node, and is it later`()
    async throws
  {
    let fleet = try await onThread { try ServedFleet(.folder) }
    let takeover = ["--takeover", "\(fleet.sites.folder)/takeover"]
    let old = try await fleet.start("a", places: RunningCommand.anywhere + takeover)
    // Another program has the address at which the new process is to hear other nodes.
    let hindrance = try ScriptedServer { _, _ in }
    let places = ["--listen", "\(old.visitors)", "--admin", "\(old.operators)"] + takeover
    let next = try await fleet.start(
      "a",
      files: false,
      places: places + ["--node-listen", "\(hindrance.address)"]
    )
    #expect(try await old.command.ended() == 0)
    _ = try await next.command.until("is not in the fleet yet")
    #expect(try await next.served() == "shop")
    try await waitUntil("operators are told") {
      try await next.ask("GET /alerts").body.contains("this process is not in the fleet")
    }
    hindrance.stop()
    try await waitUntil("it is the node") {
      try await next.nodes()["a"]?.text("address") == "\(hindrance.address)"
    }
    // The process after it finds the sockets of all.
    let last = try await fleet.start(
      "a",
      files: false,
      places: places + ["--node-listen", "\(hindrance.address)"]
    )
    #expect(try await next.command.ended() == 0)
    try await waitUntil("the last one is the node") {
      try await last.nodes()["a"]?.text("address") == "\(hindrance.address)"
    }
  }
}
