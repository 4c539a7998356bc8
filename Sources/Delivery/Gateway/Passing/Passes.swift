// SPDX-License-Identifier: Apache-2.0

import Editions
import Sites

/// The passes of a site, with the stored answers of their services. It belongs to a loop.
final class Passes {
  let cache: PassCache
  let hits: PassHits
  let webSockets: OpenWebSockets
  let counters: GatewayCounters
  private(set) var table: PassTable
  private let services: Services

  init(
    _ coalescer: LoopCoalescer,
    _ services: Services,
    _ webSockets: OpenWebSockets,
    _ counters: GatewayCounters
  ) {
    self.services = services
    self.webSockets = webSockets
    self.counters = counters
    cache = PassCache(coalescer, services.tracer)
    hits = PassHits(coalescer.store, on: coalescer.core)
    table = PassTable()
  }

  /// Takes over the passes of a publication, after its services.
  func renew(_ publication: Publication, in generation: ServedGeneration) {
    let site = publication.edition.site
    table = PassTable(
      site.passes,
      to: services,
      from: TrustedEdges(site.edges),
      in: generation
    )
  }

  /// Drops the answers that may not be served any more.
  func tidy() { hits.tidy() }
}
