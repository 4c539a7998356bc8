// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// A sign-in of several steps goes on with a challenge: a secret that the client got with the first step, and
// without which the code of the second one is worth nothing. `POST /session` with both completes it. A
// challenge has a few tries; a try that is wrong counts for the client's address, and for the user.

/// Continues sign-ins of several steps.
struct Challenges: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }
  private var sessions: Sessions { Sessions(context: context, people: people) }

  /// The wrong codes with which a challenge ends.
  private static let mostTries = 5
  /// The digits of a code that is sent to an address.
  private static let mailDigits = 8

  /// Sends a code with which a user signs in, if an account has the address: `POST /session:code`.
  func sendCode(
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    guard let mail = people.mail, people.mailsCodes else {
      throw ResourceProblem(.closed, "nobody signs in by a code of a message here")
    }
    let address = try Sessions.address(body)
    try people.attempts.spend(request)
    let user = try context.senders.record(of: PeopleTypes.users, with: "email", address)
    let code = (0..<Self.mailDigits).map { _ in String(Int.random(in: 0...9)) }.joined()
    // There is a challenge for an address without an account, too, so that both take the same time.
    let challenge = try store.issue(
      .mailedCode,
      user?.id,
      [
        "device": body["device"] ?? .null,
        "code": .text(Hexadecimal.text(IssuedSecret.digest(of: code))),
      ],
      seconds: people.mailedCodeSeconds,
      at: request.now
    )
    if user != nil {
      try mail(PeopleMail(kind: .code, address: address, code: code, expires: challenge.expires))
    }
    return ResourceReply.privately(
      .accepted,
      [
        "status": "sent", "challenge": .text(challenge.text),
        "expires": .text(challenge.expires.description),
      ]
    )
  }

  /// Asks a user with a second factor for a code of it.
  func askForSecondFactor(
    of user: ResourceID,
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceProblem {
    let challenge = try store.issue(
      .secondFactor,
      user,
      ["device": body["device"] ?? .null],
      seconds: people.challengeSeconds,
      at: request.now
    )
    return ResourceProblem.secondFactor(challenge.text, until: challenge.expires)
  }

  /// Completes a sign-in whose first step was answered with a challenge.
  func answer(
    _ challenge: String,
    _ body: DataDictionary,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    try people.attempts.spend(request)
    let code = try store.accounts.takeCode(IssuedSecret.digest(of: challenge))
    guard let code, [.secondFactor, .mailedCode].contains(code.purpose), code.expires > request.now
    else {
      throw ResourceProblem(
        .badCode,
        "the challenge is not known, was used or has expired; expected a sign-in from its beginning"
      )
    }
    let content =
      try DataValue(reading: code.content.span, as: .json).dictionary ?? DataDictionary()
    let text = body["code"]?.string ?? ""
    do {
      let user = try code.user.flatMap { try store.resource($0, withDeleted: false) }
      let own = DataDictionary(unique: [
        .init("device", content["device"] ?? .null), .init("cookie", body["cookie"] ?? false),
      ])
      guard code.purpose == .secondFactor else {
        let digest = Hexadecimal.text(IssuedSecret.digest(of: SecondFactors.normalized(text)))
        let isRight = ConstantTime.areEqual(
          Array(digest.utf8),
          Array((content["code"]?.string ?? "").utf8)
        )
        guard isRight, let user else { throw ResourceProblem.wrongCode }
        return try sessions.begin(user, own, request, .ok)
      }
      guard let user, let factor = try store.accounts.secondFactor(of: user.id), factor.isConfirmed
      else {
        throw ResourceProblem.wrongCode
      }
      try SecondFactors(context: context, people: people).prove(text, factor, of: user.id, request)
      // The first step has counted, too.
      people.attempts.giveBack(request)
      return try sessions.open(user, own, request, .ok)
    } catch let problem as ResourceProblem where problem.code == .badCode {
      try keep(code, content)
      throw problem
    }
  }

  /// Keeps a challenge for another try, unless it had enough of them.
  private func keep(_ challenge: OneTimeCode, _ content: DataDictionary) throws {
    let tries = (content["tries"]?.integer ?? 0) + 1
    guard tries < Self.mostTries else { return }
    let content = DataValue(.dictionary(content.setting("tries", .integer(tries))))
    try store.accounts.add(
      OneTimeCode(
        challenge.purpose,
        challenge.digest,
        of: challenge.user,
        JSONWriter().bytes(of: content),
        expires: challenge.expires
      )
    )
  }
}

extension ResourceStore {
  /// Keeps a code by which a sign-in or a sign-up goes on once, within some seconds; returns its text.
  func issue(
    _ purpose: OneTimeCode.Purpose,
    _ user: ResourceID?,
    _ content: DataValue,
    seconds: Int64,
    at now: Timestamp
  ) throws -> (text: String, expires: Timestamp) {
    let secret = IssuedSecret(.code)
    let expires = now.advanced(byMilliseconds: seconds * 1_000)
    let bytes = try JSONWriter().bytes(of: content)
    try accounts.add(OneTimeCode(purpose, secret.digest, of: user, bytes, expires: expires))
    return (secret.text, expires)
  }
}
