// SPDX-License-Identifier: Apache-2.0

import FileShapes
import HTTPValues
import ResourceModel

enum SessionOperations {
  /// The operations by which users sign up and in. `/user/session` and `/user/register` are names of the same.
  static let all =
    [begin, reset, renew, present, end, allSessions, endAll, endOne, sendCode, register].ofPeople
    + [authorize].ofPeople.existing { context, _ in
      context.settings.people?.providers.isEmpty == false
    }

  private static let begin = Operation(.post, "/session", "signIn", needs: .nothing) {
    try $0.sessions.begin($0.request)
  }
  .on(.passwords).over { _ in { try await $0.signIn($1, $2) } }.describing("Signs a user in, or up")
  { begin, _ in
    begin.detail =
      "With \"register\" it makes an account, of which the body may have further attributes. Where "
      + "addresses are confirmed, the answer is the same whether or not there is one already. A user "
      + "with a second factor gets 401 with a challenge, which completes the sign-in with a code."
    begin.bodies = [
      APIBody(
        APISchemas.object(
          [
            ("email", APISchemas.text), ("password", APISchemas.text),
            ("register", ["type": "boolean"]), ("device", ["type": "object"]),
            ("provider", APISchemas.text), ("state", APISchemas.text), ("code", APISchemas.text),
            ("challenge", APISchemas.text), ("cookie", ["type": "boolean"]),
          ]
        ),
        example: ["email": "ann@example.com", "password": "a long password"]
      )
    ]
    begin.answers = [
      APIAnswer(200, "The session and its token.", begun),
      APIAnswer(201, "The session of the new user.", begun),
      APIAnswer(202, "A message with a code is on its way.", ["type": "object"]),
    ]
    begin.problems = [400, 413, 422, 429]
  }

  private static let register = Operation(.post, "/user/register", needs: .nothing) {
    try SignUp(context: $0.context, people: $0.people).begin($0.request.object(), $0.request)
  }
  .on(.passwords)

  private static let reset = Operation(.post, "/session:reset", "resetPassword", needs: .nothing) {
    try SignUp(context: $0.context, people: $0.people).sendReset($0.request.object(), $0.request)
  }
  .on(.passwords).describing("Sends a code for a password") { reset, _ in
    reset.bodies = [
      APIBody(
        APISchemas.object([("email", APISchemas.text)], required: ["email"]),
        example: ["email": "ann@example.com"]
      )
    ]
    reset.answers = [
      APIAnswer(202, "If there is such an account, a message is on its way.", ["type": "object"])
    ]
    reset.problems = [400, 413, 422, 429]
  }

  private static let sendCode = Operation(.post, "/session:code", "sendCode", needs: .nothing) {
    try Challenges(context: $0.context, people: $0.people)
      .sendCode($0.request.object(), $0.request)
  }
  .on(.passwords).offered { $0.settings.people?.mailsCodes == true }.describing(
    "Sends a code with which a user signs in"
  ) { send, _ in
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
    send.answers = [
      APIAnswer(
        202,
        "The challenge with which the code is sent to /session.",
        APISchemas.texts(["status", "challenge", "expires"])
      )
    ]
    send.problems = [400, 413, 422, 429]
  }

  private static let authorize = Operation(
    .post,
    "/session:authorize",
    "authorize",
    needs: .nothing
  ) { _ in throw ResourceProblem(.notFound, "providers are asked over connections") }
  .over { _ in { try await $0.signIn($1, $2) } }.describing(
    "Answers the address at which a user signs in by a provider"
  ) { authorize, _ in
    authorize.bodies = [
      APIBody(
        APISchemas.object(
          [("provider", APISchemas.text), ("redirect", APISchemas.text)],
          required: ["provider", "redirect"]
        ),
        example: ["provider": "google", "redirect": "com.example.shop:/signed-in"]
      )
    ]
    authorize.answers = [
      APIAnswer(
        200,
        "The address and the state of the sign-in.",
        APISchemas.texts(["url", "state", "expires"])
      )
    ]
    authorize.problems = [400, 413, 429]
  }

  private static let renew = Operation(.put, "/session", "renew", needs: .nothing) {
    try $0.sessions.put($0.request)
  }
  .on(.passwords).describing("Replaces the token, or redeems a code") { renew, _ in
    renew.detail =
      "Without a code the token of the request is replaced. With the code of a message and a "
      + "password, the address is confirmed or the password is set. With the present password as "
      + "oldPassword, the password of the sender is set, and all its other sessions end."
    renew.needsBody = false
    renew.bodies = [
      APIBody(
        APISchemas.object([
          ("code", APISchemas.text), ("password", APISchemas.text),
          ("oldPassword", APISchemas.text),
        ]),
        example: [:]
      )
    ]
    renew.answers = [
      APIAnswer(200, "The session and its token.", begun),
      APIAnswer(201, "The session of the new user.", begun),
    ]
    renew.problems = [400, 401, 403, 409, 413, 422, 429]
  }

  private static let present = Operation(.get, "/session", "session", needs: .session) {
    try $0.sessions.show($0.request)
  }
  .describing("Answers the session of the token") { present, _ in
    present.answers = [APIAnswer(200, "The session.", session)]
  }

  private static let end = Operation(.delete, "/session", "signOut", needs: .session) {
    try $0.sessions.end($0.request.signedIn().1, $0.request)
  }
  .describing("Ends the session of the token") { end, _ in end.answers = [ended] }

  private static let allSessions = Operation(.get, "/sessions", "sessions", needs: .session) {
    try $0.sessions.list($0.request)
  }
  .describing("Lists the sessions of the user") { sessions, _ in
    let list = APISchemas.object([("data", APISchemas.list(of: session))], required: ["data"])
    sessions.answers = [APIAnswer(200, "The sessions that have not ended.", list)]
  }

  private static let endAll = Operation(.delete, "/sessions", "signOutEverywhere", needs: .session)
  { try $0.sessions.endAll($0.request) }
  .describing("Ends all sessions of the user") { end, _ in end.answers = [ended] }

  private static let endOne = Operation(
    .delete,
    "/sessions/{session}",
    "endSession",
    needs: .session
  ) { try $0.sessions.end($0.request.path[1], $0.request) }
  .taking([.path("session", "The id of the session.")]).describing("Ends a session of the user") {
    end,
    _ in
    end.answers = [ended]
    end.problems = [404]
  }

  private static let ended = APIAnswer(204, "It has ended.")

  private static let session = APISchemas.object(
    [
      ("uuid", APISchemas.text), ("user", APISchemas.text),
      ("device", ["type": ["string", "null"]]), ("created", APISchemas.text),
      ("renewed", APISchemas.text), ("expires", APISchemas.text),
      ("isPresent", ["type": "boolean"]),
    ],
    required: ["uuid", "user", "created", "renewed", "expires", "isPresent"]
  )

  private static let begun = APISchemas.object(
    [
      ("token", APISchemas.text), ("expires", APISchemas.text), ("session", session),
      ("user", ["type": ["object", "null"]]),
    ],
    required: ["expires", "session"]
  )
}

extension OperationCall {
  fileprivate var sessions: Sessions {
    get throws(ResourceProblem) { Sessions(context: context, people: try people) }
  }
}
