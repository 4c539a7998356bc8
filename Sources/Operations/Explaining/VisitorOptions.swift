// SPDX-License-Identifier: Apache-2.0

package import Commands
package import ContentModel
package import ContentResolution
import Edges
package import Editions
import Serving
import Sites

/// The visitor in a command's options: an audience token, or request headers.
package struct VisitorOptions {
  package static let options: [Option] =
    [
      Option("token TOKEN", "A token, such as fr.ca.phone.3"),
      Option(
        "header FIELD",
        "A request field, such as 'X-App: version=2.10' or 'Accept-Language: fr';"
          + " malformed members of X-App are reported",
        repeats: true
      ),
      Option("at TIME", "Another instant, such as 2026-12-20T00:00Z", fallback: "now"),
    ]
    + VisitorClaims.Claim.names.filter { $0 != "session" }.map { name in
      Option("\(name) \(name.uppercased())", "The value in X-App")
    }

  package let instant: UnixTime
  /// The value of `X-App`; `nil` without such a header.
  package let app: AppField?
  private let token: String?
  /// Headers by lower-case name, repeated ones joined.
  package let headers: [String: String]
  private let claims: VisitorClaims

  package init(_ arguments: Arguments) throws(UsageError) {
    token = arguments.value("token")
    instant =
      try arguments.value("at", expected: "a time such as 2026-12-20T00:00Z") { UnixTime($0) }
      ?? UnixTime.now
    headers = try VisitorOptions.headers(arguments.all("header"))
    app = headers["x-app"].map { AppField($0) }
    var claims = VisitorClaims()
    if let app { claims.take(app) }
    claims.acceptLanguage = headers["accept-language"]
    claims.userAgent = headers["user-agent"]
    for name in VisitorClaims.Claim.names {
      if let value = arguments.value(name) { claims.field[name] = value }
    }
    for fault in claims.faults where arguments.has(fault.name) {
      throw UsageError("--\(fault.name) is \(fault.text), expected \(fault.expected)")
    }
    self.claims = claims
    guard token == nil || claims == VisitorClaims() && headers.isEmpty else {
      throw UsageError("--token already describes the visitor")
    }
  }

  /// A visitor with some properties, or with an audience's token.
  init(token: String?, _ claims: VisitorClaims, at instant: UnixTime) {
    (self.token, self.claims, self.instant) = (token, claims, instant)
    headers = [:]
    app = nil
  }

  private static func headers(_ lines: [String]) throws(UsageError) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
        throw UsageError("--header is \(line), expected a field such as 'X-App: version=2.10'")
      }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      headers.merge([line[..<colon].lowercased(): value]) { "\($0), \($1)" }
    }
    return headers
  }

  /// Returns the visitor, with the headers that the edges of an edition are trusted to set.
  private func visitor(in edition: Edition) throws(UsageError) -> Visitor {
    var claims = claims
    for (name, value) in headers where !VisitorOptions.ownHeaders.contains(name) {
      let edges = edition.site.edges
      if edges.contains(where: { $0.countryField?.lowercased() == name }) {
        claims.edgeCountry = value
      } else if edges.contains(where: { $0.deviceField?.lowercased() == name }) {
        claims.edgeDevice = value
      } else {
        throw UsageError(
          "--header \(name) does not describe a visitor; expected X-App, Accept-Language, User-Agent"
            + " or the field of an edge for country or device"
        )
      }
    }
    return Visitor(claims)
  }

  private static let ownHeaders = ["x-app", "accept-language", "user-agent"]

  /// Whether a token describes the visitor.
  var hasToken: Bool { token != nil }

  /// Whether anything describes the visitor.
  var isDescribed: Bool { hasToken || claims != VisitorClaims() || !headers.isEmpty }

  /// Returns the audience of the visitor in an edition.
  package func token(in edition: Edition, seal: SiteSeal) throws -> AudienceToken {
    guard let token else { return AudienceToken(edition.audience(of: try visitor(in: edition))) }
    guard !token.isEmpty else { return AudienceToken(Audience()) }
    let bytes = Array(token.utf8)
    guard let read = TokenReader(edition.words, seal: seal).token(bytes.span) else {
      throw UsageError("--token \(token) does not have the form of a token")
    }
    return read
  }
}
