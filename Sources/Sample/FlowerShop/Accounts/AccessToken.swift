// SPDX-License-Identifier: Apache-2.0

import Digests

/// An access token that every service can check by itself: account, session and expiry, with an
/// HMAC of the shop.
struct AccessToken: Sendable, Equatable {
  let account: String
  let session: String
  /// Unix seconds.
  let expires: Int64

  /// The lifetime in seconds.
  static let lifetime: Int64 = 3_600

  init(account: String, session: String, expires: Int64) {
    self.account = account
    self.session = session
    self.expires = expires
  }

  /// Parses a token; `nil` if it is invalid or expired.
  init?(_ text: String, secret: [UInt8], now: Int64) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 300, parts.count == 4, let expires = Int64(parts[2]),
      let seal = Hexadecimal.bytes(parts[3])
    else { return nil }
    self.init(account: String(parts[0]), session: String(parts[1]), expires: expires)
    guard ConstantTime.areEqual(seal, self.seal(secret)), expires > now else { return nil }
  }

  /// Returns the token as text.
  func text(secret: [UInt8]) -> String { "\(claims).\(Hexadecimal.text(seal(secret)))" }

  private var claims: String { "\(account).\(session).\(expires)" }

  private func seal(_ secret: [UInt8]) -> [UInt8] {
    SHA256.authentication(of: claims.utf8Span.span, key: secret)
  }
}
