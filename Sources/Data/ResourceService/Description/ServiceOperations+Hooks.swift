// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Sites

/// The operations on webhooks, as the description says them.
extension ServiceOperations {
  var hooks: [APIOperation] { [allHooks, hook, replay, removeLetter] }

  private func hook(
    _ method: Method,
    _ rest: String,
    _ name: String,
    _ summary: String
  ) -> APIOperation {
    let path = "/\(HookAnswers.name)\(rest)"
    return operation(method, path, name, in: "Webhooks", needs: .administer, summary)
  }

  private var allHooks: APIOperation {
    var all = hook(.get, "", "hooks", "Answers the webhooks with their states")
    let list = APISchemas.object(
      [("data", APISchemas.list(of: APISchemas.object(members, required: required)))],
      required: ["data"]
    )
    all.answers = [APIAnswer(200, "The webhooks.", list)]
    return all
  }

  private var hook: APIOperation {
    var one = hook(.get, "/{hook}", "hook", "Answers a webhook with its dead letters")
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
    one.parameters = [name]
    one.answers = [APIAnswer(200, "The webhook.", schema)]
    one.problems = [404]
    return one
  }

  private var replay: APIOperation {
    var replay = hook(.post, "/{hook}:replay", "replay", "Sends dead letters once more")
    replay.parameters = [name]
    replay.needsBody = false
    replay.bodies = [
      APIBody(APISchemas.object([("ids", APISchemas.list(of: APISchemas.text))]))
    ]
    replay.answers = [
      APIAnswer(
        202,
        "They are sent.",
        APISchemas.object([("replayed", APISchemas.count)], required: ["replayed"])
      )
    ]
    replay.problems = [400, 404, 413]
    return replay
  }

  private var removeLetter: APIOperation {
    var remove = hook(.delete, "/{hook}/{letter}", "removeLetter", "Removes a dead letter")
    remove.parameters = [
      name, APIParameter("letter", in: .path, APISchemas.text, "The id of the dead letter."),
    ]
    remove.answers = [APIAnswer(204, "It is removed.")]
    remove.problems = [404]
    return remove
  }

  private var name: APIParameter {
    APIParameter("hook", in: .path, APISchemas.text, "The name of the webhook.", example: "orders")
  }

  private var required: [String] {
    ["name", "origin", "types", "state", "behind", "deferred", "deadLetters"]
  }

  private var members: [(String, DataValue)] {
    [
      ("name", APISchemas.text), ("origin", APISchemas.text),
      ("types", APISchemas.list(of: APISchemas.text)),
      ("state", ["enum": .texts(HookState.Word.allCases.map(\.rawValue))]),
      ("behind", APISchemas.count), ("deferred", APISchemas.count),
      ("deadLetters", APISchemas.count),
      ("reason", APISchemas.text), ("since", APISchemas.text),
    ]
  }
}
