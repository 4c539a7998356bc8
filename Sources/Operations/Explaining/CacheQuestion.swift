// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentResolution
package import HTTPValues
package import Reactor
package import Serving

/// The parameters of `/cache/lookup`: a URL, and the visitor who requests it.
package struct CacheQuestion {

  private static let names = ["url", "as", "accept", "encoding", "from", "site"]

  /// The codings that clients usually accept: the cache has an entry of its own for each of these.
  private static let usualEncodings = [
    "", "gzip", "gzip, br", "gzip, br, zstd", "br", "zstd", "gzip, zstd", "br, zstd",
  ]

  package let site: SiteChoice
  /// The address of the client; the unspecified address unless it is given.
  package let client: SocketAddress
  private let target: String
  private let origin: (scheme: Scheme, authority: String)?
  private let fields: Fields
  private let encodings: [String]

  package init(_ query: QueryParameters) throws(PlainError) {
    for pair in query.pairs where !CacheQuestion.names.contains(pair.name) && pair.name != "colour"
    {
      throw PlainError(
        "\"\(pair.name)\" means nothing; expected " + CacheQuestion.names.joined(separator: ", ")
      )
    }
    let url = try CacheQuestion.url(query["url"])
    (origin, target) = (url.origin, url.target)
    if let name = query["site"] {
      site = .named(name)
    } else {
      site = origin.map { .owner(of: $0.authority, $0.scheme) } ?? .unsaid
    }
    client = try CacheQuestion.client(query["from"])
    var fields = try CacheQuestion.visitor(query["as"] ?? "")
    if let accept = query["accept"] { fields.append("accept", accept) }
    self.fields = fields
    encodings = query["encoding"].map { [$0] } ?? CacheQuestion.usualEncodings
  }

  /// The requests to look up, one for each encoding.
  ///
  /// - Parameter host: the host of a URL that names none.
  package func requests(host: String) -> [Request] {
    encodings.map { encoding in
      var fields = fields
      if !encoding.isEmpty { fields.append("accept-encoding", encoding) }
      return Request(
        scheme: origin?.scheme ?? .http,
        authority: origin?.authority ?? host,
        target: target,
        fields: fields
      )
    }
  }

  static func url(
    _ text: String?
  ) throws(PlainError) -> (origin: (scheme: Scheme, authority: String)?, target: String) {
    let expectation = "expected one such as https://www.example.com/items/7, or a path"
    guard let text, !text.isEmpty else { throw PlainError("\"url\" is missing; \(expectation)") }
    let whole = text.prefix { $0 != "#" }
    guard whole.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw PlainError("\"url\" is \(text), which no request may have; \(expectation)")
    }
    if whole.hasPrefix("/") { return (nil, String(whole)) }
    let schemes = [("http://", Scheme.http), ("https://", .https)]
    guard let (prefix, scheme) = schemes.first(where: { whole.lowercased().hasPrefix($0.0) }) else {
      throw PlainError("\"url\" is \(text); \(expectation)")
    }
    let rest = whole.dropFirst(prefix.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.isEmpty else { throw PlainError("\"url\" is \(text); \(expectation)") }
    let path = rest.dropFirst(authority.count)
    return ((scheme, String(authority)), path.hasPrefix("/") ? String(path) : "/\(path)")
  }

  private static func client(_ text: String?) throws(PlainError) -> SocketAddress {
    let nowhere = "0.0.0.0"
    guard let client = SocketAddress(ip: text ?? nowhere, port: 0) else {
      throw PlainError("\"from\" is \(text ?? ""); expected an address such as 203.0.113.7")
    }
    return client
  }

  /// The fields of a visitor: languages, and members of `X-App`.
  private static func visitor(_ text: String) throws(PlainError) -> Fields {
    var (languages, members) = ([String](), [String]())
    for item in items(of: text) {
      if item.contains("=") { members.append(item) } else { languages.append(item) }
    }
    var fields = Fields()
    if !languages.isEmpty { fields.append("accept-language", languages.joined(separator: ", ")) }
    let none = DesiredLanguages()
    if languages.contains(where: { DesiredLanguages(acceptLanguage: $0.utf8Span.span) == none }) {
      throw PlainError("\"as\" is \(text); expected languages such as fr-CA, \(expectedMembers)")
    }
    guard !members.isEmpty else { return fields }
    let app = AppField(members.joined(separator: ", "))
    if let dropped = app.dropped.first {
      throw PlainError("\"as\" has \(dropped.text); expected \(dropped.expected)")
    }
    if let ignored = app.ignored.first {
      throw PlainError("\"as\" has \(ignored), which means nothing; expected \(expectedMembers)")
    }
    fields.append("x-app", members.joined(separator: ", "))
    return fields
  }

  private static let expectedMembers =
    "or " + VisitorClaims.Claim.names.map { "\($0)=" }.joined(separator: ", ")

  /// The items between commas; a comma in quotes is a part of its item.
  private static func items(of text: String) -> [String] {
    var (items, item, isQuoted) = ([String](), "", false)
    for character in text + "," {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        let trimmed = item.drop { $0 == " " }
        if !trimmed.isEmpty { items.append(String(trimmed)) }
        item = ""
      } else {
        item.append(character)
      }
    }
    if isQuoted { items.append(item) }
    return items
  }
}
