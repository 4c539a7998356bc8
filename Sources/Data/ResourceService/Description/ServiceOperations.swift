// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Sites

/// The operations that are not about the records of one type, as the description says them.
struct ServiceOperations {
  private let mount: String
  private let types: TypeSet
  private let open: ResourceService.Rights
  private let hasPeople: Bool

  init(at mount: String, _ types: TypeSet, open: ResourceService.Rights, hasPeople: Bool) {
    self.mount = mount
    self.types = types
    self.open = open
    self.hasPeople = hasPeople
  }

  var all: [APIOperation] {
    [
      batch, changes, allTypes, addType, importTypes, compareTypes, type, declareType, changeType,
      removeType, access, document,
    ] + hooks + (hasGrants ? grants : [])
  }

  /// Whether the API has `/grants`: it needs users, and a type with that name hides it.
  private var hasGrants: Bool { hasPeople && types[RecordGrants.collection] == nil }

  func operation(
    _ method: Method,
    _ rest: String,
    _ name: String,
    in group: String,
    needs level: ResourceService.Rights,
    _ summary: String
  ) -> APIOperation {
    var operation = APIOperation(method, mount + rest, name, in: group, summary)
    operation.needsToken = open < level && types.types.allSatisfy(\.rules.isEmpty)
    return operation
  }

  private var batch: APIOperation {
    var batch = operation(
      .post,
      ":batch",
      "batch",
      in: "Several types",
      needs: .write,
      "Performs operations on records of several types"
    )
    batch.detail =
      "A record that the batch creates under a \"lid\" is known to all of it as \"lid:…\", as an id "
      + "and as a value. Operations that are sent as lines of JSON are performed as they arrive; the answer "
      + "then has a line for each."
    batch.parameters = [TypeOperations.idempotencyKey]
    batch.bodies = [
      APIBody(APISchemas.reference("Batch"), example: ["atomic": true, "ops": []]),
      APIBody(APISchemas.text, as: "application/x-ndjson"),
    ]
    var results = APIAnswer(200, "A result for each operation.", APISchemas.reference("Results"))
    results.contents.append(("application/x-ndjson", APISchemas.text))
    batch.answers = [results]
    batch.answersResults = true
    batch.problems = [400, 404, 409, 412, 413, 422]
    return batch
  }

  private var changes: APIOperation {
    var changes = operation(
      .get,
      "/changes",
      "changes",
      in: "Several types",
      needs: .read,
      "Answers what changed since a token"
    )
    changes.parameters = [
      APIParameter(
        "since",
        [
          "type": "string", "pattern": "^[0-9]{1,18}(\\.[0-9a-f]{8})?(-[0-9a-f]{8})?$",
          "default": "0",
        ],
        "The \"syncToken\" of the answer before."
      ),
      APIParameter(
        "types",
        ["type": "array", "items": ["enum": .texts(types.types.map(\.name))]],
        "The types whose changes are shown."
      ),
      APIParameter("fields", APISchemas.text, "The attributes that are shown, with commas."),
      APIParameter("limit", APISchemas.limit(usually: 200), "The most changes of the answer."),
      APIParameter(
        "wait",
        ["type": "string", "pattern": "^[0-9]{1,2}s?$"],
        "The seconds to wait for a change where there is none yet."
      ),
      APIParameter("zone", APISchemas.text, "The zone whose changes are meant."),
    ]
    var answer = APIAnswer(200, "The records that changed.", APISchemas.reference("Changes"))
    answer.contents.append(("text/event-stream", APISchemas.text))
    changes.answers = [answer]
    changes.problems = [400, 410, 429, 503]
    return changes
  }

  private static let typesGroup = "Types"

  private func types(
    _ method: Method,
    _ rest: String,
    _ name: String,
    _ summary: String
  ) -> APIOperation {
    operation(
      method,
      "/_schema" + rest,
      name,
      in: Self.typesGroup,
      needs: method == .get ? .read : .administer,
      summary
    )
  }

  private var allTypes: APIOperation {
    var all = types(.get, "", "types", "Answers all types as they are declared")
    all.answers = [APIAnswer(200, "The declarations.", declarations, fields: ["ETag"])]
    return all
  }

  private var importTypes: APIOperation {
    var all = types(.post, ":import", "importTypes", "Takes all types at once")
    all.parameters = changing
    all.bodies = [APIBody(declarations, example: ["data": types.declarations])]
    all.answers = [report]
    all.problems = [400, 409, 413, 422]
    return all
  }

