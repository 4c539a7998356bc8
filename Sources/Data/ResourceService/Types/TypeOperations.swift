// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Sites

enum TypeOperations {
  /// The operations on types, and the description.
  static let all =
    [
      allTypes, addType, importTypes, compareTypes, type, declareType, changeType, removeType,
      access,
    ].inGroup("Types") + [document].inGroup("Description")
    + [
      Operation(.get, "/\(APIDescription.pageName)", needs: .level(.read)) {
        try $0.context.types.page($0.request)
      },
      Operation(.get, "/\(APIDescription.pageName)/{file}", needs: .level(.read)) {
        try $0.context.types.page($0.request)
      },
    ].existing { context, _ in context.settings.page != nil }

  private static let allTypes = Operation(.get, "/_schema", "types", needs: .level(.read)) {
    $0.context.types.list($0.request)
  }
  .describing("Answers all types as they are declared") { all, _ in
    all.answers = [APIAnswer(200, "The declarations.", declarations, fields: ["ETag"])]
  }

  private static let importTypes = Operation(
    .post,
    "/_schema:import",
    "importTypes",
    needs: .administer
  ) { try $0.context.types.take($0.request) }
  .taking(changing).describing("Takes all types at once") { all, subject in
    all.bodies = [APIBody(declarations, example: ["data": subject.types.declarations])]
    all.answers = [report]
    all.problems = [400, 409, 413, 422]
  }

  private static let compareTypes = Operation(
    .post,
    "/_schema:diff",
    "compareTypes",
    needs: .administer
  ) { try $0.context.types.take($0.request, isDryRun: true) }
  .describing("Says what taking all types would do") { all, subject in
    all.bodies = [APIBody(declarations, example: ["data": subject.types.declarations])]
    all.answers = [report]
    all.problems = [400, 409, 413, 422]
  }

  private static let addType = Operation(.post, "/_schema", "addType", needs: .administer) {
    try $0.context.types.add($0.request)
  }
  .taking(changing).describing("Declares a new type") { add, _ in
    add.bodies = [
      APIBody(
        APISchemas.reference("TypeDeclaration"),
        example: ["name": "notes", "prefix": "note", "attributes": ["text": ["type": "text"]]]
      )
    ]
    add.answers = [report]
    add.problems = [400, 409, 413, 422]
  }

  private static let changeType = Operation(
    .patch,
    "/_schema/{type}",
    "changeType",
    needs: .administer
  ) { try $0.context.types.patch($0.request) }
  .taking([typeName, present] + changing).describing("Changes members of a type's declaration") {
    change,
    _ in
    change.detail = "A merge patch of RFC 7396: null removes a member."
    change.bodies = [APIBody(["type": "object"], example: ["class": 2])]
    change.answers = [report]
    change.problems = [400, 404, 409, 412, 413, 422]
  }

  private static let type = Operation(.get, "/_schema/{type}", "type", needs: .level(.read)) {
    try $0.context.types.show($0.request)
  }
  .taking([typeName]).describing("Answers the JSON Schema of a type's records") { type, _ in
    type.answers = [APIAnswer(200, "A JSON Schema.", ["type": "object"], fields: ["ETag"])]
    type.problems = [404]
  }

  private static let declareType = Operation(
    .put,
    "/_schema/{type}",
    "declareType",
    needs: .administer
  ) { try $0.context.types.declare($0.request) }
  .taking([typeName, present] + changing).describing("Declares a type, or changes it") {
    declare,
    _ in
    declare.bodies = [
      APIBody(
        APISchemas.reference("TypeBody"),
        example: ["prefix": "note", "attributes": ["text": ["type": "text"]]]
      )
    ]
    declare.answers = [report]
    declare.problems = [400, 409, 412, 413, 422]
  }

  private static let removeType = Operation(
    .delete,
    "/_schema/{type}",
    "removeType",
    needs: .administer
  ) { try $0.context.types.remove($0.request) }
  .taking([typeName, present] + changing).describing("Removes a type with its records") {
    remove,
    _ in
    remove.answers = [report]
    remove.problems = [404, 409, 412, 422]
  }

  private static let access = Operation(.get, "/_access", "access", needs: .administer) {
    try AccessExplanation(context: $0.context).explain($0.request)
  }
  .taking([
    APIParameter(
      "may",
      ["enum": .texts(ResourceType.Capability.allCases.map(\.rawValue))],
      "The operation in question.",
      isRequired: true
    ),
    APIParameter("type", "The type, where there is no record.") { subject in
      ["enum": .texts(subject.types.types.map(\.name))]
    },
    APIParameter("record", APISchemas.text, "The id of the record."),
    APIParameter("user", APISchemas.text, "The id of the user; nobody in particular for none."),
  ]).describing("Explains why somebody may do something or not") { access, _ in
    let answer = APISchemas.object(
      [("allowed", ["type": "boolean"]), ("rules", APISchemas.list(of: ["type": "object"]))],
      required: ["allowed", "rules"]
    )
    access.answers = [APIAnswer(200, "Every rule, with the values that decided.", answer)]
    access.problems = [400, 404]
  }

  private static let document = Operation(
    .get,
    "/\(APIDescription.documentName)",
    "description",
    needs: .level(.read)
  ) { $0.context.types.describe($0.request) }
  .describing("Answers this description") { document, _ in
    document.answers = [APIAnswer(200, "OpenAPI 3.1.", ["type": "object"], fields: ["ETag"])]
  }

  private static let typeName = APIParameter.path(
    "type",
    "The name of the type.",
    example: "notes"
  )

  private static let present = APIParameter(
    "If-Match",
    in: .header,
    ["type": "string", "pattern": "^(\\*|\"[0-9a-f]{16}\")$"],
    "The entity tag of the declaration that the client knows; with another one nothing is changed."
  )

  private static let changing = [
    APIParameter.flag("dryRun", "Whether nothing is changed, and only said what would be."),
    APIParameter.flag("loss", "Whether records may be lost."),
  ]

  private static let declarations = APISchemas.object(
    [("data", APISchemas.list(of: APISchemas.reference("TypeDeclaration")))],
    required: ["data"]
  )

  private static let report = APIAnswer(200, "The changes.", APISchemas.reference("TypeReport"))
}
