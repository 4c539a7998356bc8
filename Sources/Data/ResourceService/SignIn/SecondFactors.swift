// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// `POST /users/{id}/_second-factor` begins an enrolment with a secret for an authenticator app, and `PUT`
// confirms it with a code of the app. From then on each sign-in of the user, in whatever way it begins, is
// answered with a challenge that a code completes.

/// Shows, begins, confirms, removes and proves second factors.
package struct SecondFactors: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }

  /// The name of a user's second factor: `/users/{id}/_second-factor`.
  package static let name = "_second-factor"
  private static let recoveryCodes = 10

  /// Tells whether a user has a second factor. Those may see and remove it who may delete the user, too, and
  /// senders that are exempt from rules.
  func show(_ user: Resource) throws -> ResourceReply {
    let factor = try store.accounts.secondFactor(of: user.id).flatMap { $0.isConfirmed ? $0 : nil }
    return ResourceReply.privately(
      .ok,
      [
        "isEnabled": .bool(factor != nil),
        "recoveryCodes": .integer(Int64(factor?.recoveryCodes ?? 0)),
      ]
    )
  }

  func remove(of user: Resource, _ request: ResourceRequest) throws -> ResourceReply {
    let (id, principal) = (user.id, request.caller.principal)
    if principal?.user == id, let factor = try store.accounts.secondFactor(of: id),
      factor.isConfirmed
    {
      let body = try request.objectIfAny()
      try people.attempts.spend(request)
      try prove(body["code"]?.string ?? "", factor, of: id, request)
      people.attempts.giveBack(request)
    }
    guard try store.accounts.removeSecondFactor(of: id) else {
      throw ResourceProblem(.notFound, "\(id) has no second factor")
    }
    people.audit(PeopleEvent(kind: .removedSecondFactor, user: id, session: principal?.session))
    return ResourceReply(.noContent)
  }

  private func checkOwn(_ user: Resource, _ request: ResourceRequest) throws(ResourceProblem) {
    guard request.caller.principal?.user == user.id else {
      throw ResourceProblem(
        .rights,
        "\(user.id) is somebody else; expected the user itself, who has the app",
        status: .forbidden
      )
    }
  }

  /// Answers a new secret, which counts once it is confirmed.
  func begin(of user: Resource, _ request: ResourceRequest) throws -> ResourceReply {
    try checkOwn(user, request)
    if try store.accounts.password(of: user.id) != nil {
      let body = try request.objectIfAny()
      try UserErasure(context: context, people: people).prove(
        user.id,
        by: body["password"],
        request
      )
    }
    let secret = [UInt8].random(count: TimeBasedCode.secretBytes)
    let sealed = try people.keys().sealed(secret, of: user.id)
    guard try store.accounts.beginSecondFactor(sealed, of: user.id) else {
      throw ResourceProblem(.known, "the user has a second factor; expected its removal first")
    }
    let code = TimeBasedCode(secret)
    let account = user.attributes["email"]?.string ?? user.id.text
    return ResourceReply.privately(
      .created,
      [
        "secret": .text(code.secretText),
        "url": .text(code.address(of: account, at: people.name)),
      ]
    )
  }

  func confirm(of user: Resource, _ request: ResourceRequest) throws -> ResourceReply {
    try checkOwn(user, request)
    let id = user.id
    let text = Self.normalized(try request.object()["code"]?.string ?? "")
    try people.attempts.spend(request)
    guard let factor = try store.accounts.secondFactor(of: id), !factor.isConfirmed else {
      throw ResourceProblem(.known, "no second factor waits to be confirmed; expected POST first")
    }
    let secret = try people.keys().opened(factor.secret, of: id)
    guard let step = TimeBasedCode(secret).step(of: text, at: request.now) else {
      throw ResourceProblem.wrongCode
    }
    let codes = (0..<Self.recoveryCodes).map { _ in RecoveryCode() }
    guard
      try store.accounts.confirmSecondFactor(
        factor.secret,
        of: id,
        by: step,
        at: request.now,
        recovery: codes.map(\.digest)
      )
    else { throw ResourceProblem.wrongCode }
    people.attempts.giveBack(request)
    people.audit(
      PeopleEvent(
        kind: .addedSecondFactor,
        user: id,
        session: request.caller.principal?.session
      )
    )
    return ResourceReply.privately(.ok, ["recoveryCodes": .texts(codes.map(\.text))])
  }

  /// Throws unless a text is a code of the user's app that was not used yet, or a recovery code.
  func prove(
    _ text: String,
    _ factor: SecondFactor,
    of user: ResourceID,
    _ request: ResourceRequest
  ) throws {
    if let seconds = people.codeAttempts.take(user.text, at: request.now) {
      throw ResourceProblem.tooMany(seconds)
    }
    let text = Self.normalized(text)
    let isRight: Bool
    if TimeBasedCode.isCode(text) {
      let secret = try people.keys().opened(factor.secret, of: user)
      let step = TimeBasedCode(secret).step(of: text, at: request.now)
      isRight = try step.map { try store.accounts.takeStep($0, of: user) } ?? false
    } else {
      isRight = try store.accounts.takeRecoveryCode(IssuedSecret.digest(of: text), of: user)
      if isRight { people.audit(PeopleEvent(kind: .usedRecoveryCode, user: user)) }
    }
    guard isRight else { throw ResourceProblem.wrongCode }
    people.codeAttempts.giveBack(user.text, at: request.now)
  }

  /// A code without what people put between its parts.
  static func normalized(_ code: String) -> String {
    code.filter { $0 != " " && $0 != "-" }.uppercased()
  }

}

/// A code with which a user signs in whose authenticator app is lost, once.
struct RecoveryCode {
  /// The code as it is shown: `ABCD-EFGH-IJKL-MNOP`.
  let text: String
  let digest: [UInt8]

  init() {
    let letters = Base32.text([UInt8].random(count: 10))
    digest = IssuedSecret.digest(of: letters)
    let parts = stride(from: 0, to: letters.count, by: 4).map { letters.dropFirst($0).prefix(4) }
    text = parts.joined(separator: "-")
  }
}
