// SPDX-License-Identifier: Apache-2.0

import Administration
import Commands
import DataFiles
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico rollout`: gives a new edition of a running service to a rising share of installations.
struct RolloutCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "rollout",
    summary: "Roll out an edition in steps, and return it by itself if it does worse.",
    options: [
      Option("preview", "Only say what would happen"),
      Option(
        "from FOLDER",
        "The folder with the new edition, on the machine of the service",
        fallback: "the site's own files"
      ),
      OperatorOptions.site,
    ] + OperatorOptions.all,
    operands: "status|start|next|pause|resume|return|finish [EDITION]",
    examples: [
      "portico rollout start --from draft":
        "Roll out the site in another folder, such as the checkout of a branch.",
      "portico rollout start": "Roll out what the files say now.",
      "portico rollout start 3b1f0c2a9d8e7f60":
        "Roll out a kept edition, which `portico editions` lists.",
      "portico rollout": "The step, and what the edition is judged by.",
      "portico rollout next": "Begin the next step at once.",
      "portico rollout pause": "Stay at this step until it is resumed.",
      "portico rollout return": "Give everybody the published edition again.",
      "portico rollout finish": "Publish the edition for everybody at once.",
    ]
  )

  private static let status = "status"
  private static let path = OperatorPath.rollout.text

  private let options: OperatorOptions
  /// The body of the order; `nil` for the status.
  private let order: DataValue?

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    let action = arguments.operands.first ?? RolloutCommand.status
    let actions = [RolloutCommand.status] + RolloutOrder.Word.allCases.map(\.rawValue)
    let most = action == RolloutOrder.Word.start.rawValue ? 2 : 1
    guard actions.contains(action), arguments.operands.count <= most else {
      throw UsageError(
        "expected \(actions.joined(separator: ", ")), and an edition only behind start"
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
        throw UsageError("--from is for start without an edition; expected one of both")
      }
      members.append(("folder", .text(try OperatorOptions.path(of: folder))))
    }
    if let site = arguments.value("site") { members.append(("site", .text(site))) }
    order = .members(members)
  }

  func run() async throws -> ExitCode {
    guard let order else { return try await options.show(RolloutCommand.path) }
    return try await options.give("rollout", order)
  }
}
