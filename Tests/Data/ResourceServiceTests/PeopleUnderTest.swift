// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Synchronization

/// A service with users, whose messages and audit are kept for the test.
struct PeopleUnderTest {
  let service: ServiceUnderTest
  private let kept = Kept()

  private final class Kept: Sendable {
    let mails = Mutex<[PeopleMail]>([])
    let events = Mutex<[PeopleEvent]>([])
  }

  init(sendsMail: Bool = false, _ change: (inout PeopleSettings) -> Void = { _ in }) throws {
    service = try ServiceUnderTest { settings in
      settings.caller = { fields in
        fields["authorization"] == "Bearer admin"
          ? Caller(.administer, isTrusted: true) : Caller(.nothing)
      }
    }
    try service.service.addPeople()
    var people = PeopleSettings()
    let kept = kept
    people.allowsSignUp = true
    people.scrypt = Scrypt(cost: 16, blockSize: 1, parallelism: 1)
    people.audit = { event in kept.events.withLock { $0.append(event) } }
    if sendsMail { people.mail = { mail in kept.mails.withLock { $0.append(mail) } } }
    change(&people)
    service.service.renew { $0.people = people }
  }

  var mails: [PeopleMail] { kept.mails.withLock(\.self) }
  var events: [PeopleEvent.Kind] { kept.events.withLock { $0.map(\.kind) } }

  func send(
    _ method: HTTPValues.Method,
    _ target: String,
    as token: String? = nil,
    _ body: DataValue? = nil,
    from address: String = "192.0.2.1"
  ) throws -> Reply {
    var fields = Fields()
    if let token { fields.append("authorization", "Bearer \(token)") }
    return try service.send(method, target, fields, body, from: RecordSender(address: address))
  }

  /// Signs a user up, and returns the token of the session.
  func signUp(_ name: String, _ more: DataDictionary = [:]) throws -> String {
    let body: DataDictionary = [
      "email": .text("\(name)@example.com"), "password": .text("\(name)'s password"),
      "register": true,
    ]
    let whole = more.members.reduce(body) { $0.setting($1.key, $1.value) }
    let reply = try send(.post, "/v1/session", as: nil, DataValue(.dictionary(whole)))
    return reply.json["token"]?.string ?? "\(reply.status)"
  }

  func signIn(
    _ name: String,
    _ password: String? = nil,
    from address: String = "192.0.2.1"
  ) throws
    -> Reply
  {
    let password = password ?? "\(name)'s password"
    return try send(
      .post,
      "/v1/session",
      as: nil,
      ["email": .text("\(name)@example.com"), "password": .text(password)],
      from: address
    )
  }

  func id(of token: String) throws -> String {
    try send(.get, "/v1/users/me", as: token).json["uuid"]?.string ?? ""
  }
}
