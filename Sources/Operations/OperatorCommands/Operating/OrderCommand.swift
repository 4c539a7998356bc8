// SPDX-License-Identifier: Apache-2.0

import Administration
import Bytes
import Commands
import DataFiles
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico order`: gives any order to a running service, or says what it would do.
struct OrderCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "order",
    summary: "Give an order to a running service; without one, show all with their members.",
    options: [Option("preview", "Only say what would happen")]
      + OperatorOptions.all,
    operands: "[NAME [KEY=VALUE...]]",
    examples: [
      "portico order": "All orders, and the members of each.",
      "portico order maintenance on=true message='Back at noon' for=30m --preview":
        "What closing the site would do.",
      "portico order eject backend=catalog for=10m": "Send no calls to a service for ten minutes.",
    ]
  )

  private static let path = OperatorPath.orders.text

  private let options: OperatorOptions
  private let name: String?
  private let members: [(key: String, text: String)]

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    name = arguments.operands.first
    members = try arguments.operands.dropFirst().map { operand throws(UsageError) in
      guard let mark = operand.firstIndex(of: "="), mark > operand.startIndex else {
        throw UsageError("expected KEY=VALUE, not \(operand)")
      }
      return (String(operand[..<mark]), String(operand[operand.index(after: mark)...]))
    }
  }

  func run() async throws -> ExitCode {
    guard let name else { return try await options.show(Self.path) }
    let known = try await options.client().ask(.get, Self.path)
    let names = known["orders"]?.elements?.compactMap { $0["order"]?.string } ?? []
    guard names.contains(name) else {
      let near = Suggestion.nearest(to: name, among: names)
      throw PlainError(
        "there is no order \(name); "
          + (near.map { "did you mean \($0)?" } ?? "`portico order` shows all")
      )
    }
    let keys = known["keys"]?.elements?.filter { $0["order"]?.string == name } ?? []
    let body = members.map { key, text in
      let kind = keys.first { $0["key"]?.string == key }?["kind"]?.string ?? "text"
      return (key, OrderKey.value(of: text, kind))
    }
    return try await options.give(name, .members(body))
  }
}
