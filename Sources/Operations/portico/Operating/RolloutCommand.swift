// SPDX-License-Identifier: Apache-2.0

import Administration
import Commands
import DataFiles
import HTTPClient
import HTTPValues
import Reactor
import Serving

/// `portico rollout`: gives a new edition of a running service to a rising share of installations.
struct RolloutCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "rollout",
    summary: "Roll out an edition in steps, and return it by itself if it does worse.",
    options: [
      OptionDefinition(name: "preview", summary: "Only say what would happen"),
      OptionDefinition(
        name: "from",
        value: "FOLDER",
        summary: "The folder with the new edition, on the machine of the service",
        fallback: "the site's own files"
      ),
      OperatorOptions.site,
    ] + OperatorOptions.all + [SiteOptions.json],
    operands: "status|start|next|pause|resume|return|finish [EDITION]",
    examples: [
      .init(
        line: "portico rollout start --from draft",
        meaning: "Roll out the site in another folder, such as the checkout of a branch."
      ),
      .init(line: "portico rollout start", meaning: "Roll out what the files say now."),
      .init(
        line: "portico rollout start 3b1f0c2a9d8e7f60",
        meaning: "Roll out a kept edition, which `portico editions` lists."
      ),
      .init(line: "portico rollout", meaning: "The step, and what the edition is judged by."),
      .init(line: "portico rollout next", meaning: "Begin the next step at once."),
      .init(line: "portico rollout pause", meaning: "Stay at this step until it is resumed."),
      .init(line: "portico rollout return", meaning: "Give everybody the published edition again."),
      .init(line: "portico rollout finish", meaning: "Publish the edition for everybody at once."),
    ]
  )

  private static let status = "status"
  private static let path = "/rollout"

  private let options: OperatorOptions
  /// The body of the order; `nil` for the status.
  private let order: DataValue?
  private let isPreview: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments, of: RolloutCommand.definition)
    isJSON = arguments.has("json")
    isPreview = arguments.has("preview")
    let action = arguments.operands.first ?? RolloutCommand.status
    let actions = [RolloutCommand.status] + RolloutOrder.Word.allCases.map(\.rawValue)
    let most = action == RolloutOrder.Word.start.rawValue ? 2 : 1
    guard actions.contains(action), arguments.operands.count <= most else {
      throw UsageError(
        "expected \(actions.joined(separator: ", ")), and an edition only behind start",
        RolloutCommand.definition
      )
    }
    guard action != RolloutCommand.status else {
      order = nil
      return
    }
    var members: [(String, DataValue)] = [("action", .text(action))]
    if arguments.operands.count > 1 { members.append(("edition", .text(arguments.operands[1]))) }
    if let folder = arguments.value("from") {
      guard action == RolloutOrder.Word.start.rawValue, arguments.operands.count == 1 else {
        throw UsageError(
          "--from is for start without an edition; expected one of both",
          RolloutCommand.definition
        )
      }
      members.append(
        ("folder", .text(try OperatorOptions.path(of: folder, RolloutCommand.definition)))
      )
    }
    if let site = arguments.value("site") { members.append(("site", .text(site))) }
    order = .members(members)
  }

  func run() async throws -> ExitCode {
    let client = try await options.client()
    guard let order else {
      try await client.show(RolloutCommand.path, isJSON: isJSON)
      return .done
    }
    try await client.give("rollout", order, isPreview: isPreview, isJSON: isJSON)
    return .done
  }
}
