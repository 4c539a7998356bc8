// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel

enum UserOperations {
  /// The operations on users and apps that other types do not have.
  static let all = [erase, giveKey, takeKey].ofPeople

  /// Stands in the description alone: it is the answer about the user's record.
  static let me = [
    Operation(.get, "/users/me", "me", needs: .session) {
      try $0.context.reader.get($0.id, of: $0.type, $0.request)
    }
    .describing("Answers the user of the token") { me, _ in
      me.detail = "Wherever the id of a user stands in an address, it may be \"me\"."
      me.answers = [
        APIAnswer(200, "The user.", APISchemas.reference(PeopleTypes.users), fields: ["ETag"])
      ]
      me.problems = [404]
    }
  ].ofPeople

  private static let erase = Operation(
    .post,
    "/users/{id}:\(UserErasure.verb)",
    "erase",
    needs: .ofUser
  ) { try UserErasure(context: $0.context, people: $0.people).erase($0.id, $0.type, $0.request) }
  .on(.passwords).taking([.userID]).describing("Erases a user with all that it owns") { erase, _ in
    erase.detail = "A user who erases its own account sends its password."
    erase.needsBody = false
    erase.bodies = [APIBody(APISchemas.object([("password", APISchemas.text)]))]
    erase.answers = [
      APIAnswer(
        200,
        "The numbers of erased records and events.",
        APISchemas.object(
          [("records", APISchemas.count), ("events", APISchemas.count)],
          required: ["records", "events"]
        )
      )
    ]
    erase.problems = [400, 404, 413, 429]
  }

  private static let giveKey = Operation(.post, "/apps/{id}:key", needs: .type([.update])) {
    try AppKeys(context: $0.context).change(of: $0.id, $0.type, IssuedSecret(.app), $0.request)
  }

  private static let takeKey = Operation(.delete, "/apps/{id}:key", needs: .type([.update])) {
    try AppKeys(context: $0.context).change(of: $0.id, $0.type, nil, $0.request)
  }
}
