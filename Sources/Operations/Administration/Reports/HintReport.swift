// SPDX-License-Identifier: Apache-2.0

import Learning
import Measure
import Serving

/// The documents that visitors ask for next, as each site has learned it, and what follows for its answers.
enum HintReport {
  /// The most rows, those of the most frequent ways.
  private static let mostRows = 500

  static func tables(of sites: [SiteService]) -> [FigureTable] {
    let reports = sites.compactMap { site in
      let report = site.hintLearning.report
      return report.settings.map { Learned(site: site.name, settings: $0, report: report) }
    }
    return [ways(reports), settings(reports)]
  }

  private struct Learned {
    let site: String
    let settings: HintSettings
    let report: HintLearning.Report
  }

  private static func ways(_ reports: [Learned]) -> FigureTable {
    var table = FigureTable("hints").columns([
      .init(.site, "The site."), .init(.route, "after", "The document that was visited."),
      .init(.next, "The document that the same visitors asked for soon after."),
      .init(.share, "The share of visits after which it was asked for."),
      .init(.hint, "Whether answers name it, or the reason why they do not."),
      .init(.visitors, "Visitors who went that way in one or two hours, estimated."),
      .init(.visits, "Visits to the first document, halved every hour."),
      .init(.asked, "asked for", "Visits after which the other followed, halved every hour."),
      .init(.ahead, "Visits after which it was fetched ahead, which are left out."),
    ])
    var rows: [(count: Double, figures: [Figure])] = []
    for learned in reports {
      for (name, route) in learned.report.routes.routes {
        for (next, follower) in route.followers {
          let share = route.share(of: follower)
          let figures: [Figure] = [
            .text(learned.site), .text(name), .text(next), .share(share),
            .text(learned.settings.verdict(share: share, visitors: follower.visitors)),
            .count(Int64(follower.visitors)), whole(route.visits), whole(follower.count),
            whole(follower.ahead),
          ]
          rows.append((follower.count, figures))
        }
      }
    }
    rows.sort { first, second in
      first.count != second.count
        ? first.count > second.count : "\(first.figures)" < "\(second.figures)"
    }
    for row in rows.prefix(mostRows) { table.add(row.figures) }
    return table
  }

  /// A count without the fraction that halving leaves.
  private static func whole(_ count: Double) -> Figure {
    .count(Int64(exactly: count.rounded()) ?? .max)
  }

  private static func settings(_ reports: [Learned]) -> FigureTable {
    var table = FigureTable("settings").columns([
      .init(.site, "The site."),
      .init(.share, "least share", "The least share of visits, of a document that is named."),
      .init(.most, "The most documents that one answer names."),
      .init(.visitors, "least visitors", "The least number of visitors who went that way."),
      .init(.within, "The time after a visit in which a request follows it."),
      .init(.documents, "The documents whose visits are counted."),
      .init(.lost, "left out", "Requests that were not counted, since there were too many."),
    ])
    for learned in reports {
      table.add([
        .text(learned.site), .share(learned.settings.share / 100),
        .count(Int64(learned.settings.most)), .count(Int64(learned.settings.visitors)),
        .seconds(Double(learned.settings.within)),
        .count(Int64(learned.report.routes.routes.count)), .count(Int64(learned.report.lost)),
      ])
    }
    return table
  }
}

extension HintSettings {
  /// Whether answers name a document that is asked for so often, or the reason why they do not.
  fileprivate func verdict(share: Double, visitors: Int) -> String {
    if visitors < self.visitors { return "no: too few visitors" }
    if share * 100 < self.share { return "no: too small a share" }
    return "yes"
  }
}
