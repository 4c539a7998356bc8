// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

/// The operations by which users sign up and in, as the description says them.
struct SessionOperations {
  private static let group = "Sessions"
  private let mount: String

  private let hasProviders: Bool
  private let hasMailedCodes: Bool

  /// - Parameters:
  ///   - hasProviders: whether users can sign in by providers.
  ///   - hasMailedCodes: whether users can sign in by codes that are sent to them.
  init(at mount: String, hasProviders: Bool, hasMailedCodes: Bool) {
    self.mount = mount
    self.hasProviders = hasProviders
    self.hasMailedCodes = hasMailedCodes
  }

  var all: [APIOperation] {
    [begin, reset, renew, present, end, sessions, endAll, endOne, me, erase] + secondFactor
      + (hasMailedCodes ? mailedCodes : [])
      + (hasProviders ? [authorize, providers, removeProvider] : [])
  }

  private var providers: APIOperation {
    var providers = operation(
      .get,
      "/users/{id}/\(ProviderLinks.name)",
      "providers",
      "Lists the providers by which a user can sign in"
    )
    providers.parameters = [userID]
    let provider = APISchemas.object(
      [
        ("name", APISchemas.text), ("issuer", APISchemas.text), ("isDeclared", ["type": "boolean"]),
      ],
      required: ["name", "issuer", "isDeclared"]
    )
    let answer = APISchemas.object(
      [("data", APISchemas.list(of: provider)), ("hasPassword", ["type": "boolean"])],
      required: ["data", "hasPassword"]
    )
    providers.answers = [APIAnswer(200, "The providers, and whether there is a password.", answer)]
    providers.problems = [404]
    providers.needsToken = true
    return providers
  }

  private var removeProvider: APIOperation {
    var remove = operation(
      .delete,
      "/users/{id}/\(ProviderLinks.name)/{provider}",
      "removeProvider",
      "Removes a provider by which a user can sign in"
    )
    remove.detail = "Refused with 409 where the user could not sign in any more."
    remove.parameters = [
      userID,
      APIParameter("provider", in: .path, APISchemas.text, "The name of the provider."),
    ]
    remove.answers = [APIAnswer(204, "It does not lead into the account any more.")]
    remove.problems = [404, 409]
    remove.needsToken = true
    return remove
  }

  var userID: APIParameter {
    APIParameter("id", in: .path, APISchemas.text, "The id of the user.")
  }

  private var authorize: APIOperation {
    var authorize = operation(
      .post,
      "/session:authorize",
      "authorize",
      "Answers the address at which a user signs in by a provider"
    )
    authorize.bodies = [
      APIBody(
        APISchemas.object(
          [("provider", APISchemas.text), ("redirect", APISchemas.text)],
          required: ["provider", "redirect"]
        ),
        example: ["provider": "google", "redirect": "com.example.shop:/signed-in"]
      )
    ]
    let names = ["url", "state", "expires"]
    let answer = APISchemas.object(names.map { ($0, APISchemas.text) }, required: names)
    authorize.answers = [APIAnswer(200, "The address and the state of the sign-in.", answer)]
    authorize.problems = [400, 413, 429]
    return authorize
  }

  func operation(
    _ method: Method,
    _ rest: String,
    _ name: String,
    _ summary: String
  ) -> APIOperation {
    APIOperation(method, mount + rest, name, in: Self.group, summary)
  }

  private var begin: APIOperation {
    var begin = operation(.post, "/session", "signIn", "Signs a user in, or up")
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
      APIAnswer(200, "The session and its token.", Self.begun),
      APIAnswer(201, "The session of the new user.", Self.begun),
      APIAnswer(202, "A message with a code is on its way.", ["type": "object"]),
    ]
    begin.problems = [400, 413, 422, 429]
    return begin
  }

  private var reset: APIOperation {
    var reset = operation(.post, "/session:reset", "resetPassword", "Sends a code for a password")
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
    return reset
  }

  private var renew: APIOperation {
    var renew = operation(.put, "/session", "renew", "Replaces the token, or redeems a code")
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
      APIAnswer(200, "The session and its token.", Self.begun),
      APIAnswer(201, "The session of the new user.", Self.begun),
    ]
    renew.problems = [400, 401, 403, 409, 413, 422, 429]
    return renew
  }

  private var present: APIOperation {
    var present = operation(.get, "/session", "session", "Answers the session of the token")
    present.answers = [APIAnswer(200, "The session.", Self.session)]
    present.needsToken = true
    return present
  }

  private var end: APIOperation {
    ending("/session", "signOut", "Ends the session of the token")
  }

  private var sessions: APIOperation {
    var sessions = operation(.get, "/sessions", "sessions", "Lists the sessions of the user")
    let list = APISchemas.object(
      [("data", APISchemas.list(of: Self.session))],
      required: ["data"]
    )
    sessions.answers = [APIAnswer(200, "The sessions that have not ended.", list)]
    sessions.needsToken = true
    return sessions
  }

  private var endAll: APIOperation {
    ending("/sessions", "signOutEverywhere", "Ends all sessions of the user")
  }

  private var endOne: APIOperation {
    var end = ending("/sessions/{session}", "endSession", "Ends a session of the user")
    end.parameters = [
      APIParameter("session", in: .path, APISchemas.text, "The id of the session.")
    ]
    end.problems = [404]
    return end
  }

  private var me: APIOperation {
    var me = operation(.get, "/users/me", "me", "Answers the user of the token")
    me.detail = "Wherever the id of a user stands in an address, it may be \"me\"."
    me.answers = [
      APIAnswer(200, "The user.", APISchemas.reference(PeopleTypes.users), fields: ["ETag"])
    ]
    me.problems = [404]
    me.needsToken = true
    return me
  }

  private var erase: APIOperation {
    var erase = operation(
      .post,
      "/users/{id}:erase",
      "erase",
      "Erases a user with all that it owns"
    )
    erase.detail = "A user who erases its own account sends its password."
    erase.parameters = [userID]
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
    erase.needsToken = true
    return erase
  }

  private func ending(_ rest: String, _ name: String, _ summary: String) -> APIOperation {
    var end = operation(.delete, rest, name, summary)
    end.answers = [APIAnswer(204, "It has ended.")]
    end.needsToken = true
    return end
  }

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
