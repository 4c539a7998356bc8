// SPDX-License-Identifier: Apache-2.0

import Bytes
import Passing
import Services

/// Finds the pass for a path: the one with the longest prefix.
struct PassTable {
  private let routes: [PassRoute]
  /// The pass for a path that belongs to nothing else of the site.
  let rest: PassRoute?

  /// Makes a table without passes.
  init() {
    routes = []
    rest = nil
  }

  /// Makes the table; passes to records that are not there are left out.
  init(
    _ passes: [PassDeclaration],
    to services: Services,
    from edges: TrustedEdges,
    in generation: ServedGeneration
  ) {
    let all = passes.compactMap { pass -> PassRoute? in
      guard let service = services.service(named: pass.backend),
        let destination = PassTable.destination(of: pass, service, services)
      else { return nil }
      return PassRoute(
        pass,
        to: service.declaration,
        destination,
        from: edges,
        mirrored: services.mirror(pass.mirror),
        in: generation
      )
    }
    rest = all.first { $0.declaration.isForTheRest }
    routes = all.filter { !$0.declaration.isForTheRest }
      .sorted { $0.declaration.prefix.utf8.count > $1.declaration.prefix.utf8.count }
  }

  private static func destination(
    of pass: PassDeclaration,
    _ service: Service,
    _ services: Services
  ) -> PassRoute.Destination? {
    if service.declaration.isLocal { return services.records.map { .records($0) } }
    return services.forwarder(to: service, along: pass).map { .service($0) }
  }

  /// Returns the pass for a path in normal form, without its query.
  func match(_ path: Span<UInt8>) -> PassRoute? {
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
