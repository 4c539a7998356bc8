// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Testing

@Suite struct `Second factors of users` {
  private static let path = "/v1/users/me/_second-factor"

  /// The bytes of a text in Base32.
  private static func bytes(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for letter in text {
      guard let value = alphabet.firstIndex(of: letter) else { return [] }
      (bits, count) = (bits << 5 | UInt32(value), count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// A user with an authenticator app, and the time of the service.
  private final class Enrolled {
    let people: PeopleUnderTest
    let token: String
    let app: TimeBasedCode
    let recovery: [String]
    var now = StoreSamples.now

    /// Signs up, enrols, and waits until another code is due.
    init() throws {
      people = try PeopleUnderTest()
      token = try people.signUp("ann")
      let begun = try people.send(.post, path, as: token, ["password": "ann's password"])
      #expect(begun.status == 201 && begun.fields["cache-control"] == "no-store")
      app = TimeBasedCode(bytes(begun.json["secret"]?.string ?? ""))
      let code = app.code(at: now)
      let confirmed = try people.send(.put, path, as: token, ["code": .text(code)])
      #expect(confirmed.status == 200, "\(confirmed.json)")
      recovery = confirmed.json["recoveryCodes"]?.elements?.compactMap(\.string) ?? []
      advance(30)
    }

    func advance(_ seconds: Int64) {
      now = now.advanced(byMilliseconds: seconds * 1_000)
      people.service.advance(bySeconds: seconds)
    }

    var code: String { app.code(at: now) }

    /// Signs in by the password; returns the challenge.
    func challenge(from address: String = "192.0.2.1") throws -> String {
      let reply = try people.signIn("ann", from: address)
      #expect(reply.status == 401 && reply.json["code"] == "second-factor", "\(reply.json)")
      #expect(reply.json["token"] == nil && reply.fields["cache-control"] == "no-store")
      return reply.json["challenge"]?.string ?? ""
    }

    func answer(
      _ challenge: String,
      _ code: String,
      from address: String = "192.0.2.1"
    ) throws -> Reply {
      let body: DataValue = ["challenge": .text(challenge), "code": .text(code)]
      return try people.send(.post, "/v1/session", as: nil, body, from: address)
    }
  }

  /// The examples of RFC 6238, whose last six digits are these.
  @Test(
    arguments: [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
      (1_234_567_890, "005924"),
      (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ] as [(Int64, String)]
  )
  func `A code is that of RFC 6238`(seconds: Int64, code: String) {
    let secret = Array("12345678901234567890".utf8)
    #expect(TimeBasedCode(secret).code(at: Timestamp(milliseconds: seconds * 1_000)) == code)
  }

  @Test func `An enrolment counts once a code of the app confirms it`() throws {
    let people = try PeopleUnderTest { $0.name = "Flower Shop" }
    let token = try people.signUp("ann")
    func state() throws -> DataValue { try people.send(.get, Self.path, as: token).json }
    #expect(try people.send(.put, Self.path, as: token, ["code": "123456"]).status == 409)
    #expect(try people.send(.post, Self.path, as: token, ["password": "wrong"]).status == 403)
    let begun = try people.send(.post, Self.path, as: token, ["password": "ann's password"])
    let secret = try #require(begun.json["secret"]?.string)
    #expect(
      begun.json["url"]?.string
        == "otpauth://totp/Flower%20Shop:ann%40example.com?secret=\(secret)&issuer=Flower%20Shop"
    )
    #expect(try people.signIn("ann").status == 200)
    #expect(try state() == ["isEnabled": false, "recoveryCodes": 0])
    #expect(try people.send(.put, Self.path, as: token, ["code": "000000"]).status == 422)
    let code = TimeBasedCode(Self.bytes(secret)).code(at: StoreSamples.now)
    let confirmed = try people.send(.put, Self.path, as: token, ["code": .text(code)])
    let codes = confirmed.json["recoveryCodes"]?.elements?.compactMap(\.string) ?? []
    #expect(confirmed.status == 200 && Set(codes).count == 10)
    #expect(codes.allSatisfy { $0.wholeMatch(of: /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/) != nil })
    #expect(try state() == ["isEnabled": true, "recoveryCodes": 10])
    #expect(people.events.contains(.addedSecondFactor))
    let again = try people.send(.post, Self.path, as: token, ["password": "ann's password"])
    #expect(again.status == 409)
    #expect(try people.signIn("ann").status == 401)
    // The code that has confirmed it opens no session.
    let challenge = try people.signIn("ann").json["challenge"]?.string ?? ""
    let body: DataValue = ["challenge": .text(challenge), "code": .text(code)]
    #expect(try people.send(.post, "/v1/session", as: nil, body).status == 422)
  }

  @Test func `A sign-in is completed by a code, which works once`() throws {
    let ann = try Enrolled()
    let challenge = try ann.challenge()
    let signed = try ann.answer(challenge, ann.code)
    #expect(signed.status == 200, "\(signed.json)")
    #expect(try ann.people.id(of: signed.json["token"]?.string ?? "") != "")
    #expect(try ann.answer(challenge, ann.code).json["code"] == "bad-code")
    let next = try ann.challenge()
    #expect(try ann.answer(next, ann.code).status == 422)
    ann.advance(30)
    #expect(try ann.answer(next, ann.code).status == 200)
    let late = try ann.challenge()
    let old = ann.code
    ann.advance(90)
    #expect(try ann.answer(late, old).status == 422)
  }

  @Test func `A clock may differ by half a minute`() throws {
    let ann = try Enrolled()
    ann.advance(60)
    let slow = ann.app.code(at: ann.now.advanced(byMilliseconds: -30_000))
    #expect(try ann.answer(try ann.challenge(), slow).status == 200)
    let fast = ann.app.code(at: ann.now.advanced(byMilliseconds: 30_000))
    #expect(try ann.answer(try ann.challenge(), fast).status == 200)
    // The present code is older than the one that was used.
    #expect(try ann.answer(try ann.challenge(), ann.code).status == 422)
  }

  @Test func `A recovery code completes a sign-in once, however it is written`() throws {
    let ann = try Enrolled()
    let written = ann.recovery[0].lowercased().replacing("-", with: " ")
    #expect(try ann.answer(try ann.challenge(), written).status == 200)
    #expect(ann.people.events.contains(.usedRecoveryCode))
    #expect(try ann.answer(try ann.challenge(), ann.recovery[0]).status == 422)
    let state = try ann.people.send(.get, Self.path, as: ann.token).json
    #expect(state["recoveryCodes"] == 9)
  }

  @Test func `A challenge ends with its fifth wrong code, or after its time`() throws {
    let ann = try Enrolled()
    let challenge = try ann.challenge()
    for _ in 0..<4 { #expect(try ann.answer(challenge, "abcdef").status == 422) }
    #expect(try ann.answer(challenge, "000000").status == 422)
    let refused = try ann.answer(challenge, ann.code)
    #expect(refused.json["detail"]?.string?.contains("the challenge is not known") == true)
    let late = try ann.challenge(from: "192.0.2.2")
    ann.advance(301)
    #expect(try ann.answer(late, ann.code, from: "192.0.2.2").status == 422)
  }

  @Test func `Wrong codes are limited for an address, and for a user at all addresses`() throws {
    let ann = try Enrolled()
    var statuses: [Int] = []
    for number in 0..<11 {
      let address = "198.51.100.\(number)"
      statuses.append(
        try ann.answer(try ann.challenge(from: address), "000000", from: address).status
      )
    }
    #expect(statuses == Array(repeating: 422, count: 10) + [429])
    let other = try Enrolled()
    var challenges: [String] = []
    for _ in 0..<5 { challenges.append(try other.challenge()) }
    // A right password does not pay for guesses of codes.
    for challenge in challenges { #expect(try other.answer(challenge, "000000").status == 422) }
    #expect(try other.people.signIn("ann").status == 429)
  }

  @Test func `Sign-ins that succeed cost no attempts`() throws {
    let ann = try Enrolled()
    for _ in 0..<15 {
      ann.advance(30)
      #expect(try ann.answer(try ann.challenge(), ann.code).status == 200)
    }
  }

  @Test func `A user removes it by a code, and an administrator without one`() throws {
    let ann = try Enrolled()
    let id = try ann.people.id(of: ann.token)
    let target = "/v1/users/\(id)/_second-factor"
    let bob = try ann.people.signUp("bob")
    for method in [HTTPValues.Method.get, .delete, .post, .put] {
      #expect(try ann.people.send(method, target, as: bob, [:]).status == 404)
    }
    #expect(try ann.people.send(.delete, target).status == 401)
    #expect(try ann.people.send(.delete, target, as: ann.token).status == 422)
    let wrong: DataValue = ["code": "000000"]
    #expect(try ann.people.send(.delete, target, as: ann.token, wrong).status == 422)
    #expect(try ann.people.signIn("ann").status == 401)
    let right: DataValue = ["code": .text(ann.code)]
    #expect(try ann.people.send(.delete, target, as: ann.token, right).status == 204)
    #expect(try ann.people.signIn("ann").status == 200)
    let other = try Enrolled()
    let user = "/v1/users/\(try other.people.id(of: other.token))/_second-factor"
    #expect(try other.people.send(.get, user, as: "admin").json["isEnabled"] == true)
    #expect(try other.people.send(.post, user, as: "admin", [:]).status == 403)
    #expect(try other.people.send(.delete, user, as: "admin").status == 204)
    #expect(try other.people.send(.delete, user, as: "admin").status == 404)
    #expect(other.people.events.contains(.removedSecondFactor))
    #expect(try other.people.signIn("ann").status == 200)
  }

  @Test
  func `A secret that was stored as it is, is encrypted, and still gives the codes of its app`()
    throws
  {
    let enrolled = try Enrolled()
    let store = enrolled.people.service.service.store
    let user = try #require(ResourceID(enrolled.people.id(of: enrolled.token)))
    let plain = try #require(try store.accounts.secondFactor(of: user)).secret
    let keys = SecretKeys([SealingKey()])
    try keys.seal(secretsOf: store)
    let sealed = try #require(try store.accounts.secondFactor(of: user)).secret
    #expect(sealed != plain && SecretKeys.keyID(of: sealed) == SecretKeys.id(of: keys.keys[0]))
    // Again nothing is changed.
    try keys.seal(secretsOf: store)
    #expect(try store.accounts.secondFactor(of: user)?.secret == sealed)
    enrolled.people.service.service.renew { $0.people?.keys = { keys } }
    let challenge = try enrolled.challenge()
    #expect(try enrolled.answer(challenge, enrolled.code).status == 200)

    let others = SecretKeys([SealingKey()])
    #expect(throws: StoreError.self) { try others.seal(secretsOf: store) }
    enrolled.people.service.service.renew { $0.people?.keys = { others } }
    enrolled.advance(30)
    let unread = try enrolled.answer(try enrolled.challenge(), enrolled.code)
    #expect(unread.status == 500 && unread.json["code"] == "damaged", "\(unread.json)")
    // Recovery codes need no key.
    let recovered = try enrolled.answer(try enrolled.challenge(), enrolled.recovery[0])
    #expect(recovered.status == 200, "\(recovered.json)")
  }

  @Test func `A secret is of no use for another user`() throws {
    let enrolled = try Enrolled()
    let store = enrolled.people.service.service.store
    let keys = SecretKeys([SealingKey()])
    try keys.seal(secretsOf: store)
    let user = try #require(ResourceID(enrolled.people.id(of: enrolled.token)))
    let sealed = try #require(try store.accounts.secondFactor(of: user)).secret
    let bob = try #require(
      ResourceID(enrolled.people.id(of: try enrolled.people.signUp("bob")))
    )
    #expect(try store.accounts.beginSecondFactor(sealed, of: bob))
    #expect(throws: StoreError.self) { try keys.seal(secretsOf: store) }
  }
}
