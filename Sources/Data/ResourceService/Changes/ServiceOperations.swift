// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Sites

enum ServiceOperations {
  /// The operations on records of several types.
  static let all = [batch, changes].inGroup("Several types")

  private static let batch = Operation(.post, ":batch", "batch", needs: .own(.write)) {
    try $0.context.changer.batch($0.request)
  }
  .over { request in
    guard request.mediaType == RecordFormat.lines.mediaType else { return nil }
    return { try await $0.performLines($1, $2) }
  }
  .taking([.idempotencyKey]).describing("Performs operations on records of several types") {
    batch,
    _ in
    batch.detail =
      "A record that the batch creates under a \"lid\" is known to all of it as \"lid:…\", as an id "
      + "and as a value. Operations that are sent as lines of JSON are performed as they arrive; the answer "
      + "then has a line for each."
    batch.bodies = [
      APIBody(APISchemas.reference("Batch"), example: ["atomic": true, "ops": []]), .lines,
    ]
    batch.answers = [.results("A result for each operation.", orLines: true)]
    batch.answersResults = true
    batch.problems = [400, 404, 409, 412, 413, 422]
  }

  static let changes = Operation(.get, "/changes", "changes", needs: .anyRecords) {
    try $0.context.changes.changes($0.request)
  }
  .over { _ in { try await $0.changes($1, $2) } }
  .taking([
    APIParameter(
      "since",
      [
        "type": "string", "pattern": "^[0-9]{1,18}(\\.[0-9a-f]{8})?(-[0-9a-f]{8})?$",
        "default": "0",
      ],
      "The \"syncToken\" of the answer before."
    ),
    APIParameter(
      "wait",
      ["type": "string", "pattern": "^[0-9]{1,2}s?$"],
      "The seconds to wait for a change where there is none yet."
    ),
    APIParameter("types", "The types whose changes are shown.") { subject in
      ["type": "array", "items": ["enum": .texts(subject.types.types.map(\.name))]]
    },
    APIParameter("fields", APISchemas.text, "The attributes that are shown, with commas."),
    APIParameter("zone", APISchemas.text, "The zone whose changes are meant."),
    APIParameter("limit", APISchemas.limit(usually: 200), "The most changes of the answer."),
  ]).only().describing("Answers what changed since a token") { changes, _ in
    var answer = APIAnswer(200, "The records that changed.", APISchemas.reference("Changes"))
    answer.contents.append(("text/event-stream", APISchemas.text))
    changes.answers = [answer]
    changes.problems = [400, 410, 429, 503]
  }
}
