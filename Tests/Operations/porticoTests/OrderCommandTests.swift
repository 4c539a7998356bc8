// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Any order of an operator` {
  private let sites = ServedSites()

  private func serve() async throws -> (command: RunningCommand, operators: SocketAddress) {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    return (command, try await command.addresses().1)
  }

  private func order(
    _ words: String...,
    at operators: SocketAddress
  ) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["order"] + words + ["--admin", "\(operators)"])
  }

  @Test func `Is listed with its role and its members, and has an address`() async throws {
    let (command, operators) = try await serve()
    let list = PlainAnswer(try await RunningCommand.ask("GET /orders", at: operators))
    let orders = try list.json.list("orders").map { $0.text("order") }
    #expect(Set(orders).count == orders.count && orders.contains("maintenance"))
    let keys = try list.json.list("keys").filter { $0.text("order") == "maintenance" }
    #expect(keys.map { $0.text("key") } == ["on", "message", "for", "until", "site"])
    #expect(keys.map { $0["needed"]?.string } == ["yes", nil, nil, nil, nil])
    for name in orders.compactMap(\.self) {
      // Without its members it is refused, or it is previewed: no order is unknown.
      let answer = try await RunningCommand.ask("POST /orders/\(name)?preview", "", at: operators)
      #expect(!PlainAnswer(answer).body.contains("expected /"), "\(name): \(answer)")
    }
    let text = try await order(at: operators)
    #expect(text.output.contains("maintenance") && text.output.contains("Closes a site"))
    withExtendedLifetime(command) {}
  }

  @Test func `Is previewed and given from the command line, with texts for its members`()
    async throws
  {
    let (command, operators) = try await serve()
    let words = ["maintenance", "on=true", "message=Back at = noon", "for=30m"]
    let preview = try await order(
      words[0],
      words[1],
      words[2],
      words[3],
      "--preview",
      at: operators
    )
    #expect(preview.output.contains("shop would be closed for everybody until 2"), "\(preview)")
    let closed = try await order(words[0], words[1], words[2], words[3], at: operators)
    #expect(closed.status == 0 && closed.output.contains("on: true"), "\(closed)")
    let silenced = try await order(
      "silence",
      "alert=drift/*",
      "seconds=600",
      "--json",
      at: operators
    )
    #expect(silenced.output.contains(#""alert":"drift/*""#), "\(silenced)")
    let audit = try await command.until("audit: silence ")
    #expect(audit.contains("audit: maintenance "))
  }

  @Test(arguments: [
    (["maintenanse"], 1, "there is no order maintenanse; did you mean maintenance?"),
    (["maintenance", "on"], 2, "expected KEY=VALUE, not on"),
    (["maintenance", "on=perhaps"], 1, #""on" is a string; expected true or false"#),
    (["maintenance", "onn=true"], 1, #"has no key "onn"; did you mean on?"#),
    (["drain", "for=1h"], 1, #"the order has no key "for"; expected none"#),
    (["silence", "alert=a", "seconds=soon"], 1, #""seconds" is a string; expected an integer"#),
  ])
  func `Is refused with what was seen and expected`(
    words: [String],
    code: Int32,
    why: String
  ) async throws {
    let (command, operators) = try await serve()
    let answer = try await Program(BuiltCommand.path)
      .run(["order"] + words + ["--admin", "\(operators)"])
    #expect(answer.status == code && answer.errors.contains(why), "\(answer)")
    withExtendedLifetime(command) {}
  }
}
