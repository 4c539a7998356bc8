// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Sites

/// The operations on the grants of all records, as the description says them.
extension ServiceOperations {
  var grants: [APIOperation] { [allGrants, addGrant, removeGrant] }

  private func grant(
    _ method: Method,
    _ rest: String,
    _ name: String,
    _ summary: String
  ) -> APIOperation {
    let path = "/\(RecordGrants.collection)\(rest)"
    var operation = operation(method, path, name, in: "Grants", needs: .write, summary)
    operation.needsToken = true
    return operation
  }

  private var allGrants: APIOperation {
    var all = grant(.get, "", "allGrants", "Lists grants on records")
    all.detail =
      "A user gets the grants on its own records, and those that it or its groups have; a token that "
      + "may write gets all."
    all.parameters = [
      APIParameter("record", APISchemas.id, "The id of the record that they are on."),
      APIParameter("to", APISchemas.id, "The id of the user, group or organization."),
      APIParameter("may", APISchemas.right, "The word that rules ask for."),
      APIParameter(
        "limit",
        ["type": "integer", "minimum": 1, "maximum": 200, "default": 20],
        "The most grants of the answer."
      ),
      APIParameter("page", APISchemas.text, "\"next\" of the answer before."),
    ]
    let list = APISchemas.object(
      [("data", APISchemas.list(of: Self.grant)), ("next", APISchemas.text)],
      required: ["data"]
    )
    all.answers = [APIAnswer(200, "The grants, in the order of their ids.", list)]
    all.problems = [400]
    return all
  }

  private var addGrant: APIOperation {
    var add = grant(
      .post,
      "",
      "addGrant",
      "Gives a user, group or organization a right on a record"
    )
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
      APIAnswer(200, "There is such a grant already.", Self.grant),
      APIAnswer(201, "The new grant.", Self.grant, fields: ["Location"]),
    ]
    add.problems = [400, 404, 409, 413, 422]
    return add
  }

  private var removeGrant: APIOperation {
    var remove = grant(.delete, "/{grant}", "removeGrant", "Takes a grant back")
    remove.parameters = [
      APIParameter("grant", in: .path, APISchemas.text, "The \"id\" of the grant.")
    ]
    remove.answers = [APIAnswer(204, "It is gone.")]
    remove.problems = [404]
    return remove
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
