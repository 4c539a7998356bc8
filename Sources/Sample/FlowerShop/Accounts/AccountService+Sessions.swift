// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues
import SQL
import SQLite

extension AccountService {
  /// The most wrong passwords within a number of seconds.
  private static let mostFailures = 10
  private static let failureWindow: Int64 = 900

  private struct Claimant {
    let id: String
    let password: Password
    let failures: Int
    let failingSince: Int64

    init(_ row: borrowing Row) throws(RowError) {
      id = try row[0]
      password = Password(salt: try row[1], key: try row[2])
      failures = try row[3]
      failingSince = try row[4]
    }
  }

  /// Begins a session: a token for apps, also set as a cookie for browsers.
  @Sendable func signIn(_ request: ServiceRequest) throws -> ServiceReply {
    var body = try BodyReader(request)
    let email = AccountService.email(&body)
    let password = body.text("password", 1...Password.lengths.upperBound) ?? ""
    for name in ["email", "password"] { body.need(name) }
    try body.finish()
    let claimant = try admitted(email, password, at: request.now)
    let token = AccessToken(
      account: claimant.id,
      session: Hexadecimal.text(ShopSecret.random(16)),
      expires: request.now + AccessToken.lifetime
    )
    let account = try database.write { database in
      try database.run("DELETE FROM session WHERE expires <= ?", [request.now])
      try database.run("UPDATE account SET failures = 0 WHERE id = ?", [claimant.id])
      try database.run(
        "INSERT INTO session VALUES (?, ?, ?)",
        [token.session, token.account, token.expires]
      )
      return try Account(claimant.id, &database)?.body
    }
    let text = token.text(secret: secret)
    return ServiceReply(
      status: .created,
      body: .object([
        "token": .text(text), "expires": .instant(token.expires), "account": account,
      ]),
      fields: ["set-cookie": AccountService.cookie(text, seconds: AccessToken.lifetime)]
    )
  }

  /// Ends the session, here and in the browser. Services that check tokens by themselves accept
  /// this one until it expires.
  @Sendable func signOut(_ request: ServiceRequest) throws -> ServiceReply {
    let token = try SignedIn.token(of: request, secret: secret)
    try database.write { database in
      try database.run("DELETE FROM session WHERE id = ?", [token.session])
    }
    return ServiceReply(
      status: .noContent,
      fields: ["set-cookie": AccountService.cookie("", seconds: 0)]
    )
  }

  /// Returns the account with this address and password. The slow hash is computed outside of a
  /// transaction.
  private func admitted(
    _ email: String?,
    _ password: String,
    at now: Int64
  ) throws -> Claimant {
    let claimant = try database.read { database in
      try database.first(
        "SELECT id, salt, password, failures, failing_since FROM account WHERE email = ?",
        [email],
        Claimant.init
      )
    }
    guard let claimant else {
      try Password.simulateMatch(password)
      throw AccountService.wrong
    }
    let isRecent = now < claimant.failingSince + AccountService.failureWindow
    guard !isRecent || claimant.failures < AccountService.mostFailures else {
      let seconds = claimant.failingSince + AccountService.failureWindow - now
      throw Refusal(
        .tooManyRequests,
        "the password was wrong \(claimant.failures) times",
        fields: ["retry-after": "\(seconds)"]
      )
    }
    guard try claimant.password.matches(password) else {
      try database.write { database in
        try database.run(
          """
          UPDATE account SET failures = CASE WHEN ?1 THEN failures + 1 ELSE 1 END,
            failing_since = CASE WHEN ?1 THEN failing_since ELSE ?2 END WHERE id = ?3
          """,
          [isRecent, now, claimant.id]
        )
      }
      throw AccountService.wrong
    }
    return claimant
  }

  private static var wrong: Refusal {
    SignedIn.unauthorized("the e-mail address or the password is wrong")
  }

  private static func cookie(_ value: String, seconds: Int64) -> String {
    "\(SignedIn.cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; Secure; SameSite=Lax"
  }
}
