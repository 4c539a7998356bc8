// SPDX-License-Identifier: Apache-2.0

import Administration
import Bytes
import Commands
import DataFiles
import HTTPValues
import Reactor
import ResourceModel
import Serving

/// `portico order`: gives any order to a running service, or says what it would do.
struct OrderCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "order",
    summary: "Give an order to a running service; without one, show all with their members.",
    options: [OptionDefinition("preview", "Only say what would happen")]
      + OperatorOptions.all + [SiteOptions.json],
    operands: "[NAME [KEY=VALUE...]]",
    examples: [
      "portico order": "All orders, and the members of each.",
      "portico order maintenance on=true message='Back at noon' for=30m --preview":
        "What closing the site would do.",
      "portico order eject backend=catalog for=10m": "Send no calls to a service for ten minutes.",
    ]
  )

  private static let path = "/orders"

  private let options: OperatorOptions
  private let name: String?
  private let members: [(key: String, text: String)]
  private let isPreview: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    (isPreview, isJSON) = (arguments.has("preview"), arguments.has("json"))
    name = arguments.operands.first
    members = try arguments.operands.dropFirst().map { operand throws(UsageError) in
      guard let mark = operand.firstIndex(of: "="), mark > operand.startIndex else {
        throw UsageError("expected KEY=VALUE, not \(operand)")
      }
      return (String(operand[..<mark]), String(operand[operand.index(after: mark)...]))
    }
  }

  func run() async throws -> ExitCode {
    let client = try await options.client()
    guard let name else {
      try await client.show(Self.path, isJSON: isJSON)
      return .done
    }
    let known = try await client.ask(.get, Self.path)
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
    try await client.give(name, .members(body), isPreview: isPreview, isJSON: isJSON)
    return .done
  }
}
