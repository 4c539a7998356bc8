// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Testing

@Suite struct `Sign-ins by a code of a message` {
  /// A service with the account of Ann, whose address is confirmed.
  private func people(_ change: (inout PeopleSettings) -> Void = { _ in }) throws -> PeopleUnderTest
  {
    let people = try PeopleUnderTest(sendsMail: true) { settings in
      settings.mailsCodes = true
      change(&settings)
    }
    let account: DataValue = [
      "email": "ann@example.com", "password": "ann's password", "register": true,
    ]
    _ = try people.send(.post, "/v1/session", as: nil, account)
    let code = people.mails.last?.code ?? ""
    let confirmed = try people.send(
      .put,
      "/v1/session",
      as: nil,
      ["code": .text(code), "password": "ann's password"]
    )
    #expect(confirmed.status == 201)
    return people
  }

  private func ask(_ name: String, _ people: PeopleUnderTest) throws -> Reply {
    try people.send(.post, "/v1/session:code", as: nil, ["email": .text("\(name)@example.com")])
  }

  private func answer(
    _ challenge: String,
    _ code: String,
    _ people: PeopleUnderTest
  ) throws -> Reply {
    let body: DataValue = ["challenge": .text(challenge), "code": .text(code)]
    return try people.send(.post, "/v1/session", as: nil, body)
  }

  @Test func `A user signs in by the code of the message, once`() throws {
    let people = try people()
    let asked = try ask("ann", people)
    let challenge = try #require(asked.json["challenge"]?.string)
    let mail = try #require(people.mails.last)
    let code = try #require(mail.code)
    #expect(asked.status == 202 && mail.kind == .code && mail.address == "ann@example.com")
    #expect(code.wholeMatch(of: /[0-9]{8}/) != nil)
    #expect(mail.expires == StoreSamples.now.advanced(byMilliseconds: 600_000))
    // The code alone is worth nothing, nor is the challenge of somebody else.
    let other = try #require(try ask("bob", people).json["challenge"]?.string)
    #expect(try answer(other, code, people).status == 422)
    #expect(try answer(code, code, people).status == 422)
    #expect(try answer(challenge, "00000000", people).status == 422)
    let spaced = "\(code.prefix(4)) \(code.suffix(4))"
    let signed = try answer(challenge, spaced, people)
    #expect(signed.status == 200 && signed.json["email"] == "ann@example.com")
    #expect(try answer(challenge, code, people).status == 422)
  }

  @Test func `The answer does not tell whether there is an account`() throws {
    let people = try people()
    let count = people.mails.count
    let (known, unknown) = (try ask("ann", people), try ask("nobody", people))
    #expect(people.mails.count == count + 1)
    func shape(_ reply: Reply) -> [String] {
      [
        "\(reply.status)", "\(reply.json["challenge"]?.string?.count ?? 0)",
        "\(reply.json["expires"]?.string ?? "")", "\(reply.json["status"]?.string ?? "")",
        "\(reply.fields)",
      ]
    }
    #expect(shape(known) == shape(unknown))
    let challenge = unknown.json["challenge"]?.string ?? ""
    #expect(try answer(challenge, "12345678", people).status == 422)
  }

  @Test func `A challenge ends with its fifth wrong code, or after ten minutes`() throws {
    let people = try people()
    let challenge = try #require(try ask("ann", people).json["challenge"]?.string)
    let code = people.mails.last?.code ?? ""
    for _ in 0..<5 { #expect(try answer(challenge, "x", people).status == 422) }
    #expect(try answer(challenge, code, people).status == 422)
    people.service.advance(bySeconds: 600)
    let late = try #require(try ask("ann", people).json["challenge"]?.string)
    people.service.advance(bySeconds: 601)
    #expect(try answer(late, people.mails.last?.code ?? "", people).status == 422)
  }

  @Test func `A second factor is asked for behind the code, and behind a reset`() throws {
    let people = try people()
    let id = try people.send(.get, "/v1/users", as: "admin").json["data"]?.elements?.first?["uuid"]
    let user = try #require(id?.string.flatMap(ResourceID.init))
    let store = people.service.service.store
    let secret = Array("12345678901234567890".utf8)
    #expect(try store.accounts.beginSecondFactor(secret, of: user))
    let now = StoreSamples.now
    #expect(try store.accounts.confirmSecondFactor(secret, of: user, by: 1, at: now, recovery: []))
    let asked = try ask("ann", people).json["challenge"]?.string ?? ""
    let first = try answer(asked, people.mails.last?.code ?? "", people)
    #expect(first.status == 401 && first.json["code"] == "second-factor")
    let next = first.json["challenge"]?.string ?? ""
    let code = TimeBasedCode(secret).code(at: StoreSamples.now)
    #expect(try answer(next, code, people).status == 200)
    _ = try people.send(.post, "/v1/session:reset", as: nil, ["email": "ann@example.com"])
    let reset = try people.send(
      .put,
      "/v1/session",
      as: nil,
      ["code": .text(people.mails.last?.code ?? ""), "password": "another password"]
    )
    #expect(reset.status == 401 && reset.json["code"] == "second-factor")
    // A mailed code is none that confirms or resets, and the other way round.
    let mixed = try ask("ann", people).json["challenge"]?.string ?? ""
    let confirmation: DataValue = ["code": .text(mixed), "password": "another password"]
    #expect(try people.send(.put, "/v1/session", as: nil, confirmation).status == 422)
  }

  @Test func `Nobody signs in so where the site does not allow it`() throws {
    for people in [
      try people { $0.mailsCodes = false }, try PeopleUnderTest { $0.mailsCodes = true },
    ] {
      let refused = try ask("ann", people)
      #expect(refused.status == 403 && refused.json["code"] == "closed")
    }
  }
}
