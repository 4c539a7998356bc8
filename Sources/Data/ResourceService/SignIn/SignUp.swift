// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// If messages can be sent, an account is made only when its address is confirmed, and all answers
// before that are the same: so nobody can find out who has an account, take another person's
// address, or choose a password for it. A confirmation needs the code of the message and the
// password.

/// Makes accounts, and sets their passwords.
struct SignUp: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }
  private var sessions: Sessions { Sessions(context: context, people: people) }

  /// Signs somebody up.
  func begin(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    guard people.allowsSignUp else {
      throw ResourceProblem(.closed, "nobody may sign up here")
    }
    let address = try Sessions.address(body)
    let password = try Self.newPassword(body)
    // An account that no message confirms costs nothing but this.
    if people.mail == nil { try people.signUps.spend(request) }
    try people.attempts.spend(request)
    let hash = try PasswordHash(password, people.scrypt)
    let attributes = Self.attributes(of: body).setting("email", .text(address))
    let isTaken = try context.senders.record(of: PeopleTypes.users, with: "email", address) != nil
    guard let mail = people.mail else {
      guard !isTaken else {
        throw ResourceProblem.invalid([
          ValidationError("email", .unique, "is that of another account; expected one of none")
        ])
      }
      let user = try create(attributes, hash.text, request)
      return try sessions.begin(user, body, request, .created)
    }
    let content: DataValue = .members([
      ("attributes", DataValue(.dictionary(attributes))), ("hash", .text(hash.text)),
    ])
    // The code is made for a taken address too, so that both take the same time.
    let seconds = people.codeSeconds
    let code = try store.issue(.confirm, nil, content, seconds: seconds, at: request.now)
    try mail(
      PeopleMail(
        kind: isTaken ? .taken : .confirm,
        address: address,
        code: isTaken ? nil : code.text,
        expires: code.expires
      )
    )
    return Self.isSent
  }

  /// Sends a code that sets another password, if an account has the address.
  func sendReset(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    guard let mail = people.mail else {
      throw ResourceProblem(.closed, "no messages are sent from here")
    }
    let address = try Sessions.address(body)
    try people.attempts.spend(request)
    let user = try context.senders.record(of: PeopleTypes.users, with: "email", address)
    let seconds = people.codeSeconds
    let code = try store.issue(.reset, user?.id, .null, seconds: seconds, at: request.now)
    if user != nil {
      try mail(PeopleMail(kind: .reset, address: address, code: code.text, expires: code.expires))
    }
    return Self.isSent
  }

  /// Redeems a code, and begins a session.
  func redeem(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let password = try Self.newPassword(body)
    try people.attempts.spend(request)
    let code = try store.accounts.takeCode(IssuedSecret.digest(of: body["code"]?.string ?? ""))
    guard let code, code.expires > request.now else { throw Self.unknownCode }
    let user: Resource
    switch code.purpose {
    case .confirm:
      let content = try DataValue(reading: code.content.span, as: .json)
      let hash = content["hash"]?.string ?? ""
      // The person who has chosen the password and the reader of the messages must be the same.
      guard try PasswordHash.matches(password, hash, people.scrypt),
        let attributes = content["attributes"]?.dictionary,
        let address = attributes["email"]?.string,
        try context.senders.record(of: PeopleTypes.users, with: "email", address) == nil
      else { throw Self.unknownCode }
      user = try create(attributes, hash, request)
    case .signIn, .secondFactor, .mailedCode: throw Self.unknownCode
    case .reset:
      guard let found = try code.user.flatMap({ try store.resource($0, withDeleted: false) }) else {
        throw Self.unknownCode
      }
      user = found
      try store.accounts.setPassword(PasswordHash(password, people.scrypt).text, of: user.id)
      // Sessions that began with the old password end.
      try store.accounts.endSessions(of: user.id)
      people.audit(PeopleEvent(kind: .changedPassword, user: user.id))
    }
    return try sessions.begin(user, body, request, code.purpose == .confirm ? .created : .ok)
  }

  /// Sets another password of the sender, who knows the present one; all its other sessions end.
  func changePassword(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let (user, present) = try request.signedIn()
    let password = try Self.newPassword(body)
    try UserErasure(context: context, people: people).prove(user, by: body["oldPassword"], request)
    try store.accounts.setPassword(PasswordHash(password, people.scrypt).text, of: user)
    for session in try store.accounts.sessions(of: user) where session.id != present {
      _ = try store.accounts.endSession(session.id, of: user)
    }
    people.audit(PeopleEvent(kind: .changedPassword, user: user, session: present))
    return try sessions.renew(request)
  }

  private static var unknownCode: ResourceProblem {
    ResourceProblem(
      .badCode,
      "the code is not known, was used or has expired, or the password is not the one chosen with it"
    )
  }

  /// The answer to a request for a message, the same whether an account exists or not.
  private static var isSent: ResourceReply { .privately(.accepted, ["status": "sent"]) }

  /// Creates a user, which belongs to itself, with those of the given attributes that it may set.
  ///
  /// - Parameter hash: the hash of the password; `nil` for a user without one.
  func create(
    _ attributes: DataDictionary,
    _ hash: String?,
    _ request: ResourceRequest
  ) throws -> Resource {
    guard let type = store.types[PeopleTypes.users] else {
      throw StoreError.unknownType(PeopleTypes.users, among: store.types)
    }
    let id = context.memory.newID(type.prefix, at: request.now)
    let draft = Resource(
      id,
      of: type.name,
      version: 0,
      created: request.now,
      updated: request.now,
      attributes
    )
    let settable = RecordAccess(Principal(id), to: type).scope(.update, of: draft)
    let own = attributes.keeping { $0 == "email" || settable.includes($0) }
    var write = ResourceWrite(.create(type: type.name, id, own))
    write.owner = id.text
    guard
      case .done(let results) = try context.before.perform(
        WriteBatch([write], by: .user(id)),
        at: request.now
      ),
      let user = try results.first?.get().resource
    else { throw StoreError(.damaged, "the user was not created") }
    if let hash { try store.accounts.setPassword(hash, of: id) }
    context.notices.announce(results)
    people.audit(PeopleEvent(kind: .signedUp, user: id))
    return user
  }

  /// The attributes of a new user in a body; the names of DreamFactory's apps are understood, too.
  private static func attributes(of body: DataDictionary) -> DataDictionary {
    let older = [
      "first_name": "firstName", "last_name": "lastName", "display_name": "displayName",
    ]
    let others: Set = ["password", "register", "device", "code", "uuid", "email", "cookie"]
    return body.members.reduce(into: DataDictionary()) { attributes, member in
      guard !others.contains(member.key) else { return }
      attributes = attributes.setting(older[member.key] ?? member.key, member.value)
    }
  }

  private static func newPassword(_ body: DataDictionary) throws(ResourceProblem) -> String {
    let password = body["password"]?.string ?? ""
    let count = password.utf8.count
    guard PasswordHash.lengths.contains(count) else {
      let (least, most) = (PasswordHash.lengths.lowerBound, PasswordHash.lengths.upperBound)
      throw ResourceProblem.invalid([
        ValidationError(
          "password",
          .length,
          "has \(count) bytes; expected \(least) to \(most)"
        )
      ])
    }
    return password
  }
}
