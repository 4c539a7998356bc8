// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Editions
import FourM
import Signals

extension AdminState {
  /// All metrics in Prometheus' text format.
  var metrics: String {
    var text = PrometheusText()
    text.write(registry.snapshot())
    let caches = services.sites.map { (site: $0.name, statistics: $0.store.statistics) }
    text.write(
      "portico_cache_bytes",
      "Bytes in the cache.",
      isCounter: false,
      caches.map { ([("site", $0.site)], $0.statistics.bytes) }
    )
    text.write(
      "portico_cache_entries",
      "Entries in the cache, by kind.",
      isCounter: false,
      AdminState.series(caches, "kind") { statistics in
        [
          ("answer", statistics.answers), ("fragment", statistics.fragments),
          ("mark", statistics.marks), ("tag", statistics.tags),
        ]
      }
    )
    text.write(
      "portico_cache_lookups_total",
      "Lookups in the cache, by result.",
      isCounter: true,
      AdminState.series(caches, "result") { statistics in
        [
          ("fresh", statistics.freshHits), ("stale", statistics.staleHits),
          ("error", statistics.errorHits), ("pass", statistics.passes),
          ("miss", statistics.misses),
        ]
      }
    )
    text.write(
      "portico_cache_removed_total",
      "Entries removed from the cache, by reason.",
      isCounter: true,
      AdminState.series(caches, "reason") { statistics in
        [
          ("evicted", statistics.evictedValues + statistics.evictedMarks),
          ("expired", statistics.expired), ("purged", statistics.purged),
          ("replaced", statistics.replaced),
        ]
      }
    )
    text.write(
      "portico_edition_documents",
      "Documents of the edition that is served.",
      isCounter: false,
      services.sites.map { site in
        ([("site", site.name)], site.publisher.publication?.edition.documentCount ?? 0)
      }
    )
    text.write(
      "portico_site_ready",
      "Whether there is an edition to serve.",
      isCounter: false,
      services.sites.map { ([("site", $0.name)], $0.publisher.publication == nil ? 0 : 1) }
    )
    certificates?.writeEnds(to: &text)
    return text.text
  }

  /// Returns the series of all sites, with a label for the site.
  private static func series(
    _ caches: [(site: String, statistics: StoreStatistics)],
    _ label: String,
    _ values: (StoreStatistics) -> [(String, Int)]
  ) -> [(labels: [(String, String)], value: Int)] {
    caches.flatMap { cache in
      values(cache.statistics).map { ([("site", cache.site), (label, $0.0)], $0.1) }
    }
  }
}
