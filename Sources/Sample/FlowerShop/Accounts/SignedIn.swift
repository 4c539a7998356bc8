// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Authenticates a request by bearer token or session cookie.
enum SignedIn {
  static let cookie = "session"

  /// Returns the token of a request; throws 401 without a valid one.
  static func token(of request: ServiceRequest, secret: [UInt8]) throws(Refusal) -> AccessToken {
    guard let text = bearer(request.fields) ?? cookie(request.fields) else {
      throw unauthorized("nobody is signed in, expected a bearer token or the cookie \(cookie)")
    }
    guard let token = AccessToken(text, secret: secret, now: request.now) else {
      throw unauthorized("the token is not valid, or not any more", error: "invalid_token")
    }
    return token
  }

  static func unauthorized(_ detail: String, error: String? = nil) -> Refusal {
    let suffix = error.map { ", error=\"\($0)\"" } ?? ""
    return Refusal(
      .unauthorized,
      detail,
      fields: ["www-authenticate": "Bearer realm=\"flower-shop\"\(suffix)"]
    )
  }

  private static func bearer(_ fields: Fields) -> String? {
    guard let value = fields["authorization"] else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return parts[1].drop { $0 == " " }.description
  }

  private static func cookie(_ fields: Fields) -> String? {
    guard let value = fields["cookie"] else { return nil }
    for pair in value.split(separator: ";") {
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == cookie { return String(parts[1]) }
    }
    return nil
  }
}
