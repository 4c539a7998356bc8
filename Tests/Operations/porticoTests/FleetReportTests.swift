// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import ProgramTesting
import Testing

extension `The command that serves a site as a fleet` {
  @Test func `A report of another node, or of all, is read at any of them`() async throws {
    let (_, nodes) = try await begin(.folder, ["a", "b"])
    let visit = try await RunningCommand.ask("GET /only/at/b", at: nodes[1].visitors)
    #expect(visit.hasPrefix("HTTP/1.1 404 "), "\(visit)")
    let other = try await nodes[0].ask("GET /config?node=b")
    #expect(other.status == "200" && other.body.contains("/b/state"), "\(other)")
    // The event of a request is found from any node.
    let filter = "q=path%20%3D%20%22%2Fonly%2Fat%2Fb%22"
    try await waitUntil("the request is in the log of its node") {
      try await nodes[1].ask("GET /log?\(filter)").body.contains("/only/at/b")
    }
    #expect(!(try await nodes[0].ask("GET /log?\(filter)").body.contains("/only/at/b")))
    let found = try await nodes[0].ask("GET /log?\(filter)&node=*").json.list("nodes")
    #expect(found.map { $0.text("node") } == ["a", "b"], "\(found)")
    let events = found.last?["report"]?["events"]
    #expect(events.map { String(decoding: $0.json, as: UTF8.self) }?.contains("/only/at/b") == true)
    for (line, status, why) in [
      ("GET /routes?node=x", "404", "there is no node"),
      ("GET /nothing?node=b", "404", "no report"),
      ("GET /log/stream?node=b", "400", "at its own node"),
      ("POST /drain?node=b", "400", "an order"),
    ] {
      let answer = try await nodes[0].ask(line, line.hasPrefix("POST") ? "{}" : nil)
      #expect(answer.status == status && answer.body.contains(why), "\(line): \(answer.body)")
    }
    func portico(_ words: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(words + ["--admin", "\(nodes[0].operators)"])
    }
    let log = try await portico("log", "--node", "*", "path = \"/only/at/b\"")
    #expect(log.output.contains("node b") && log.output.contains("/only/at/b"), "\(log)")
    let listed = try await portico("log", "--node", "*", "--json", "path = \"/only/at/b\"")
    #expect(
      listed.output.contains("/only/at/b") && !listed.output.contains("\"nodes\""),
      "\(listed)"
    )
    let alerts = try await portico("alerts", "--node", "b")
    #expect(alerts.status == 0, "\(alerts)")
    let refused = try await portico("order", "drain", "--node", "b")
    #expect(refused.status == 1 && refused.errors.contains("--node is for reports"), "\(refused)")
  }

  @Test func `A page of another node is read at any of them, and its links stay at that node`()
    async throws
  {
    let (_, nodes) = try await begin(.folder, ["a", "b"])
    _ = try await RunningCommand.ask("GET /only/at/b", at: nodes[1].visitors)
    let own = try await nodes[0].page("/routes")
    // The page has a link to itself at each node, and shows which one it is of.
    #expect(own.contains("<a href=\"/routes?node=a\" aria-current=\"page\">a</a>"))
    #expect(own.contains("<a href=\"/routes?node=b\">b</a>"))
    #expect(own.contains("href=\"/backends\""))
    let other = try await nodes[0].page("/routes?node=b")
    #expect(other.contains("content-security-policy: default-src 'self'"), "\(other)")
    #expect(other.contains("<a href=\"/routes?node=b\" aria-current=\"page\">b</a>"))
    #expect(other.contains("href=\"/backends?node=b\""))
    #expect(other.contains("<input type=\"hidden\" name=\"node\" value=\"b\">"))
    let filter = "q=path%20%3D%20%22%2Fonly%2Fat%2Fb%22"
    try await waitUntil("the request is on the page of its node") {
      try await nodes[0].page("/log?\(filter)&node=b").contains(">GET /only/at/b<")
    }
    // Orders are given at the node itself: pages of others have no forms that change something.
    #expect(try await nodes[0].page("/content").contains("method=\"post\""))
    let elsewhere = try await nodes[0].page("/content?node=b")
    #expect(elsewhere.hasPrefix("HTTP/1.1 200 ") && !elsewhere.contains("method=\"post\""))
  }

  @Test func `The tables of all nodes have a row of each and their sums`() async throws {
    let (_, nodes) = try await begin(.folder, ["a", "b"])
    for (node, count) in zip(nodes, [2, 3]) {
      for number in 0..<count {
        _ = try await RunningCommand.ask("GET /config", at: node.visitors)
        _ = try await RunningCommand.ask("GET /none/\(number)", at: node.visitors)
      }
    }
    let report = "GET /stats?filter=portico_answers_total&usedonly&node=*"
    try await waitUntil("the requests are counted at both nodes") {
      try await nodes[0].ask(report).json.list("stats").contains { $0.text("node") == "*" }
    }
    let rows = try await nodes[1].ask(report).json.list("stats")
    #expect(rows.contains { $0.text("node") == "*" })
    for sum in rows where sum.text("node") == "*" {
      let parts = rows.filter { $0.text("node") != "*" && $0.text("name") == sum.text("name") }
      let added = parts.compactMap { Int($0.text("value") ?? "") }.reduce(0, +)
      #expect(sum.text("value") == "\(added)", "\(sum)")
    }
    // As a text and as a page, too; a row of the page leads to the page of its node.
    let text = PlainAnswer(
      try await RunningCommand.ask(
        "GET /routes?node=*",
        at: nodes[0].operators,
        accept: "text/plain"
      )
    )
    #expect(text.body.contains("node  site"), "\(text.body)")
    let page = try await nodes[0].page("/routes?node=*")
    #expect(page.contains("<a href=\"/routes?node=%2A\" aria-current=\"page\">all</a>"), "\(page)")
    #expect(
      page.contains("node=a\">/config</a>") && page.contains("node=b\">/config</a>"),
      "\(page)"
    )
    let system = try await nodes[0].page("/runtime?node=*")
    #expect(system.contains("<h2>loops</h2>"), "\(system)")
    // Charts have a line of each node, and of their sum.
    let series = "/history?series=portico_answers_total&by=source&from=-1h&node=*"
    try await waitUntil("both nodes have a history") {
      let page = try await nodes[0].page(series)
      return ["*", "a", "b"].allSatisfy { page.contains("node=\($0)}, rate") }
    }
    let history = try await nodes[1].ask("GET \(series)").json
    for name in ["*", "a", "b"] {
      let lines = history.list("series").filter { $0["labels"]?.text("node") == name }
      #expect(!lines.isEmpty && history["missing"] == nil, "\(history)")
    }
    let table = try await nodes[1].ask("GET \(series)&format=csv")
    #expect(table.body.hasPrefix("time,series,") && table.body.contains("node=*}"), "\(table)")
    let wrong = try await nodes[1].ask("GET \(series)&format=xml")
    #expect(wrong.status == "400" && wrong.body.contains("format is"), "\(wrong)")
    // Each node writes its history by itself, once a second.
    try await waitUntil("the first page has the sums, too") {
      try await nodes[1].page("/?node=*").contains("node=*}, rate")
    }
    // A fault of the question is that of one report.
    let refused = try await nodes[0].ask("GET /timers?window=2d&node=*")
    #expect(refused.status == "400" && refused.body.contains("window is 2d"), "\(refused)")
  }

  @Test func `A node that does not answer is named beside the tables of the others`() async throws {
    let (_, nodes) = try await begin(.folder, ["a", "b"])
    try await nodes[1].command.stop(atOnce: true)
    let answer = try await nodes[0].ask("GET /cache?node=*").json
    #expect(answer.list("cache").map { $0.text("node") } == ["a"], "\(answer)")
    #expect(answer.list("missing").map { $0.text("node") } == ["b"], "\(answer)")
    #expect(try await nodes[0].page("/cache?node=*").contains("Nodes without an answer"))
    let memory = "/history?series=process_resident_memory_bytes&node=*"
    try await waitUntil("this node has a history") {
      try await nodes[0].page(memory).contains("Without node b: ")
    }
    let missing = try await nodes[0].ask("GET \(memory)").json.list("missing")
    #expect(missing.map { $0.text("node") } == ["b"])
  }
}
