// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import LoopTesting
import Reactor
import Testing

@testable import portico

@Suite(.timeLimit(.minutes(5))) struct `A gateway that is told of another one` {
  private let sites = ServedSites()

  private func serve(_ name: String, _ options: [String] = []) throws -> RunningCommand {
    try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/\(name)"] + options
    )
  }

  /// The row of the other gateway, once it was asked.
  private func compared(at operators: SocketAddress) async throws -> DataValue {
    try await waitFor("the other gateway is asked") {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /config/parts", at: operators))
      let row = try #require(try answer.json.list("gateways").first, "\(answer.body)")
      return row.text("state") != "not asked yet" ? row : nil
    }
  }

  @Test func `It says that the other one serves the same, at whatever address`() async throws {
    try sites.write("shop", "")
    let first = try serve("one")
    let other = try await first.addresses().operators
    let second = try serve("two", ["--gateway", "one=http://\(other)"])
    let row = try await compared(at: try await second.addresses().operators)
    #expect(row.text("gateway") == "one" && row.text("state") == "the same", "\(row)")
    #expect(row.text("since") == nil && row.text("answered") != nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `It names the parts that differ, in its health and on the console's first page`()
    async throws
  {
    try sites.write("shop", "")
    let first = try serve("one")
    let other = try await first.addresses().operators
    let second = try serve("two", ["--gateway", "one=http://\(other)", "--cache", "8M"])
    let operators = try await second.addresses().operators
    let row = try await compared(at: operators)
    #expect(row.text("state") == "other parts" && row.text("parts") == "--cache", "\(row)")
    #expect(row.text("since") != nil)
    let health = PlainAnswer(try await RunningCommand.ask("GET /health?verbose", at: operators))
    let check = try health.json.list("health").first { $0.text("check") == "gateway one" }
    #expect(health.status == "200" && check?.text("outcome") == "warning")
    let text = "the gateway one serves other parts than this one: --cache"
    #expect(check?.text("reason")?.hasPrefix("\(text), since ") == true, "\(health.body)")
    let page = try await RunningCommand.ask(
      "GET /",
      host: "localhost\r\nAccept: text/html",
      at: operators
    )
    #expect(page.contains(text))
    withExtendedLifetime((first, second)) {}
  }

  @Test func `It says why another one does not tell what it serves`() async throws {
    try sites.write("shop", "")
    // The visitors' listener has no such report.
    let first = try serve("one")
    let visitors = try await first.addresses().visitors
    let second = try serve("two", ["--gateway", "http://\(visitors)"])
    let row = try await compared(at: try await second.addresses().operators)
    #expect(row.text("gateway") == "\(visitors)" && row.text("state") == "it answers 404", "\(row)")
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: [
    (["--gateway-token", "/t", "--admin", "127.0.0.1:0"], "--gateway-token is for --gateway"),
    (["--gateway", "http://a:1"], "--gateway is for --admin"),
    (["--admin", "127.0.0.1:0", "--gateway", "a:1"], "--gateway is a:1, expected an address"),
    (
      ["--admin", "127.0.0.1:0", "--gateway", "a=http://a:1", "--gateway", "a=http://b:1"],
      "--gateway names a twice"
    ),
  ])
  func `Options about other gateways that cannot be followed are refused`(
    words: [String],
    message: String
  ) {
    #expect {
      _ = try ServeCommand(Arguments(words[...], for: ServeCommand.definition))
    } throws: { error in
      (error as? UsageError)?.message.hasPrefix(message) == true
    }
  }
}
