// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

extension `A rollout of a served site` {
  /// Serves a site with items of a service, another served site, and rolls an edition out whose items are along
  /// another path of it.
  private func rollOut(items path: String, by rollout: String) async throws -> Served {
    try sites.write("stock", "")
    try sites.put(#"{ datatype: "x", body: { title: "Rose" } }"#, at: "stock/Content/good.json5")
    try sites.put(Self.bad, at: "stock/Content/broken.json5")
    let gone = #"backends: { gone: { addresses: "http://127.0.0.1:1", retries: 0 } }"#
    try sites.put(
      #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*", \#(gone) }"#,
      at: "stock/Content/site.json5"
    )
    let stock = try RunningCommand(
      sites.arguments(["stock"]) + ["--state", "\(sites.folder)/stock-state"]
    )
    let address = try await stock.addresses().visitors
    func write(_ word: String, _ path: String) throws {
      let backend = #"stock: { addresses: "http://\#(address)", retries: 0 }"#
      try sites.write("shop", "backends: { \(backend) }, rollout: \(rollout)")
      try Files.makeFolder("\(sites.folder)/shop/Content/items")
      try sites.put(
        """
        { datatype: "item", ttl: 1,
          calls: { item: { backend: "stock", path: "/\(path)?item={id}" } },
          body: { title: { $pick: "$.item.title" } } }
        """,
        at: "shop/Content/items/{id}.json5"
      )
      let config = #"{ datatype: "config", body: { of: "\#(word)", plan: { $ref: "plan" } } }"#
      try sites.put(config, at: "shop/Content/config.json5")
      try sites.put(Self.good.replacing("new", with: word), at: "shop/Content/plan.json5")
    }
    try write("old", "good")
    let served = try await start(beside: stock)
    let pinned = try await Program(BuiltCommand.path).run([
      "rollback", served.published, "--site", "\(sites.folder)/shop", "--state",
      "\(sites.folder)/state",
    ])
    #expect(pinned.status == 0, "\(pinned)")
    try write("new", path)
    _ = try await served.order(#"{"action":"start"}"#)
    return served
  }

  @Test(arguments: ["broken", "nowhere"])
  func `A bad edition that half of the installations have at once is returned, and harms no other`(
    path: String
  ) async throws {
    let served = try await rollOut(items: path, by: "{ steps: [50, 100], hold: 3, answers: 20 }")
    let failures = Mutex<[String]>([])
    let visits = Visits { number in
      let app = "X-App: installation=\"i\(number)\"\r\n"
      let config = try await served.get("/config", app).body
      let found = try #require(config.firstMatch(of: /"plan":"([^"]*)"/), "\(config)")
      let item = String(found.1).replacing("/plan", with: "/items/\(number)")
      let answer = try await served.get(item)
      let isPublished = config.contains(#""of":"old""#)
      // An open circuit is 503; a machine under load may be late, which is 504.
      if isPublished, answer.status == "503" { failures.withLock { $0.append(answer.status) } }
    }
    let said = try await served.command.until("the rollout of edition")
    let end = try await served.command.until("\n")
    try await visits.end()
    #expect(end.contains("is returned to edition \(served.published)"), "\(said)\(end)")
    #expect(failures.withLock { $0 } == [])
  }
}

/// Requests one after the other, until they are told to end.
struct Visits {
  private let task: Task<Void, any Error>

  init(_ visit: @escaping @Sendable () async throws -> Void) {
    self.init { _ in try await visit() }
  }

  init(_ visit: @escaping @Sendable (_ number: Int) async throws -> Void) {
    task = Task {
      var number = 0
      while !Task.isCancelled {
        try await visit(number)
        number += 1
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  func end() async throws {
    task.cancel()
    try await task.value
  }
}
