// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
package import ContentResolution
package import Editions

/// The address of a document as people, links and the log have it: with or without a host, an audience, the
/// suffix of a format and a query, such as `/fr.ca/items/7.plist?limit=2`.
package struct AskedAddress {
  /// The path without a slash at its begin.
  package let path: String
  /// The query with its question mark; empty for none.
  package let query: String

  package init(_ text: String) {
    var rest = text.prefix { $0 != "#" }
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    path = String(rest[..<mark].drop { $0 == "/" })
    query = String(rest[mark...])
  }

  /// The document of an edition that is asked about.
  package struct Subject {
    package let number: DocumentNumber
    /// The path without an audience and the suffix of a format.
    package let path: String
    package let token: AudienceToken
    /// Whether the audience is named, by a parameter or by the path.
    package let isNamed: Bool
  }

  /// Finds the document; the first segment of the path may be an audience.
  package func subject(
    in edition: Edition,
    for visitor: VisitorOptions,
    seal: SiteSeal
  ) throws -> Subject {
    let suffix = AnswerFormat.allCases.map { "\($0.suffix)" }.first { path.hasSuffix($0) } ?? ""
    let plain = edition.number(of: path) == nil ? String(path.dropLast(suffix.utf8.count)) : path
    if let number = edition.number(meantBy: plain) {
      let audience = try visitor.token(in: edition, seal: seal)
      return Subject(number: number, path: plain, token: audience, isNamed: visitor.hasToken)
    }
    guard let slash = plain.firstIndex(of: "/"),
      case let rest = String(plain[plain.index(after: slash)...]),
      let number = edition.number(meantBy: rest),
      let audience = TokenReader(edition.words, seal: seal)
        .token(String(plain[..<slash]).utf8Span.span)
    else { throw PlainError.noDocument(path, in: edition) }
    guard !visitor.isDescribed else {
      throw UsageError(
        "path is \(path), which names an audience already; expected no other description of the visitor"
      )
    }
    return Subject(number: number, path: rest, token: audience, isNamed: true)
  }
}