  private var compareTypes: APIOperation {
    var all = types(.post, ":diff", "compareTypes", "Says what taking all types would do")
    all.bodies = [APIBody(declarations, example: ["data": types.declarations])]
    all.answers = [report]
    all.problems = [400, 409, 413, 422]
    return all
  }

  private var addType: APIOperation {
    var add = types(.post, "", "addType", "Declares a new type")
    add.parameters = changing
    add.bodies = [
      APIBody(
        APISchemas.reference("TypeDeclaration"),
        example: ["name": "notes", "prefix": "note", "attributes": ["text": ["type": "text"]]]
      )
    ]
    add.answers = [report]
    add.problems = [400, 409, 413, 422]
    return add
  }

  private var changeType: APIOperation {
    var change = types(.patch, "/{type}", "changeType", "Changes members of a type's declaration")
    change.detail = "A merge patch of RFC 7396: null removes a member."
    change.parameters = [name, present] + changing
    change.bodies = [APIBody(["type": "object"], example: ["class": 2])]
    change.answers = [report]
    change.problems = [400, 404, 409, 412, 413, 422]
    return change
  }

  private var type: APIOperation {
    var type = types(.get, "/{type}", "type", "Answers the JSON Schema of a type's records")
    type.parameters = [name]
    type.answers = [APIAnswer(200, "A JSON Schema.", ["type": "object"], fields: ["ETag"])]
    type.problems = [404]
    return type
  }

  private var declareType: APIOperation {
    var declare = types(.put, "/{type}", "declareType", "Declares a type, or changes it")
    declare.parameters = [name, present] + changing
    declare.bodies = [
      APIBody(
        APISchemas.reference("TypeBody"),
        example: ["prefix": "note", "attributes": ["text": ["type": "text"]]]
      )
    ]
    declare.answers = [report]
    declare.problems = [400, 409, 412, 413, 422]
    return declare
  }

  private var removeType: APIOperation {
    var remove = types(.delete, "/{type}", "removeType", "Removes a type with its records")
    remove.parameters = [name, present] + changing
    remove.answers = [report]
    remove.problems = [404, 409, 412, 422]
    return remove
  }

  private var access: APIOperation {
    var access = operation(
      .get,
      "/_access",
      "access",
      in: Self.typesGroup,
      needs: .administer,
      "Explains why somebody may do something or not"
    )
    let names = ResourceType.Capability.allCases.map(\.rawValue)
    access.parameters = [
      APIParameter("may", ["enum": .texts(names)], "The operation in question.", isRequired: true),
      APIParameter(
        "type",
        ["enum": .texts(types.types.map(\.name))],
        "The type, where there is no record."
      ),
      APIParameter("record", APISchemas.text, "The id of the record."),
      APIParameter("user", APISchemas.text, "The id of the user; nobody in particular for none."),
    ]
    let answer = APISchemas.object(
      [("allowed", ["type": "boolean"]), ("rules", APISchemas.list(of: ["type": "object"]))],
      required: ["allowed", "rules"]
    )
    access.answers = [APIAnswer(200, "Every rule, with the values that decided.", answer)]
    access.problems = [400, 404]
    return access
  }

  private var document: APIOperation {
    var document = operation(
      .get,
      "/" + APIDescription.documentName,
      "description",
      in: "Description",
      needs: .read,
      "Answers this description"
    )
    document.answers = [APIAnswer(200, "OpenAPI 3.1.", ["type": "object"], fields: ["ETag"])]
    return document
  }

  private var name: APIParameter {
    APIParameter("type", in: .path, ["type": "string"], "The name of the type.", example: "notes")
  }

  private var present: APIParameter {
    APIParameter(
      "If-Match",
      in: .header,
      ["type": "string", "pattern": "^(\\*|\"[0-9a-f]{16}\")$"],
      "The entity tag of the declaration that the client knows; with another one nothing is changed."
    )
  }

  private var changing: [APIParameter] {
    [
      APIParameter(
        "dryRun",
        ["type": "boolean", "default": false],
        "Whether nothing is changed, and only said what would be."
      ),
      APIParameter(
        "loss",
        ["type": "boolean", "default": false],
        "Whether records may be lost."
      ),
    ]
  }

  private var declarations: DataValue {
    APISchemas.object(
      [("data", APISchemas.list(of: APISchemas.reference("TypeDeclaration")))],
      required: ["data"]
    )
  }

  private var report: APIAnswer {
    APIAnswer(200, "The changes.", APISchemas.reference("TypeReport"))
  }
}
