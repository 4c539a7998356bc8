// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import HTTPValues
import Reactor
import Serving

/// `portico model`: the traffic of a running service beside its model, and the effects of another
/// load.
struct ModelCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "model",
    summary: "Show live traffic beside the model, the headroom, and what another load would do.",
    options: questions + OperatorOptions.all + [SiteOptions.json],
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
    OptionDefinition("of LOAD", "Begin with the load live, steady or peak", fallback: "live"),
    OptionDefinition("load TIMES", "So many times that load"),
    OptionDefinition("hits SHARE", "The share of the requests that need no service, such as 0.5"),
    OptionDefinition("without BACKEND", "While this service is gone", repeats: true),
    OptionDefinition(
      "share FLOW:SHARE",
      "With another share of a flow, such as order:0.1",
      repeats: true
    ),
    OptionDefinition(
      "route ROUTE:TIMES",
      "With so many times the requests of a route, such as \"GET /items/{id}:2\"",
      repeats: true
    ),
    OptionDefinition("instances COUNT", "At so many instances"),
  ]

  private let options: OperatorOptions
  private let target: String
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    isJSON = arguments.has("json")
    let pairs = ModelCommand.questions.flatMap { question in
      arguments.all(question.name).map { value in
        "\(question.name)=\(PercentCoding.encode(value, keeping: .unreserved))"
      }
    }
    target = pairs.isEmpty ? "/model" : "/model/what-if?\(pairs.joined(separator: "&"))"
  }

  func run() async throws -> ExitCode {
    let client = try await options.client()
    try await client.show(target, isJSON: isJSON)
    return .done
  }
}
