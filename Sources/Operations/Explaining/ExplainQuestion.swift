// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Edges
package import Editions
import HTTPValues
import Serving
import Sites

/// The parameters of `/explain`: a document or a URL, a visitor and an instant.
struct ExplainQuestion {
  private static let names = ["path", "site", "token", "at"] + VisitorClaims.Claim.names

  let site: SiteChoice
  let visitor: VisitorOptions
  /// The instant that is asked about, if it is not the present.
  let otherInstant: UnixTime?
  private let claims: VisitorClaims
  private let address: AskedAddress

  init(_ query: QueryParameters) throws(Refusal) {
    for pair in query.pairs
    where !ExplainQuestion.names.contains(pair.name) && pair.name != "colour" {
      throw .init(
        .badRequest,
        "\"\(pair.name)\" means nothing; expected " + ExplainQuestion.names.joined(separator: ", ")
      )
    }
    var target = query["path"] ?? ""
    var owner: SiteChoice?
    if target.contains("://") {
      do throws(PlainError) {
        let url = try CacheQuestion.url(target)
        target = url.target
        owner = url.origin.map { .owner(of: $0.authority, $0.scheme) }
      } catch {
        throw .init(.badRequest, error.description)
      }
    }
    site = query["site"].map { .named($0) } ?? owner ?? .unsaid
    address = AskedAddress(target)
    var claims = VisitorClaims()
    for name in VisitorClaims.Claim.names {
      if let value = query[name] { claims.field[name] = value }
    }
    self.claims = claims
    if let fault = claims.faults.first {
      throw .init(.badRequest, "\(fault.name) is \(fault.text); expected \(fault.expected)")
    }
    let token = query["token"]
    guard token == nil || claims == VisitorClaims() else {
      throw .init(.badRequest, "\"token\" already describes the visitor; expected one of both")
    }
    otherInstant = try query["at"].map { text throws(Refusal) in
      guard let instant = UnixTime(text) else {
        throw .init(.badRequest, "at is \(text); expected a time such as \(UnixTime.example)")
      }
      return instant
    }
    visitor = VisitorOptions(token: token, claims, at: otherInstant ?? UnixTime.now)
  }

  /// Finds the document; the first segment of the path may be an audience, as in the addresses of the log.
  func subject(in edition: Edition, seal: SiteSeal) throws -> AskedAddress.Subject {
    try address.subject(in: edition, for: visitor, seal: seal)
  }

  /// The request of the visitor for a document; `nil` for a path with braces, which stands for many.
  ///
  /// - Parameters:
  ///   - audience: the first segment of the document's address; empty for a document without one.
  ///   - edge: the CDN that passes it on; `nil` for the visitor's own request.
  func request(
    for subject: AskedAddress.Subject,
    of edition: Edition,
    audience: String,
    as format: AnswerFormat,
    through edge: EdgeSettings?,
    host: String
  ) -> Request? {
    guard !subject.path.contains("{") else { return nil }
    var fields: Fields = ["accept": format.mediaType]
    var target = "/\(subject.path)\(address.query)"
    if subject.isNamed || subject.path != edition.site.config {
      if !audience.isEmpty { target = "/\(audience)\(target)" }
    } else {
      let members = VisitorClaims.Claim.names.compactMap { name in
        claims.field[name].map { "\(name)=\"\(ExplainQuestion.escaped($0))\"" }
      }
      if !members.isEmpty { fields.append("x-app", members.joined(separator: ", ")) }
      for (name, value) in [
        (edge?.countryField, claims.field.country), (edge?.deviceField, claims.field.device),
      ] {
        if let name = name.flatMap({ FieldName($0) }), let value { fields.append(name, value) }
      }
    }
    guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return Request(.get, scheme: .http, authority: host, target: target, fields: fields)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}

extension PlainError {
  /// An edition does not have a document.
  package static func noDocument(_ path: String, in edition: Edition) -> PlainError {
    let near = Suggestion.nearest(to: path, among: edition.drafts.lazy.map(\.path))
    return PlainError(
      "edition \(edition.name) has no document \(path)"
        + (near.map { "; did you mean \($0)?" } ?? "")
    )
  }
}
