// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Plans

/// Finds the pass for a path: the one with the longest prefix.
struct PassTable {
  /// The result of matching a path.
  enum Match {
    /// A pass, and the normal form of the path.
    case route(PassRoute, path: String)
    /// The path has no normal form that all servers agree about.
    case refused(NormalPath.Refusal)
  }

  private let routes: [PassRoute]
  /// The pass for all other paths.
  private let last: PassRoute?

  /// Makes a table without passes.
  init() {
    routes = []
    last = nil
  }

  /// Makes the table; passes to services without an address are left out.
  init(
    _ passes: [PassDeclaration],
    to services: Services,
    in generation: ServedGeneration
  ) {
    let all = passes.compactMap { pass -> PassRoute? in
      guard let (declaration, upstream) = services.upstream(pass.backend, along: pass.shownPrefix)
      else { return nil }
      return PassRoute(
        pass,
        to: declaration,
        upstream,
        mirrored: services.mirror(pass.mirror),
        in: generation
      )
    }
    last = all.first { $0.declaration.isForTheRest }
    routes = all.filter { !$0.declaration.isForTheRest }
      .sorted { $0.declaration.prefix.utf8.count > $1.declaration.prefix.utf8.count }
  }

  /// Returns the pass for a path without its query. The normal form of the path decides and is
  /// passed on, so that the gateway and the service never understand one path differently.
  func match(_ path: Span<UInt8>) -> Match? {
    routes.isEmpty ? nil : PassTable.match(path) { route($0) }
  }

  /// Returns the pass for a path that belongs to nothing else of the site.
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
