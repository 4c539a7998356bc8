// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

enum GrantOperations {
  /// The operations on the grants of one record.
  static let ofRecord = [
    Operation(.get, "/{type}/{id}/\(RecordGrants.name)", "grants", needs: .own(.read)) {
      try $0.context.grants.grants(on: $0.id, of: $0.type, $0.request)
    }
    .taking([.id]).describing("Answers the grants on a record") { grants, _ in
      grants.answers = [APIAnswer(200, "The grants.", APISchemas.reference("Grants"))]
      grants.problems = [404]
    },
    Operation(.put, "/{type}/{id}/\(RecordGrants.name)", "setGrants", needs: .own(.write)) {
      try $0.context.grants.grants(on: $0.id, of: $0.type, $0.request)
    }
    .taking([.id]).describing("Replaces the grants on a record") { grants, _ in
      grants.bodies = [APIBody(APISchemas.reference("Grants"))]
      grants.answers = [APIAnswer(200, "The grants.", APISchemas.reference("Grants"))]
      grants.problems = [400, 404, 413, 422]
    },
  ]

  /// The operations on the grants of all records: where there are users, unless a type has the name.
  static let collection = [allGrants, addGrant, removeGrant].inGroup("Grants")
    .existing { context, _ in
      context.settings.people != nil && context.store.types[RecordGrants.collection] == nil
    }

  private static let allGrants = Operation(
    .get,
    "/\(RecordGrants.collection)",
    "allGrants",
    needs: .user
  ) { try $0.context.grants.list($0.request) }
  .taking([
    APIParameter("record", APISchemas.id, "The id of the record that they are on."),
    APIParameter("to", APISchemas.id, "The id of the user, group or organization."),
    APIParameter("may", APISchemas.right, "The word that rules ask for."),
    APIParameter(
      "limit",
      ["type": "integer", "minimum": 1, "maximum": 200, "default": 20],
      "The most grants of the answer."
    ),
    APIParameter("page", APISchemas.text, "\"next\" of the answer before."),
  ]).describing("Lists grants on records") { all, _ in
    all.detail =
      "A user gets the grants on its own records, and those that it or its groups have; a token that "
      + "may write gets all."
    let list = APISchemas.object(
      [("data", APISchemas.list(of: grant)), ("next", APISchemas.text)],
      required: ["data"]
    )
    all.answers = [APIAnswer(200, "The grants, in the order of their ids.", list)]
    all.problems = [400]
  }

  private static let addGrant = Operation(
    .post,
    "/\(RecordGrants.collection)",
    "addGrant",
    needs: .user
  ) { try $0.context.grants.add($0.request) }
  .describing("Gives a user, group or organization a right on a record") { add, _ in
    add.detail = "Allowed to the owner of the record, and to a token that may write."
    add.bodies = [
      APIBody(
        APISchemas.object(
          [("record", APISchemas.id), ("to", APISchemas.id), ("may", APISchemas.right)],
          required: ["record", "to", "may"]
        )
      )
    ]
    add.answers = [
      APIAnswer(200, "There is such a grant already.", grant),
      APIAnswer(201, "The new grant.", grant, fields: ["Location"]),
    ]
    add.problems = [400, 404, 409, 413, 422]
  }

  private static let removeGrant = Operation(
    .delete,
    "/\(RecordGrants.collection)/{grant}",
    "removeGrant",
    needs: .user
  ) { try $0.context.grants.remove($0.request) }
  .taking([.path("grant", "The \"id\" of the grant.")]).describing("Takes a grant back") {
    remove,
    _ in
    remove.answers = [APIAnswer(204, "It is gone.")]
    remove.problems = [404]
  }

  private static let grant = APISchemas.object(
    [
      ("id", APISchemas.text), ("record", APISchemas.text), ("type", ["type": ["string", "null"]]),
      ("to", APISchemas.text), ("kind", ["enum": ["user", "group", "organization", .null]]),
      ("may", APISchemas.text),
    ],
    required: ["id", "record", "type", "to", "kind", "may"]
  )
}
