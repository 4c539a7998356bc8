// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

/// The customers and their sessions.
struct Accounts {
  private var accounts: [String: Account] = [:]
  /// By token.
  private var sessions: [String: Session] = [:]

  private struct Session {
    let account: String
    let expires: Int64
  }

  /// The lifetime of a session in seconds.
  private static let lifetime: Int64 = 3_600
  /// The most wrong passwords within a number of seconds.
  private static let mostFailures = 10
  private static let failureWindow: Int64 = 900
  private static let passwordLengths = 10...200
  /// The password of all initial customers.
  private static let password = "flowers-please"

  static let routes = [
    Route(.post, "/accounts") { shop, request throws(Refusal) in try shop.accounts.open(request) },
    Route(.get, "/account") { shop, request throws(Refusal) in try shop.accounts.show(request) },
    Route(.patch, "/account") { shop, request throws(Refusal) in try shop.accounts.change(request)
    },
    Route(.post, "/sessions") { shop, request throws(Refusal) in try shop.accounts.signIn(request)
    },
    Route(.delete, "/sessions/current") { shop, request throws(Refusal) in
      try shop.accounts.signOut(request)
    },
  ]

  init(_ file: Seed) throws {
    let password = try Password(Accounts.password)
    for seed in try file.list("customers") {
      let account = Account(
        id: try seed.text("id"),
        email: try seed.text("email"),
        password: password,
        name: try seed.text("name"),
        language: try seed.text("language"),
        country: try seed.text("country"),
        created: ShopData.opening
      )
      accounts[account.id] = account
    }
  }

  /// Returns the id of the account that is signed in, by a bearer token (RFC 6750) or the cookie.
  func signedIn(_ request: ServiceRequest) throws(Refusal) -> String {
    accounts[try session(of: request).session.account]?.id ?? ""
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
    Refusal(
      .unauthorized,
      detail,
      fields: ["www-authenticate": "Bearer realm=\"flower-shop\"\(error)"]
    )
  }

  private mutating func open(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var body = try Input(body: request)
    let email = Accounts.email(&body)
    let password = body.text("password", Accounts.passwordLengths, isNeeded: true)
    let name = body.text("name", 1...100, isNeeded: true)
    let (language, country) = (body.language(), body.choice("country", of: Country.codes))
    try body.finish()
    guard let email, let password, let name else { throw .notFound("account") }
    guard account(with: email) == nil else {
      throw Refusal(.conflict, "there is an account with this e-mail address already")
    }
    let account = Account(
      id: "a-\(Hexadecimal.text([UInt8].random(count: 8)))",
      email: email,
      password: try Password(password),
      name: name,
      language: language ?? Words.last,
      country: country ?? Country.usual.code,
      created: request.now
    )
    accounts[account.id] = account
    return ServiceReply(account.body, status: .created, fields: ["location": "/account"])
  }

  private func show(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    let id = try signedIn(request)
    var query = try Input(query: request)
    try query.finish()
    return ServiceReply(accounts[id]?.body ?? .null)
  }

  private mutating func change(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    // Authorisation comes before validation of the body.
    let id = try signedIn(request)
    var body = try Input(body: request)
    let name = body.text("name", 1...100)
    let (language, country) = (body.language(), body.choice("country", of: Country.codes))
    try body.finish()
    if let name { accounts[id]?.name = name }
    if let language { accounts[id]?.language = language }
    if let country { accounts[id]?.country = country }
    return ServiceReply(accounts[id]?.body ?? .null)
  }

  /// Begins a session: a token for apps, also set as a cookie for browsers.
  private mutating func signIn(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var body = try Input(body: request)
    let email = Accounts.email(&body)
    let password = body.text("password", 1...Accounts.passwordLengths.upperBound, isNeeded: true)
    try body.finish()
    let now = request.now
    let found = account(with: email ?? "")
    if let found, found.failures >= Accounts.mostFailures,
      now < found.failingSince + Accounts.failureWindow
    {
      throw Refusal(
        .tooManyRequests,
        "the password was wrong \(found.failures) times",
        fields: ["retry-after": "\(found.failingSince + Accounts.failureWindow - now)"]
      )
    }
    // Without an account a password is hashed too, so that the time does not tell which accounts exist.
    let isRight = try (found?.password ?? Password.none).matches(password ?? "")
    guard let found, isRight else {
      if let found { accounts[found.id]?.noteFailure(at: now, within: Accounts.failureWindow) }
      throw Accounts.unauthorized("the e-mail address or the password is wrong")
    }
    accounts[found.id]?.failures = 0
    sessions = sessions.filter { $0.value.expires > now }
    let token = Hexadecimal.text([UInt8].random(count: 16))
    let expires = now + Accounts.lifetime
    sessions[token] = Session(account: found.id, expires: expires)
    return ServiceReply(
      .object(("token", .text(token)), ("expires", .instant(expires)), ("account", found.body)),
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

  /// E-mail addresses differ by more than the case of their letters.
  private func account(with email: String) -> Account? {
    accounts.values.first { $0.email.lowercased() == email.lowercased() }
  }

  private static func email(_ body: inout Input) -> String? {
    body.parsed("email", "an e-mail address", isNeeded: true) { value in
      guard let text = value.string, 3...254 ~= text.utf8.count else { return nil }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && !parts.contains("") && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      return isAddress ? text : nil
    }
  }

  private static func cookie(_ value: String, seconds: Int64) -> String {
    "session=\(value); Path=/; Max-Age=\(seconds); HttpOnly; Secure; SameSite=Lax"
  }
}

/// A customer.
private struct Account {
  let id: String
  let email: String
  let password: Password
  var name: String
  var language: String
  var country: String
  let created: Int64
  /// The wrong passwords since an instant.
  var failures = 0
  var failingSince: Int64 = 0

  var body: DataValue {
    .object(
      ("id", .text(id)),
      ("email", .text(email)),
      ("name", .text(name)),
      ("language", .text(language)),
      ("country", .text(country)),
      ("created", .instant(created))
    )
  }

  mutating func noteFailure(at now: Int64, within window: Int64) {
    if now >= failingSince + window { (failures, failingSince) = (0, now) }
    failures += 1
  }
}

/// A hashed password.
private struct Password {
  private let salt: [UInt8]
  private let key: [UInt8]

  /// The password of nobody.
  static let none = Password(salt: [UInt8](repeating: 0, count: 16), key: [])

  private init(salt: [UInt8], key: [UInt8]) {
    self.salt = salt
    self.key = key
  }

  /// Hashes a password with a new salt.
  init(_ text: String) throws(Refusal) {
    let salt = [UInt8].random(count: 16)
    self.init(salt: salt, key: try Password.key(text, salt))
  }

  func matches(_ text: String) throws(Refusal) -> Bool {
    ConstantTime.areEqual(try Password.key(text, salt), key)
  }

  private static func key(_ text: String, _ salt: [UInt8]) throws(Refusal) -> [UInt8] {
    guard let key = Scrypt.usual.key(password: Array(text.utf8), salt: salt, count: 32) else {
      throw Refusal(.serviceUnavailable, "the password could not be hashed for want of memory")
    }
    return key
  }
}
