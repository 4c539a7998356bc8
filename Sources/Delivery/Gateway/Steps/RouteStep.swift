// SPDX-License-Identifier: Apache-2.0

import Bytes
import Editions
import HTTPServer
import HTTPValues
import Sites

/// Finds what the path of a request belongs to.
struct RouteStep {
  enum Route {
    case document(ContentTarget)
    /// A pass, with the path in its normal form.
    case pass(PassRoute, path: String)
    /// The site's beacon for reports of apps.
    case beacon(BeaconSettings)
    /// None of these: a redirect, the allowed methods, or a refusal.
    case answer(GivenAnswer)
  }

  let site: ServedSite
  let passes: Passes

  /// Finds the route. A pass goes before a document, except the pass for all other paths.
  func route(of request: borrowing RequestView) -> Route {
    if request.method == .post, let beacon = site.edition.site.beacon,
      request.path.matches(beacon.path.utf8Span.span)
    {
      return .beacon(beacon)
    }
    if let match = passes.table.match(request.path) { return route(along: match) }
    let target = site.target(request.target)
    if target == nil, let match = passes.table.rest(request.path) { return route(along: match) }
    if request.method == .options { return .settings(options(for: target, request)) }
    let isRead = request.method == .get || request.method == .head
    if target == nil, isRead {
      if let redirect = SiteRedirects(site: site).answer(to: request) { return .settings(redirect) }
      if request.path.matches("/") { return .settings(.prepared(site.front)) }
    }
    guard isRead || request.method == .query else {
      let isList = target?.list != nil
      return .problem(
        isList ? ContentProblems.listMethodNotAllowed : ContentProblems.methodNotAllowed
      )
    }
    guard let target, !site.publication.overlay.hides(target.path) else {
      return .problem(ContentProblems.notFound)
    }
    return .document(target)
  }

  private func route(along match: PassTable.Match) -> Route {
    switch match {
    case .refused(let refusal): return .problem(PassProblems.badPath(refusal))
    case .route(let route, let path):
      guard !site.publication.overlay.hides(String(path.dropFirst())) else {
        return .problem(ContentProblems.notFound)
      }
      return .pass(route, path: path)
    }
  }

  /// The answer to OPTIONS for a document, or for the whole site.
  private func options(
    for target: ContentTarget?,
    _ request: borrowing RequestView
  ) -> ReadyAnswer {
    guard let target else {
      guard request.path.matches("*".utf8Span.span) else {
        return .prepared(ContentProblems.notFound.response)
      }
      return site.policies.options("GET, HEAD, QUERY, OPTIONS", to: request)
    }
    let methods = target.list == nil ? "GET, HEAD, OPTIONS" : "GET, HEAD, QUERY, OPTIONS"
    return site.policies.options(methods, to: request)
  }
}

extension RouteStep.Route {
  fileprivate static func settings(_ answer: ReadyAnswer) -> RouteStep.Route {
    .answer(GivenAnswer(.route, .settings, .fixed(answer)))
  }

  fileprivate static func problem(_ refusal: Refusal) -> RouteStep.Route {
    .answer(.problem(refusal, at: .route))
  }
}
