// SPDX-License-Identifier: Apache-2.0

import FileShapes
import HTTPValues
import ResourceModel

enum SecondFactorOperations {
  /// The operations on a user's second factor.
  static let all = [shown, begun, confirmed, removed].ofPeople

  private static func factor(
    _ method: Method,
    _ name: String,
    answer:
      @escaping @Sendable (SecondFactors, Resource, ResourceRequest) throws -> ResourceReply
  ) -> Operation {
    Operation(method, "/users/{id}/\(SecondFactors.name)", name, needs: .ofUser) {
      let user = try $0.context.views.managedUser($0.id, as: $0.type, $0.request)
      return try answer(SecondFactors(context: $0.context, people: $0.people), user, $0.request)
    }
    .taking([.userID])
  }

  private static let shown = factor(.get, "secondFactor") { factors, user, _ in
    try factors.show(user)
  }.describing("Tells whether a user has a second factor, and how many recovery codes are left") {
    show,
    _ in
    let answer = APISchemas.object(
      [("isEnabled", ["type": "boolean"]), ("recoveryCodes", APISchemas.count)],
      required: ["isEnabled", "recoveryCodes"]
    )
    show.answers = [APIAnswer(200, "Whether there is one.", answer)]
    show.problems = [404]
  }

  private static let begun = factor(.post, "beginSecondFactor") { try $0.begin(of: $1, $2) }.on(
    .passwords
  ).describing("Answers the secret for the user's authenticator app") { begin, _ in
    begin.detail = "It counts once it is confirmed. A user who has a password sends it."
    begin.needsBody = false
    begin.bodies = [
      APIBody(
        APISchemas.object([("password", APISchemas.text)]),
        example: ["password": "a long password"]
      )
    ]
    begin.answers = [
      APIAnswer(
        201,
        "The secret in Base32, and as the address that a QR code has.",
        APISchemas.texts(["secret", "url"])
      )
    ]
    begin.problems = [400, 404, 409, 413, 429]
  }

  private static let confirmed = factor(.put, "confirmSecondFactor") { try $0.confirm(of: $1, $2) }
    .on(.passwords).describing("Confirms a second factor by a code of the app") { confirm, _ in
      confirm.bodies = [
        APIBody(
          APISchemas.object([("code", APISchemas.text)], required: ["code"]),
          example: ["code": "123456"]
        )
      ]
      let answer = APISchemas.object(
        [("recoveryCodes", APISchemas.list(of: APISchemas.text))],
        required: ["recoveryCodes"]
      )
      confirm.answers = [APIAnswer(200, "The recovery codes, which are shown once.", answer)]
      confirm.problems = [400, 404, 409, 413, 422, 429]
    }

  private static let removed = factor(.delete, "removeSecondFactor") { try $0.remove(of: $1, $2) }
    .describing("Removes the second factor of a user") { remove, _ in
      remove.detail = "The user sends a code of it; an administrator needs none."
      remove.needsBody = false
      remove.bodies = [APIBody(APISchemas.object([("code", APISchemas.text)]))]
      remove.answers = [APIAnswer(204, "The user has no second factor any more.")]
      remove.problems = [400, 404, 413, 422, 429]
    }
}
