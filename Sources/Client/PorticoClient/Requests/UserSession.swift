// SPDX-License-Identifier: Apache-2.0

/// The session of the user at the service of records: the token of a sign-in becomes the client's credential.
///
/// ```swift
/// let session = client.session()
/// try await session.signIn(email: "ann@example.com", password: password)
/// keychain.token = client.credential.token
/// ```
public struct UserSession: Sendable {
  private let client: Client
  private let path: String

  init(_ client: Client, _ path: String) { (self.client, self.path) = (client, path) }

  /// Creates an account, and signs in unless the service has the address confirmed first; then the answer has no
  /// `token`.
  ///
  /// - Parameters:
  ///   - email: the address of the user.
  ///   - password: the password.
  ///   - attributes: further attributes of the user, such as `displayName`.
  @discardableResult
  public func register(
    email: String,
    password: String,
    attributes: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    let own: [String: JSONValue] = ["email": .string(email), "password": .string(password)]
    return try await send("POST", "user/register", attributes.merging(own) { _, own in own })
  }

  /// Signs in by a password. An account with a second factor is refused with a `challenge` in the document of the
  /// error; ``signIn(challenge:code:)`` answers it.
  ///
  /// - Parameters:
  ///   - email: the address of the user.
  ///   - password: the password.
  ///   - device: the device of the session, such as `["name": "Phone"]`.
  @discardableResult
  public func signIn(
    email: String,
    password: String,
    device: JSONValue? = nil
  ) async throws -> JSONValue {
    var body: [String: JSONValue] = ["email": .string(email), "password": .string(password)]
    body["device"] = device
    return try await send("POST", "user/session", body)
  }

  /// Completes a sign-in by the code of an authenticator app or of a message.
  @discardableResult
  public func signIn(challenge: String, code: String) async throws -> JSONValue {
    let body: [String: JSONValue] = ["challenge": .string(challenge), "code": .string(code)]
    return try await send("POST", "user/session", body)
  }

  /// Renews the session: its token is replaced, and works for longer.
  @discardableResult
  public func renew() async throws -> JSONValue { try await send("PUT", "user/session", [:]) }

  /// Returns the session as the service knows it.
  public func current() async throws -> JSONValue { try await send("GET", "user/session", nil) }

  /// Ends the session. The client forgets its token and its cookies, even if the service cannot be reached.
  public func signOut() async throws {
    defer {
      client.credential.token = nil
      client.fetcher.sender.cookies.removeAll()
    }
    _ = try await client.launch("\(path)/user/session", method: "DELETE").answer
  }

  private func send(
    _ method: String,
    _ name: String,
    _ body: [String: JSONValue]?
  ) async throws -> JSONValue {
    let handle = client.launch(
      "\(path)/\(name)",
      method: method,
      body: body.map { ContiguousArray(JSONValue.object($0).json) } ?? [],
      fields: body == nil ? [:] : ["Content-Type": "application/json"],
      policy: .networkOnly
    )
    let answer = try await handle.answer
    if let token = answer.document?["token"]?.string { client.credential.token = token }
    return answer.document.flatMap { try? JSONValue(json: $0.json) } ?? .null
  }
}

extension Client {
  /// The session of the user.
  ///
  /// - Parameter path: the path below which the records are.
  public func session(at path: String = "/v1") -> UserSession { UserSession(self, path) }
}
