// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Plans

/// Finds the pass for a path: the one with the longest prefix.
struct PassTable {
  /// The result of matching a path.
  enum Match {
    /// The path in its normal form is passed on.
    case route(PassRoute, path: String)
    /// No path that servers agree about.
    case refused(NormalPath.Refusal)
  }

  private let routes: [PassRoute]
  /// The pass for what is nobody else's.
  private let last: PassRoute?

  /// A pass to a service that has no address leads nowhere.
  init(_ passes: [PassDeclaration], to services: Services) {
    let all = passes.compactMap { pass -> PassRoute? in
      guard let (declaration, upstream) = services.upstream(pass.backend) else { return nil }
      return PassRoute(
        pass,
        to: declaration,
        upstream,
        mirrored: services.mirror(pass.mirror)
      )
    }
    last = all.first { $0.declaration.isForTheRest }
    routes = all.filter { !$0.declaration.isForTheRest }
      .sorted { $0.declaration.prefix.utf8.count > $1.declaration.prefix.utf8.count }
  }

  /// The pass for a path without its query. The normal form of the path decides and is passed on, so
  /// that nobody is told one path and asks for another.
  func match(_ path: Span<UInt8>) -> Match? {
    routes.isEmpty ? nil : PassTable.match(path) { route($0) }
  }

  /// The same for a path that is none of the site's.
  func rest(_ path: Span<UInt8>) -> Match? {
    last == nil ? nil : PassTable.match(path) { _ in last }
  }

  private static func match(_ path: Span<UInt8>, to route: (Span<UInt8>) -> PassRoute?) -> Match? {
    switch NormalPath(path, policy: PathPolicy(keepsEncodedSlashes: true)) {
    case .unchanged: return route(path).map { .route($0, path: path.text) }
    case .changed(let normal):
      return route(normal.span).map {
        .route($0, path: String(decoding: normal, as: UTF8.self))
      }
    case .refused(let refusal): return route(path) == nil ? nil : .refused(refusal)
    }
  }

  private func route(_ path: Span<UInt8>) -> PassRoute? {
    for route in routes {
      let prefix = route.declaration.prefix.utf8Span.span
      guard path.count >= prefix.count, path.extracting(first: prefix.count).matches(prefix),
        path.count == prefix.count || path[prefix.count] == UInt8(ascii: "/")
      else { continue }
      return route
    }
    return nil
  }
}
