// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico model`: the traffic of a running service beside its model, and the effects of another
/// load.
struct ModelCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "model",
    summary: "Show live traffic beside the model, the headroom, and what another load would do.",
    options: questions + OperatorOptions.all,
    examples: [
      "portico model": "The traffic now, and what runs out first.",
      "portico model --load 3 --hits 0.5":
        "Three times the live traffic, where half of the requests need services.",
      "portico model --of peak --without prices --instances 2":
        "The model's peak at two instances, while a service is gone.",
    ]
  )

  /// The options, which are the parameters of the request as well.
  private static let questions = [
    Option("of LOAD", "Begin with the load live, steady or peak", fallback: "live"),
    Option("load TIMES", "So many times that load"),
    Option("hits SHARE", "The share of the requests that need no service, such as 0.5"),
    Option("without BACKEND", "While this service is gone", repeats: true),
    Option("share FLOW:SHARE", "With another share of a flow, such as order:0.1", repeats: true),
    Option(
      "route ROUTE:TIMES",
      "With so many times the requests of a route, such as \"GET /items/{id}:2\"",
      repeats: true
    ),
    Option("instances COUNT", "At so many instances"),
  ]

  private let options: OperatorOptions
  private let target: String

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    let pairs = ModelCommand.questions.flatMap { question in
      arguments.all(question.name).map { value in
        "\(question.name)=\(PercentCoding.encode(value, keeping: .unreserved))"
      }
    }
    target =
      pairs.isEmpty
      ? OperatorPath.model.text : OperatorPath.whatIf.with(pairs.joined(separator: "&"))
  }

  func run() async throws -> ExitCode { try await options.show(target) }
}
