// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues

extension SessionOperations {
  /// The operations of sign-ins by sent codes.
  var mailedCodes: [APIOperation] {
    var send = operation(
      .post,
      "/session:code",
      "sendCode",
      "Sends a code with which a user signs in"
    )
    send.detail = "The answer is the same whether or not there is such an account."
    send.bodies = [
      APIBody(
        APISchemas.object(
          [("email", APISchemas.text), ("device", ["type": "object"])],
          required: ["email"]
        ),
        example: ["email": "ann@example.com"]
      )
    ]
    let names = ["status", "challenge", "expires"]
    let answer = APISchemas.object(names.map { ($0, APISchemas.text) }, required: names)
    send.answers = [
      APIAnswer(202, "The challenge with which the code is sent to /session.", answer)
    ]
    send.problems = [400, 413, 422, 429]
    return [send]
  }

  /// The operations on a user's second factor.
  var secondFactor: [APIOperation] {
    [shownFactor, begunFactor, confirmedFactor, removedFactor].map { operation in
      var operation = operation
      operation.parameters = [userID]
      operation.needsToken = true
      return operation
    }
  }

  private var path: String { "/users/{id}/\(SecondFactors.name)" }

  private var shownFactor: APIOperation {
    var show = operation(
      .get,
      path,
      "secondFactor",
      "Tells whether a user has a second factor, and how many recovery codes are left"
    )
    let answer = APISchemas.object(
      [("isEnabled", ["type": "boolean"]), ("recoveryCodes", APISchemas.count)],
      required: ["isEnabled", "recoveryCodes"]
    )
    show.answers = [APIAnswer(200, "Whether there is one.", answer)]
    show.problems = [404]
    return show
  }

  private var begunFactor: APIOperation {
    var begin = operation(
      .post,
      path,
      "beginSecondFactor",
      "Answers the secret for the user's authenticator app"
    )
    begin.detail = "It counts once it is confirmed. A user who has a password sends it."
    begin.needsBody = false
    begin.bodies = [
      APIBody(
        APISchemas.object([("password", APISchemas.text)]),
        example: ["password": "a long password"]
      )
    ]
    let names = ["secret", "url"]
    let answer = APISchemas.object(names.map { ($0, APISchemas.text) }, required: names)
    begin.answers = [
      APIAnswer(201, "The secret in Base32, and as the address that a QR code has.", answer)
    ]
    begin.problems = [400, 404, 409, 413, 429]
    return begin
  }

  private var confirmedFactor: APIOperation {
    var confirm = operation(
      .put,
      path,
      "confirmSecondFactor",
      "Confirms a second factor by a code of the app"
    )
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
    return confirm
  }

  private var removedFactor: APIOperation {
    var remove = operation(
      .delete,
      path,
      "removeSecondFactor",
      "Removes the second factor of a user"
    )
    remove.detail = "The user sends a code of it; an administrator needs none."
    remove.needsBody = false
    remove.bodies = [APIBody(APISchemas.object([("code", APISchemas.text)]))]
    remove.answers = [APIAnswer(204, "The user has no second factor any more.")]
    remove.problems = [400, 404, 413, 422, 429]
    return remove
  }
}
