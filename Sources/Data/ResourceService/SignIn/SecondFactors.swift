// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

// `POST /users/{id}/_second-factor` begins an enrolment with a secret for an authenticator app, and `PUT`
// confirms it with a code of the app. From then on each sign-in of the user, in whatever way it begins, is
// answered with a challenge that a code completes.

extension ResourceService {
  /// The name of a user's second factor: `/users/{id}/_second-factor`.
  package static let secondFactorName = "_second-factor"
  private static let recoveryCodes = 10

  /// Whether the rest of a user's path names the second factor.
  static func isSecondFactorPath(_ path: [String]) -> Bool {
    path.count == 3 && path[0] == PeopleTypes.users && path[2] == secondFactorName
  }

  /// Shows, begins, confirms or removes the second factor of a user.
  ///
  /// Others than the user may see and remove it: those who may delete the user, and senders that are exempt
  /// from rules.
  func secondFactor(
    of id: ResourceID,
    as type: ResourceType,
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws -> ResourceReply {
    let user = try managedUser(id, as: type, request)
    let isOwn = request.caller.principal?.user == id
    switch request.method {
    case .get:
      let factor = try store.secondFactor(of: id).flatMap { $0.isConfirmed ? $0 : nil }
      return Self.privately(
        .ok,
        [
          "isEnabled": .bool(factor != nil),
          "recoveryCodes": .integer(Int64(factor?.recoveryCodes ?? 0)),
        ]
      )
    case .post where isOwn: return try beginSecondFactor(of: user, request, people)
    case .put where isOwn: return try confirmSecondFactor(of: id, request, people)
    case .post, .put:
      throw ResourceProblem.rules(
        .forbidden,
        "\(id) is somebody else; expected the user itself, who has the app"
      )
    case .delete:
      if isOwn, let factor = try store.secondFactor(of: id), factor.isConfirmed {
        let body = try request.objectIfAny()
        try spend(request, people)
        try prove(body["code"]?.string ?? "", factor, of: id, request, people)
        people.attempts.giveBack(Self.client(request), at: request.now)
      }
      guard try store.removeSecondFactor(of: id) else {
        throw ResourceProblem(.notFound, .notFound, "\(id) has no second factor")
      }
      people.audit(
        PeopleEvent(
          kind: .removedSecondFactor,
          user: id,
          session: request.caller.principal?.session
        )
      )
      return ResourceReply(.noContent)
    default: throw ResourceProblem.noMethod(["GET", "HEAD", "POST", "PUT", "DELETE"])
    }
  }

  /// Answers a new secret, which counts once it is confirmed.
  private func beginSecondFactor(
    of user: Resource,
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws -> ResourceReply {
    if try store.password(of: user.id) != nil {
      let body = try request.objectIfAny()
      try prove(user.id, by: body["password"], request, people)
    }
    let secret = [UInt8].random(count: TimeBasedCode.secretBytes)
    let sealed = try people.keys().sealed(secret, of: user.id)
    guard try store.beginSecondFactor(sealed, of: user.id) else {
      throw ResourceProblem(
        .conflict,
        .known,
        "the user has a second factor; expected its removal first"
      )
    }
    let code = TimeBasedCode(secret)
    let account = user.attributes["email"]?.string ?? user.id.text
    return Self.privately(
      .created,
      [
        "secret": .text(code.secretText),
        "url": .text(code.address(of: account, at: people.name)),
      ]
    )
  }

  private func confirmSecondFactor(
    of id: ResourceID,
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws -> ResourceReply {
    let text = Self.normalized(try request.object()["code"]?.string ?? "")
    try spend(request, people)
    guard let factor = try store.secondFactor(of: id), !factor.isConfirmed else {
      throw ResourceProblem(
        .conflict,
        .known,
        "no second factor waits to be confirmed; expected POST first"
      )
    }
    let secret = try people.keys().opened(factor.secret, of: id)
    guard let step = TimeBasedCode(secret).step(of: text, at: request.now) else {
      throw Self.wrongCode
    }
    let codes = (0..<Self.recoveryCodes).map { _ in RecoveryCode() }
    guard
      try store.confirmSecondFactor(
        factor.secret,
        of: id,
        by: step,
        at: request.now,
        recovery: codes.map(\.digest)
      )
    else { throw Self.wrongCode }
    people.attempts.giveBack(Self.client(request), at: request.now)
    people.audit(
      PeopleEvent(
        kind: .addedSecondFactor,
        user: id,
        session: request.caller.principal?.session
      )
    )
    return Self.privately(.ok, ["recoveryCodes": .texts(codes.map(\.text))])
  }

  /// Throws unless a text is a code of the user's app that was not used yet, or a recovery code.
  func prove(
    _ text: String,
    _ factor: SecondFactor,
    of user: ResourceID,
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws {
    if let seconds = people.codeAttempts.take(user.text, at: request.now) {
      throw ResourceProblem.tooMany(seconds)
    }
    let text = Self.normalized(text)
    let isRight: Bool
    if TimeBasedCode.isCode(text) {
      let secret = try people.keys().opened(factor.secret, of: user)
      let step = TimeBasedCode(secret).step(of: text, at: request.now)
      isRight = try step.map { try store.takeStep($0, of: user) } ?? false
    } else {
      isRight = try store.takeRecoveryCode(IssuedSecret.digest(of: text), of: user)
      if isRight { people.audit(PeopleEvent(kind: .usedRecoveryCode, user: user)) }
    }
    guard isRight else { throw Self.wrongCode }
    people.codeAttempts.giveBack(user.text, at: request.now)
  }

  /// A code without what people put between its parts.
  static func normalized(_ code: String) -> String {
    code.filter { $0 != " " && $0 != "-" }.uppercased()
  }

  static var wrongCode: ResourceProblem {
    ResourceProblem(
      .unprocessableContent,
      .badCode,
      "the code is wrong, or was used before; expected the present one of the app, or a recovery code"
    )
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
