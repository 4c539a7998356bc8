// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPValues
import Measure
import Purging
import Serving

/// The table of edges: what probes at the public URLs found, beside what the site promises.
enum EdgeTable {
  static func table(of sites: [SiteService], at now: Int64) -> FigureTable {
    var table = FigureTable("edges").columns([
      .init(.site, "The site."), .init(.edge, "The CDN or proxy."),
      .init(.kind, "Its kind."), .init(.url, "The public URL that is probed."),
      .init(.probes, "Probes of the last 15 minutes that were answered.", adds: true),
      .init(.failures, "Probes of the last 15 minutes that were not.", adds: true),
      .init(.hits, "The share of probes that the edge answered itself."),
      .init(.promisedHits, "promised", "The least share of hits that is promised."),
      .init(.stale, "The longest that an answer was given after its end of freshness."),
      .init(.promisedStale, "promised", "The most of that that is promised."),
      .init(.purge, "The longest that a purge of the last day took, until proven."),
      .init(.promisedPurge, "promised", "The most of that that is promised."),
      .init(.state, "kept, or the promise that does not hold."),
    ])
    for site in sites {
      for figures in site.edgeMeter.figures(at: now) {
        let settings = figures.settings
        let broken = figures.broken
        let isKnown = figures.answered + figures.failures > 0
        table.add(
          [
            .text(site.name), .text(figures.edge), .text(figures.kind.rawValue),
            settings.address.map { .text("\($0.scheme)://\($0.authority)") } ?? .none,
            .count(Int64(figures.answered)), .count(Int64(figures.failures)),
            figures.hitRatio.figure { .share($0) }, .share(Double(settings.hits) / 100),
            figures.worstStale.figure { .seconds(Double($0)) },
            .seconds(Double(settings.staleSeconds)),
            figures.worstPurge.figure { .seconds(Double($0) / 1_000) },
            .seconds(Double(settings.purgeSeconds)),
            .text(
              broken.isEmpty
                ? isKnown ? "kept" : "not probed yet"
                : broken.map { $0.text }.joined(separator: "; ")
            ),
          ],
          tone: broken.isEmpty ? .usual : .failure
        )
      }
    }
    return table
  }
}
