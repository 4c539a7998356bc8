// SPDX-License-Identifier: Apache-2.0

import Measure
import Purging

/// The promises of a site about its edges, and those that do not hold.
enum EdgePromises {
  /// The newest purges, whose times are looked at.
  static let lookedAtPurges = 1_000

  /// The promises that edges do not keep.
  static func conditions(of sites: [SiteService], at now: Int64) -> [AlertCondition] {
    sites.flatMap { site in
      site.edgeMeter.figures(at: now).flatMap { figures in
        figures.broken.map { promise, text in
          AlertCondition(
            "edge/\(site.name)/\(figures.edge)/\(promise)",
            promise == "reach" ? .page : .ticket,
            site: site.name,
            look: OperatorPath.edges.text,
            "\(figures.edge): \(text)"
          )
        }
      }
    }
  }
}
