// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
import Editions
import HTTPServer
import HTTPValues
import Sites

/// Redirects from old paths to new ones.
struct SiteRedirects {
  let site: ServedSite

  /// The redirect of a request, whose token and query stay with it on this site; `nil` for none.
  func answer(to request: borrowing RequestView) -> ReadyAnswer? {
    let redirects = site.edition.redirects
    guard !redirects.isEmpty, request.method == .get || request.method == .head else { return nil }
    let path = request.path
    guard path.count > 1, path[0] == UInt8(ascii: "/") else { return nil }
    let whole = path.extracting(1...)
    if let found = redirects.redirect(of: whole) {
      return answer(found.target, found.status, found.leavesSite, token: "", request)
    }
    guard let slash = whole.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let token = whole.extracting(first: slash)
    guard site.tokens.token(token) != nil,
      let found = redirects.redirect(of: whole.extracting((slash + 1)...))
    else { return nil }
    return answer(found.target, found.status, found.leavesSite, token: "/" + token.text, request)
  }

  private func answer(
    _ target: String,
    _ status: Status,
    _ leavesSite: Bool,
    token: String,
    _ request: borrowing RequestView
  ) -> ReadyAnswer {
    var location = target
    if !leavesSite {
      let path = target.hasPrefix("/") ? String(target.dropFirst()) : target
      location = "\(site.edition.site.baseURL)\(token)/\(path)"
    }
    let query = request.target.text.drop { $0 != "?" }
    if !query.isEmpty, !location.contains("?") { location += query }
    guard location.utf8Span.span.isFieldValue else {
      return .prepared(ContentProblems.notFound.response)
    }
    var fields: Fields = ["location": location]
    // A redirect lives as long as a document does.
    fields.append("cache-control", "public, max-age=\(site.edition.site.defaults.ttl)")
    return .response(Response(status, fields: fields), body: [])
  }
}
