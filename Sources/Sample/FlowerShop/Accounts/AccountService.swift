// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues
import SQL
import SQLite

/// The service for customers' accounts.
final class AccountService: ShopService {
  let database: SharedDatabase
  let secret: [UInt8]

  init(_ path: String, secret: [UInt8]) throws {
    self.secret = secret
    database = try SharedDatabase(
      path,
      migrating: AccountSchema.steps,
      filling: AccountSchema.fill
    )
  }

  func check() throws {
    _ = try database.read { try $0.value("SELECT count(*) FROM account") as Int? }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.post, "/accounts", open),
      ServiceRoute(.get, "/account", show),
      ServiceRoute(.patch, "/account", change),
      ServiceRoute(.post, "/sessions", signIn),
      ServiceRoute(.delete, "/sessions/current", signOut),
    ]
  }

  @Sendable private func open(_ request: ServiceRequest) throws -> ServiceReply {
    var body = try BodyReader(request)
    let email = AccountService.email(&body)
    let password = body.text("password", Password.lengths)
    let profile = AccountService.profile(&body)
    for name in ["email", "password", "name"] { body.need(name) }
    try body.finish()
    let kept = try Password(password ?? "")
    let id = "a-\(Hexadecimal.text(ShopSecret.random(8)))"
    return try database.write { database in
      let known: Int? = try database.value("SELECT 1 FROM account WHERE email = ?", [email])
      guard known == nil else {
        throw Refusal(.conflict, "there is an account with this e-mail address already")
      }
      try database.run(
        """
        INSERT INTO account (id, email, name, language, country, salt, password, created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, email, profile.name, profile.language ?? "en", profile.country ?? "US", kept.salt,
          kept.key, request.now,
        ]
      )
      guard let account = try Account(id, &database) else { throw Refusal.notFound("account") }
      return ServiceReply(
        status: .created,
        body: account.body,
        fields: ["location": "/account"]
      )
    }
  }

  @Sendable private func show(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    try query.finish()
    return try database.read { database in
      ServiceReply(body: try account(of: request, &database).body)
    }
  }

  @Sendable private func change(_ request: ServiceRequest) throws -> ServiceReply {
    // Authorisation comes before validation of the body.
    let token = try SignedIn.token(of: request, secret: secret)
    var body = try BodyReader(request)
    let profile = AccountService.profile(&body)
    try body.finish()
    return try database.write { database in
      _ = try account(of: request, &database)
      try database.run(
        """
        UPDATE account SET name = coalesce(?, name), language = coalesce(?, language),
          country = coalesce(?, country) WHERE id = ?
        """,
        [profile.name, profile.language, profile.country, token.account]
      )
      return ServiceReply(body: try account(of: request, &database).body)
    }
  }

  /// Returns the account of a request, if it is still signed in.
  private func account(
    of request: ServiceRequest,
    _ database: inout Database
  ) throws -> Account {
    let token = try SignedIn.token(of: request, secret: secret)
    let session: Int? = try database.value(
      "SELECT 1 FROM session WHERE id = ? AND account = ? AND expires > ?",
      [token.session, token.account, request.now]
    )
    guard session != nil, let account = try Account(token.account, &database) else {
      throw SignedIn.unauthorized("the session has ended", error: "invalid_token")
    }
    return account
  }

  static func email(_ body: inout BodyReader) -> String? {
    guard let text = body.text("email", 3...254) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isAddress else {
      body.fault("email", "is no e-mail address")
      return nil
    }
    return text
  }

  private static func profile(
    _ body: inout BodyReader
  ) -> (name: String?, language: String?, country: String?) {
    let name = body.text("name", 1...100)
    let language = body.text("language", 2...35)
    if let language, !LanguageChain.isTag(language) {
      body.fault("language", "is \(language), expected a tag of BCP 47 such as fr-CA")
    }
    let country = body.text("country", 2...2)
    if let country, !Country.codes.contains(country) {
      let codes = Country.codes.joined(separator: ", ")
      body.fault("country", "is \(country), expected one of \(codes)")
    }
    return (name, language, country)
  }
}
