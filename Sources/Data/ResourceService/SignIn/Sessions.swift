// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore

// `POST /session` signs up or in, `PUT /session` confirms an address, sets another password, or
// renews the token, `GET` shows the session and `DELETE` ends it. `/user/session` and
// `/user/register` are the same under the names that DreamFactory's apps use.

/// Signs users in, and shows, renews and ends their sessions.
struct Sessions: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }
  private var signUp: SignUp { SignUp(context: context, people: people) }
  private var challenges: Challenges { Challenges(context: context, people: people) }

  /// Signs a user in, or up.
  func begin(_ request: ResourceRequest) throws -> ResourceReply {
    let body = try request.object()
    // Before a code is used up for nothing.
    _ = try cookie(body, request)
    if let challenge = body["challenge"]?.string {
      return try challenges.answer(challenge, body, request)
    }
    return body["register"] == .bool(true)
      ? try signUp.begin(body, request) : try signIn(body, request)
  }

  /// Replaces the token of the session, sets another password, or redeems a code.
  func put(_ request: ResourceRequest) throws -> ResourceReply {
    let body = try request.objectIfAny()
    if body["oldPassword"] != nil { return try signUp.changePassword(body, request) }
    return body["code"] == nil ? try renew(request) : try signUp.redeem(body, request)
  }

  /// Answers the sender's session.
  func show(_ request: ResourceRequest) throws -> ResourceReply {
    let (user, session) = try request.signedIn()
    let own = try store.accounts.sessions(of: user).first { $0.id == session }
    guard let own else { throw ResourceProblem.unknownToken }
    return ResourceReply.privately(.ok, own.json(isPresent: true))
  }

  /// Answers all sessions of the sender.
  func list(_ request: ResourceRequest) throws -> ResourceReply {
    let (user, present) = try request.signedIn()
    let all = try store.accounts.sessions(of: user).filter { $0.expires > request.now }
    let list = all.map { $0.json(isPresent: $0.id == present) }
    return ResourceReply.privately(.ok, .members([("data", .list(list))]))
  }

  /// Ends all sessions of the sender.
  func endAll(_ request: ResourceRequest) throws -> ResourceReply {
    let user = try request.signedIn().0
    try store.accounts.endSessions(of: user)
    people.audit(PeopleEvent(kind: .signedOut, user: user))
    return signedOut(request)
  }

  /// Ends a session of the sender.
  func end(_ session: String, _ request: ResourceRequest) throws -> ResourceReply {
    let user = try request.signedIn().0
    guard try store.accounts.endSession(session, of: user) else {
      throw StoreError(.notFound, "there is no session \(session.prefix(60))")
    }
    people.audit(PeopleEvent(kind: .signedOut, user: user, session: session))
    return session == request.caller.principal?.session
      ? signedOut(request) : ResourceReply(.noContent)
  }

  /// The answer to the end of the sender's session, whose cookie is removed.
  private func signedOut(_ request: ResourceRequest) -> ResourceReply {
    var reply = ResourceReply(.noContent)
    if let cookie = people.cookie, Senders.cookieToken(of: request, people) != nil {
      reply.fields.append(FieldName(.setCookie), cookie.removing)
    }
    return reply
  }

  private func signIn(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let address = try Self.address(body)
    let password = body["password"]?.string ?? ""
    try people.attempts.spend(request)
    let user = try context.senders.record(of: PeopleTypes.users, with: "email", address)
    let hash = try user.flatMap { try store.accounts.password(of: $0.id) }
    // A password that is too long is not hashed at all, whatever the account.
    guard password.utf8.count <= PasswordHash.lengths.upperBound,
      try PasswordHash.matches(password, hash, people.scrypt), let user
    else {
      throw ResourceProblem(
        .rights,
        "the address or the password is wrong; expected those of an account"
      )
    }
    if hash.flatMap(PasswordHash.init)?.isMade(with: people.scrypt) == false {
      try store.accounts.setPassword(PasswordHash(password, people.scrypt).text, of: user.id)
    }
    return try begin(user, body, request, .ok)
  }

  /// Begins a session, and answers its token; for a user with a second factor, it asks for that first.
  func begin(
    _ user: Resource,
    _ body: DataDictionary,
    _ request: ResourceRequest,
    _ status: Status
  ) throws -> ResourceReply {
    if !user.isLockedUser, try store.accounts.secondFactor(of: user.id)?.isConfirmed == true {
      // The attempt is given back with the second step.
      throw try challenges.askForSecondFactor(of: user.id, body, request)
    }
    return try open(user, body, request, status)
  }

  /// Begins a session of a user whose every factor was proven, and answers its token.
  func open(
    _ user: Resource,
    _ body: DataDictionary,
    _ request: ResourceRequest,
    _ status: Status
  ) throws -> ResourceReply {
    people.attempts.giveBack(request)
    guard !user.isLockedUser else { throw ResourceProblem.lockedAccount }
    let cookie = try cookie(body, request)
    let device = try device(body["device"], of: user.id, request)
    let token = IssuedSecret(.session)
    let id = context.memory.newID("session", at: request.now)
    let session = Session(
      id.text,
      of: user.id,
      device: device,
      created: request.now,
      rotated: request.now,
      expires: request.now.advanced(byMilliseconds: people.sessionSeconds * 1_000),
      digest: token.digest
    )
    try store.accounts.add(session)
    people.audit(PeopleEvent(kind: .signedIn, user: user.id, session: session.id))
    return try answer(session, token.text, in: cookie, user, status)
  }

  /// The cookie for the token, if a body asks for one.
  private func cookie(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> SessionCookie? {
    guard body["cookie"] == .bool(true) else { return nil }
    guard let cookie = people.cookie else {
      throw ResourceProblem(.closed, "no session is kept in a cookie here")
    }
    // Another page could make the browser sign in to an account of its own.
    try SessionCookie.checkOwn(request)
    return cookie
  }

  /// Replaces the token of the session, which lasts longer by that.
  func renew(_ request: ResourceRequest) throws -> ResourceReply {
    let (user, id) = try request.signedIn()
    let kept = Senders.cookieToken(of: request, people)
    guard let token = kept ?? Senders.token(request.fields),
      let resource = try store.resource(user, withDeleted: false),
      var session = try store.accounts.sessions(of: user).first(where: { $0.id == id })
    else { throw ResourceProblem.unknownToken }
    let issued = IssuedSecret(.session)
    session.digest = issued.digest
    session.rotated = request.now
    session.expires = request.now.advanced(byMilliseconds: people.sessionSeconds * 1_000)
    guard try store.accounts.rotate(session, from: IssuedSecret.digest(of: token)) else {
      throw ResourceProblem(
        .renewed,
        "the token was replaced already; expected the one that replaced it"
      )
    }
    let cookie = kept == nil ? nil : people.cookie
    return try answer(session, issued.text, in: cookie, resource, .ok)
  }

  /// - Parameter cookie: the cookie in which the token is sent, and then not in the body.
  private func answer(
    _ session: Session,
    _ token: String,
    in cookie: SessionCookie?,
    _ user: Resource,
    _ status: Status
  ) throws -> ResourceReply {
    let type = store.types[PeopleTypes.users]
    let shown = type.flatMap { RecordAccess(Principal(user.id), to: $0).shown(user) }
    let text = user.attributes["displayName"] ?? .null
    var members: [(String, DataValue)] = [
      ("expires", .text(session.expires.description)), ("session", session.json(isPresent: true)),
      ("user", shown?.json() ?? .null),
      // The names of DreamFactory's apps.
      ("id", .text(user.id.text)), ("email", user.attributes["email"] ?? .null),
      ("display_name", text),
    ]
    guard let cookie else {
      members.insert(("token", .text(token)), at: 0)
      members.append(("session_id", .text(token)))
      return ResourceReply.privately(status, .members(members))
    }
    var reply = ResourceReply.privately(status, .members(members))
    let seconds = session.expires.seconds - session.rotated.seconds
    reply.fields.append(FieldName(.setCookie), cookie.setting(token, seconds: seconds))
    return reply
  }

  /// Returns the id of the device that a body describes, which is made if it is new.
  private func device(
    _ value: DataValue?,
    of user: ResourceID,
    _ request: ResourceRequest
  ) throws -> String? {
    guard var attributes = value?.dictionary else { return nil }
    attributes = attributes.setting("user", .text(user.text))
    let known = attributes["uuid"]?.string.flatMap(ResourceID.init)
    let action: ResourceWrite.Action =
      try known.flatMap { try store.resource($0, withDeleted: false) } == nil
      ? .create(type: PeopleTypes.devices, nil, attributes)
      : known.map { .update($0, .merge(attributes)) }
        ?? .create(type: PeopleTypes.devices, nil, attributes)
    var write = ResourceWrite(action)
    write.principal = Principal(user)
    write.owner = user.text
    guard
      case .done(let results) = try context.before.perform(
        WriteBatch([write], by: .user(user)),
        at: request.now
      ),
      let result = results.first
    else { return nil }
    context.notices.announce(results)
    return try result.get().resource.id.text
  }

  /// The e-mail address of a body, in the canonical spelling of accounts.
  static func address(_ body: DataDictionary) throws(ResourceProblem) -> String {
    let text = (body["email"]?.string ?? "").lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else {
      throw ResourceProblem.invalid([
        ValidationError("email", .pattern, "is no address; expected one such as ann@example.com")
      ])
    }
    return text
  }

}

extension Session {
  fileprivate func json(isPresent: Bool) -> DataValue {
    .members([
      ("uuid", .text(id)), ("user", .text(user.text)),
      ("device", device.map { .text($0) } ?? .null), ("created", .text(created.description)),
      ("renewed", .text(rotated.description)), ("expires", .text(expires.description)),
      ("isPresent", .bool(isPresent)),
    ])
  }
}
