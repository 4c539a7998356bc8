// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Gateway
import Measure
import Serving

/// The table of refreshes, which compose outdated answers again before anyone asks for them.
enum RefreshTable {
  static func table(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable("refreshes").columns([
      .init(.site, "The site."), .init(.time, "When it began, in UTC."),
      .init(.cause, "because", "What made answers outdated."),
      .init(.purges, "The numbers of the purges that operators ordered."),
      .init(.state, "How far it is, or how it ended."),
      .init(.rate, "The most answers that are composed in a second."),
      .init(.found, "The outdated answers that had been asked for."),
      .init(.composed, "Answers that were composed again."),
      .init(.failed, "Answers that could not be composed, since a service failed."),
      .init(.current, "Answers that somebody asked for before their turn."),
      .init(.gone, "Answers that the site has no more."),
      .init(.left, "Answers that are composed when somebody asks for them."),
      .init(.held, "Times that it was held, since a service had no room."),
    ])
    let all = sites.flatMap { site in
      site.cacheRefresh.reports.map { (site: site.name, report: $0) }
    }
    for (site, report) in all.sorted(by: { $0.report.begun > $1.report.begun }) {
      table.add(
        [
          .text(site), .text("\(UnixTime(seconds: report.begun))"), .text(report.cause),
          report.purges.isEmpty ? .none : .text(report.purges.joined(separator: ", ")),
          .text(report.state.rawValue), .perSecond(Double(report.rate)),
          .count(Int64(report.found)), .count(Int64(report.composed)),
          .count(Int64(report.failed)), .count(Int64(report.current)), .count(Int64(report.gone)),
          .count(Int64(report.left)), .count(Int64(report.held)),
        ],
        tone: report.failed > 0 || report.state == .late ? .warning : .usual
      )
    }
    return table
  }
}

extension RefreshReport {
  /// The report as JSON, for the report of a purge.
  var data: DataValue {
    .members([
      ("state", .text(state.rawValue)), ("begun", .number(begun)), ("ended", .number(ended)),
      ("perSecond", .number(Int64(rate))), ("found", .number(Int64(found))),
      ("composed", .number(Int64(composed))), ("failed", .number(Int64(failed))),
      ("current", .number(Int64(current))), ("gone", .number(Int64(gone))),
      ("left", .number(Int64(left))), ("held", .number(Int64(held))),
    ])
  }
}
