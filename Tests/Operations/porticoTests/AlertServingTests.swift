// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The alerts of a served site` {
  private let sites = ServedSites()

  private func serve() async throws -> RunningCommand {
    try sites.write(
      "shop",
      """
      backends: { shop: { addresses: "http://127.0.0.1:9" } },
      passes: { "/orders": { backend: "shop" } },
      model: {
        routes: { "POST /orders": { steady: 10, peak: 200, hits: 0 } },
        backends: { shop: { capacity: 50 } },
      }
      """
    )
    return try RunningCommand(sites.arguments(["shop"]))
  }

  @Test func `An alert is shown with where to look, and can be silenced for a time`() async throws {
    let command = try await serve()
    let operators = try await command.addresses().operators
    let name = "capacity-at-peak/shop/backend shop"
    try await waitUntil("there is an alert") {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /alerts", at: operators))
      try #require(answer.status == "200", "\(answer.body)")
      guard let alert = try answer.json.list("alerts").first else { return false }
      #expect(alert.text("alert") == name)
      #expect(alert.text("state") == "pending" && alert.text("severity") == "ticket")
      #expect(alert.text("look") == "/model/what-if?of=peak")
      #expect(alert.text("text")?.contains("needs 400% of 50 calls/s") == true)
      return true
    }
    let order = #"{"alert": "capacity-at-peak/*", "seconds": 7200, "reason": "a sale"}"#
    let silence = PlainAnswer(
      try await RunningCommand.ask("POST /alerts/silences", order, at: operators)
    )
    #expect(silence.status == "200", "\(silence.body)")
    let silenced = PlainAnswer(try await RunningCommand.ask("GET /alerts", at: operators))
    #expect(try silenced.json.list("alerts").first?["silenced"] != nil)
    #expect(try silenced.json.list("silences").first?.text("reason") == "a sale")
    #expect(try await command.until("a sale").contains("portico: audit: silence"))
    withExtendedLifetime(command) {}
  }

  @Test func `Silences of alerts outlive a restart`() async throws {
    let first = try await serve()
    let order = #"{"alert": "capacity-at-peak/*", "seconds": 7200, "reason": "a sale"}"#
    let operators = try await first.addresses().operators
    _ = try await RunningCommand.ask("POST /alerts/silences", order, at: operators)
    try await first.stop()
    let second = try await serve()
    let answer = PlainAnswer(
      try await RunningCommand.ask("GET /alerts", at: try await second.addresses().operators)
    )
    #expect(try answer.json.list("silences").first?.text("reason") == "a sale")
    withExtendedLifetime(second) {}
  }

  @Test func `portico alerts silences by matchers until an end, and ends a silence by its id`()
    async throws
  {
    let service = try await serve()
    let operators = try await service.addresses().operators
    func alerts(_ words: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(["alerts"] + words + ["--admin", "\(operators)"])
    }
    let silenced = try await alerts(
      "silence",
      "severity=ticket",
      "alert=~\"capacity.*\"",
      "--from",
      "2026-01-01T00:00:00Z",
      "--for",
      "30d",
      "--author",
      "ann",
      "--comment",
      "a sale"
    )
    // That one is over already: it is accepted, and not there.
    #expect(silenced.status == 0, "\(silenced.errors)")
    let silence = try await alerts(
      "silence",
      "severity=ticket",
      "--author",
      "ann",
      "--comment",
      "a sale"
    )
    #expect(silence.status == 0, "\(silence.errors)")
    let id = try #require(silence.output.firstMatch(of: /id: ([0-9a-f]+)/)?.1)
    let list = try await alerts()
    #expect(list.output.contains("a sale") && list.output.contains(id), "\(list.output)")
    #expect(try await service.until("(ann)").contains("severity="))
    let preview = try await alerts("silence", "severity=page", "--preview")
    #expect(preview.output.contains("nobody is told"), "\(preview.output)")
    let ended = try await alerts("end", String(id))
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try await !alerts().output.contains("a sale"))
    let unknown = try await alerts("end", String(id))
    #expect(unknown.status != 0 && unknown.errors.contains("there is no silence"))
    #expect(try await alerts("silence").errors.contains("expected list, silence"))
    withExtendedLifetime(service) {}
  }

  @Test
  func `An alert tells that an older edition is served while the files have errors`() async throws {
    let command = try await serve()
    let operators = try await command.addresses().operators
    try sites.put("{ datatype: ", at: "shop/Content/config.json5")
    try await waitUntil("there is an alert of the edition") {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /alerts", at: operators))
      let alerts = try answer.json.list("alerts")
      guard let alert = alerts.first(where: { $0.text("alert") == "edition/shop" }) else {
        return false
      }
      #expect(alert.text("severity") == "ticket" && alert.text("look") == "/content")
      #expect(alert.text("text")?.contains("is served still, since the files have 1 error") == true)
      return true
    }
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    (#"{"seconds": 5}"#, "alert"), (#"{"alert": "a", "seconds": -1}"#, "seconds"),
    (#"{"alert": "a", "until": 5}"#, "until"), ("[]", "expected a JSON object"),
    (#"{"alert": "a", "seconds": 99999999}"#, "expected 0 to 2592000"),
  ])
  func `A wrong order to silence alerts answers 400 with the reason`(
    order: String,
    message: String
  ) async throws {
    let command = try await serve()
    let operators = try await command.addresses().operators
    let answer = PlainAnswer(
      try await RunningCommand.ask("POST /alerts/silences", order, at: operators)
    )
    #expect(answer.status == "400" && answer.body.contains(message), "\(answer.body)")
    withExtendedLifetime(command) {}
  }
}
