// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions

/// Who a command asks for: a token as it stands in URLs, or what a request would say.
struct VisitorOptions {
  static let options: [OptionDefinition] =
    [
      OptionDefinition(name: "token", value: "TOKEN", summary: "A token, such as fr.ca.phone.3"),
      OptionDefinition(
        name: "at",
        value: "TIME",
        summary: "Another instant, such as 2026-12-20T00:00Z",
        fallback: "now"
      ),
    ]
    + VisitorClaims.Claim.names.filter { $0 != "session" }.map { name in
      OptionDefinition(name: name, value: name.uppercased(), summary: "What X-App would say")
    }

  let instant: UnixTime
  private let token: String?
  private let visitor: Visitor

  init(_ arguments: Arguments, _ definition: CommandDefinition) throws(UsageError) {
    token = arguments.value("token")
    var claims = VisitorClaims()
    for name in VisitorClaims.Claim.names { claims.field[name] = arguments.value(name) }
    visitor = Visitor(claims)
    guard token == nil || claims == VisitorClaims() else {
      throw UsageError("--token says who asks already", definition)
    }
    guard let text = arguments.value("at") else {
      instant = SiteOptions.now
      return
    }
    guard let instant = UnixTime(text) else {
      throw UsageError("--at is \(text), expected a time such as 2026-12-20T00:00Z", definition)
    }
    self.instant = instant
  }

  /// The class that an edition puts them in.
  func token(in edition: Edition, seal: SiteSeal) throws -> AudienceToken {
    guard let token else { return AudienceToken(edition.audience(of: visitor)) }
    guard !token.isEmpty else { return AudienceToken(Audience()) }
    let bytes = Array(token.utf8)
    guard let read = TokenReader(edition.words, seal: seal).token(bytes.span) else {
      throw UsageError("--token \(token) has not the form of a token", nil)
    }
    return read
  }
}
