// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

/// The customers and their sessions.
struct Accounts {
  private let accounts: [Account]
  /// By token.
  private var sessions: [String: Session] = [:]

  private struct Account {
    let id: String
    let email: String
    let body: DataValue
  }

  private struct Session {
    let account: Account
    let expires: Int64
  }

  /// The lifetime of a session in seconds.
  private static let lifetime: Int64 = 3_600
  /// The password of all customers. It stands in the documentation, so that hashing it would keep no secret.
  private static let password = "flowers-please"

  static let routes = [
    Route(.get, "/account") { shop, request throws(Refusal) in try shop.accounts.show(request) },
    Route(.post, "/sessions") { shop, request throws(Refusal) in try shop.accounts.signIn(request)
    },
    Route(.delete, "/sessions/current") { shop, request throws(Refusal) in
      try shop.accounts.signOut(request)
    },
  ]

  init(_ file: Seed) throws(DataFileError) {
    accounts = try file.list("customers").map { seed throws(DataFileError) in
      Account(id: try seed.text("id"), email: try seed.text("email"), body: seed.value)
    }
  }

  /// Returns the id of the account that is signed in, by a bearer token (RFC 6750) or the cookie.
  func signedIn(_ request: ServiceRequest) throws(Refusal) -> String {
    try session(of: request).session.account.id
  }

  private func session(
    of request: ServiceRequest
  ) throws(Refusal) -> (token: String, session: Session) {
    guard let token = Accounts.token(request.fields) else {
      throw Accounts.unauthorized(
        "nobody is signed in, expected a bearer token or the cookie session"
      )
    }
    guard let session = sessions[token], session.expires > request.now else {
      throw Accounts.unauthorized("the session has ended", error: ", error=\"invalid_token\"")
    }
    return (token, session)
  }

  private static func token(_ fields: Fields) -> String? {
    if let words = fields["authorization"]?.split(separator: " "), words.count == 2,
      words[0].lowercased() == "bearer"
    {
      return String(words[1])
    }
    let cookies = fields["cookie"]?.split(separator: ";").map { $0.drop { $0 == " " } } ?? []
    return cookies.first { $0.hasPrefix("session=") }.map { String($0.dropFirst(8)) }
  }

  private static func unauthorized(_ detail: String, error: String = "") -> Refusal {
    Refusal(.unauthorized, detail, ["www-authenticate": "Bearer realm=\"flower-shop\"\(error)"])
  }

  private func show(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    ServiceReply(try session(of: request).session.account.body)
  }

  /// Begins a session: a token for apps, also set as a cookie for browsers.
  private mutating func signIn(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var body = try Input(body: request)
    let (email, password) = (try body.neededText("email"), try body.neededText("password"))
    try body.finish()
    guard let account = accounts.first(where: { $0.email == email }), password == Accounts.password
    else { throw Accounts.unauthorized("the e-mail address or the password is wrong") }
    sessions = sessions.filter { $0.value.expires > request.now }
    let token = Hexadecimal.text([UInt8].random(count: 16))
    let expires = request.now + Accounts.lifetime
    sessions[token] = Session(account: account, expires: expires)
    return ServiceReply(
      .object(("token", .text(token)), ("expires", .instant(expires)), ("account", account.body)),
      status: .created,
      fields: ["set-cookie": Accounts.cookie(token, seconds: Accounts.lifetime)]
    )
  }

  private mutating func signOut(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    sessions[try session(of: request).token] = nil
    return ServiceReply(
      status: .noContent,
      fields: ["set-cookie": Accounts.cookie("", seconds: 0)]
    )
  }

  private static func cookie(_ value: String, seconds: Int64) -> String {
    "session=\(value); Path=/; Max-Age=\(seconds); HttpOnly; Secure; SameSite=Lax"
  }
}
