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
    case pass(PassRoute, path: String)
    /// The site's beacon for reports of apps.
    case beacon(BeaconSettings)
    /// None of these: a redirect, the allowed methods, or a refusal.
    case answer(GivenAnswer)
  }

  let site: ServedSite
  let passes: Passes

  /// Finds the route. A pass goes before a document, except the pass for all other paths.
  ///
  /// - Parameter request: with its path in normal form.
  func route(of request: borrowing RequestView) -> Route {
    if request.method == .post, let beacon = site.edition.site.beacon,
      request.path.matches(beacon.path.utf8Span.span)
    {
      return .beacon(beacon)
    }
    if let pass = passes.table.match(request.path) { return route(along: pass, request.path) }
    let target = site.target(request.target)
    if target == nil, let rest = passes.table.rest, !request.path.matches("*") {
      return route(along: rest, request.path)
    }
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
    guard let target, !site.publication.hides(target.path) else {
      return .problem(ContentProblems.notFound)
    }
    return .document(target)
  }

  private func route(along pass: PassRoute, _ path: Span<UInt8>) -> Route {
    let text = path.text
    let isPlain =
      path.firstIndex(of: UInt8(ascii: "%")) == nil && path.firstIndex(of: UInt8(ascii: ";")) == nil
    guard isPlain || LenientPath.read(path, { leads($0, along: pass) }),
      !site.publication.hides(String(text.dropFirst()))
    else { return .problem(ContentProblems.notFound) }
    return .pass(pass, path: text)
  }

  /// Whether the lenient form of a path leads along the same pass as the path: its service may read it so.
  private func leads(_ path: Span<UInt8>, along pass: PassRoute) -> Bool {
    if let other = passes.table.match(path) { return other === pass }
    let isBeacon = site.edition.site.beacon.map { path.matches($0.path.utf8Span.span) } ?? false
    return pass === passes.table.rest && !isBeacon && site.target(path) == nil
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
