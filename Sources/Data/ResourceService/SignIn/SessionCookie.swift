// SPDX-License-Identifier: Apache-2.0

import HTTPValues
package import Sites

// A page may keep the token of a session in a cookie that its scripts cannot read (RFC 6265bis): `__Host-`
// binds it to this host and to https. The browser sends it with every request, whichever page has caused
// that, so a request that changes something must say that it comes from a page of this origin, by
// Sec-Fetch-Site or by Origin. One that says neither is refused: every browser says at least one.

/// The cookie with the token of a session.
package struct SessionCookie: Sendable, Hashable {
  package static let name = ResourceSettings.sessionCookie

  private let sameSite: PeopleDeclaration.SameSite

  package init(_ sameSite: PeopleDeclaration.SameSite) { self.sameSite = sameSite }

  /// The field that sets the cookie, for some seconds.
  func setting(_ token: String, seconds: Int64) -> String {
    "\(Self.name)=\(token); Path=/; Max-Age=\(seconds); Secure; HttpOnly; "
      + "SameSite=\(sameSite == .lax ? "Lax" : "Strict")"
  }

  /// The field that removes the cookie.
  var removing: String { setting("", seconds: 0) }

  /// The token in the cookies of a request; `nil` without the cookie.
  static func token(_ fields: Fields) -> String? {
    for cookies in fields.values(of: FieldName(.cookie)) {
      for cookie in cookies.split(separator: ";") {
        let pair = cookie.drop { $0 == " " }
        guard pair.hasPrefix("\(name)=") else { continue }
        return String(pair.dropFirst(name.utf8.count + 1))
      }
    }
    return nil
  }

  /// Whether a request comes from a page of this origin, or from the user directly.
  static func isOwn(_ request: ResourceRequest) -> Bool {
    let fields = request.fields
    if let site = fields["sec-fetch-site"] { return ["same-origin", "none"].contains(site) }
    guard let origin = fields["origin"], let host = request.sender.host else {
      return false
    }
    return origin.lowercased() == "https://\(host.lowercased())"
  }

  /// Refuses a request of another page.
  static func checkOwn(_ request: ResourceRequest) throws(ResourceProblem) {
    guard !isOwn(request) else { return }
    let fields = request.fields
    let seen =
      fields["sec-fetch-site"].map { "sec-fetch-site is \($0.prefix(20))" }
      ?? fields["origin"].map { "origin is \($0.prefix(60))" }
      ?? "there is neither sec-fetch-site nor origin"
    throw ResourceProblem(
      .crossSite,
      "\(seen); expected a page of the same origin, or the token in authorization instead of a cookie"
    )
  }
}
