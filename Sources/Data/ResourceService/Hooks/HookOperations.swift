// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

enum HookOperations {
  /// The operations on webhooks.
  static let all = [allHooks, hook, replay, removeLetter].inGroup("Webhooks")

  private static let allHooks = Operation(.get, "/_hooks", "hooks", needs: .administer) {
    try $0.context.hooks.list()
  }
  .describing("Answers the webhooks with their states") { all, _ in
    let list = APISchemas.object(
      [("data", APISchemas.list(of: APISchemas.object(members, required: required)))],
      required: ["data"]
    )
    all.answers = [APIAnswer(200, "The webhooks.", list)]
  }

  private static let hook = Operation(.get, "/_hooks/{hook}", "hook", needs: .administer) {
    try $0.context.hooks.show($0.request)
  }
  .taking([hookName]).describing("Answers a webhook with its dead letters") { one, _ in
    let letter = APISchemas.object(
      [
        ("id", APISchemas.text), ("died", APISchemas.text), ("attempts", APISchemas.count),
        ("reason", ["type": ["string", "null"]]), ("message", ["type": "object"]),
      ],
      required: ["id", "died", "attempts", "reason", "message"]
    )
    let schema = APISchemas.object(
      members + [("dead", APISchemas.list(of: letter))],
      required: required + ["dead"]
    )
    one.answers = [APIAnswer(200, "The webhook.", schema)]
    one.problems = [404]
  }

  private static let replay = Operation(
    .post,
    "/_hooks/{hook}:replay",
    "replay",
    needs: .administer
  ) { try $0.context.hooks.replay($0.request) }
  .taking([hookName]).describing("Sends dead letters once more") { replay, _ in
    replay.needsBody = false
    replay.bodies = [APIBody(APISchemas.object([("ids", APISchemas.list(of: APISchemas.text))]))]
    let answer = APISchemas.object([("replayed", APISchemas.count)], required: ["replayed"])
    replay.answers = [APIAnswer(202, "They are sent.", answer)]
    replay.problems = [400, 404, 413]
  }

  private static let removeLetter = Operation(
    .delete,
    "/_hooks/{hook}/{letter}",
    "removeLetter",
    needs: .administer
  ) { try $0.context.hooks.remove($0.request) }
  .taking([hookName, .path("letter", "The id of the dead letter.")]).describing(
    "Removes a dead letter"
  ) { remove, _ in
    remove.answers = [APIAnswer(204, "It is removed.")]
    remove.problems = [404]
  }

  private static let hookName = APIParameter.path(
    "hook",
    "The name of the webhook.",
    example: "orders"
  )

  private static let required = [
    "name", "origin", "types", "state", "behind", "deferred", "deadLetters",
  ]

  private static let members: [(String, DataValue)] = [
    ("name", APISchemas.text), ("origin", APISchemas.text),
    ("types", APISchemas.list(of: APISchemas.text)),
    ("state", ["enum": .texts(HookState.Word.allCases.map(\.rawValue))]),
    ("behind", APISchemas.count), ("deferred", APISchemas.count), ("deadLetters", APISchemas.count),
    ("reason", APISchemas.text), ("since", APISchemas.text),
  ]
}
