// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import ResourceModel
import ResourceService
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The second factors of users in the console` {
  /// Adds an authenticator app to a user's sign-in.
  private func enrol(_ token: String, in served: ServedRecords) async throws {
    let path = "/v1/users/me/_second-factor"
    let begun = try await served.send(
      "POST \(path)",
      #"{"password":"a long password"}"#,
      token: token
    )
    let secret = try #require(begun.body.firstMatch(of: /"secret":"([^"]+)"/), "\(begun.body)").1
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    let code = TimeBasedCode(Base32Text.bytes(String(secret))).code(at: now)
    let added = try await served.send("PUT \(path)", #"{"code":"\#(code)"}"#, token: token)
    #expect(added.status == "200", "\(added.body)")
  }

  private func signIn(_ served: ServedRecords) async throws -> String {
    let body = #"{"email":"ann@example.com","password":"a long password"}"#
    return try await served.send("POST /v1/session", body, token: "").status
  }

  @Test func `The page of a user shows the second factor, and an admin removes it there`()
    async throws
  {
    let served = try await ServedRecords()
    let (token, user) = try await served.signUp()
    let before = try await served.browse("GET /users/\(user)")
    #expect(
      before.contains("The user has none.") && !before.contains("/console/remove-second-factor")
    )
    let form = try await served.form(of: "/users/\(user)", ["user": user])
    let none = try await served.browse("POST /console/remove-second-factor", form: form)
    #expect(none.contains("\(user) has no second factor."), "\(none)")
    #expect(!none.contains("name=\"confirmed\""))
    try await enrol(token, in: served)
    #expect(try await signIn(served) == "401")

    let page = try await served.browse("GET /users/\(user)")
    #expect(page.contains(">authenticator app</td>") && page.contains(">10</td>"), "\(page)")
    #expect(page.contains("/console/remove-second-factor"))
    let json = try await served.browse("GET /users/\(user)", accept: "application/json")
    let row = try #require(json.firstMatch(of: /"since":"([^"]+)","recoveryCodes":10/), "\(json)")
    let since = try #require(Timestamp(String(row.1)))
    #expect(abs(since.seconds - Int64(Date().timeIntervalSince1970)) < 600)

    let preview = try await served.browse("POST /console/remove-second-factor", form: form)
    #expect(preview.contains("10 recovery codes would be void. Sessions go on."), "\(preview)")
    #expect(try await signIn(served) == "401")
    let confirmed = form + "&confirmed=yes"
    let removed = try await served.browse("POST /console/remove-second-factor", form: confirmed)
    #expect(removed.contains("location: /users/\(user)\r\n"), "\(removed)")
    #expect(try await signIn(served) == "200")
    #expect(try await served.send("GET /v1/session", token: token).status == "200")
    #expect(try await served.browse("GET /users/\(user)").contains("The user has none."))
    let again = try await served.browse("POST /console/remove-second-factor", form: confirmed)
    #expect(again.hasPrefix("HTTP/1.1 404 "), "\(again)")
    let audited = try await served.command.until("the second factor of \(user) is removed")
    #expect(audited.contains("audit: second_factor "), "\(audited)")
  }

  @Test func `An operator who is no admin sees a second factor, and cannot remove it`() async throws
  {
    let served = try await ServedRecords(operator: "operator-word-0123456789")
    let (token, user) = try await served.signUp()
    try await enrol(token, in: served)
    let field = "Authorization: Bearer operator-word-0123456789\r\n"
    let page = try await served.browse("GET /users/\(user)", field)
    #expect(page.contains(">authenticator app</td>"), "\(page)")
    #expect(page.contains("/console/lock-user") && !page.contains("/console/remove-second-factor"))
    let proof = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    let refused = try await served.browse(
      "POST /console/remove-second-factor",
      form: "token=\(proof)&user=\(user)&confirmed=yes",
      field
    )
    #expect(refused.hasPrefix("HTTP/1.1 403 "), "\(refused)")
    #expect(refused.contains("removing second factors needs the role admin"), "\(refused)")
    #expect(try await signIn(served) == "401")
    withExtendedLifetime(served.command) {}
  }
}
