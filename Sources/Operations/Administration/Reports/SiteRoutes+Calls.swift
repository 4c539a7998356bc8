// SPDX-License-Identifier: Apache-2.0

import Measure

extension SiteRoutes {
  /// The table of the calls of the last minute by route and service; the most first.
  static func calls(_ figures: [RouteFigures.Place: RouteFigures]) -> FigureTable {
    var table = FigureTable("calls").columns([
      .init(.site, "The site."),
      .init(.route, "The document, the documents of a folder, or the pass."),
      .init(.backend, "The service."),
      .init(.count, "in 1 min", "Calls of the last minute, retries not counted.", adds: true),
      .init(.rate, "calls", "Calls a second over the last minute.", adds: true),
      .init(.each, "Calls for each request of the last minute that needed services."),
    ])
    let rows = figures.flatMap { place, figures in
      figures.calls.map { (place: place, backend: $0.key, count: $0.value, figures: figures) }
    }
    let sorted = rows.sorted { first, second in
      (second.count, first.place.site, first.place.route, first.backend)
        < (first.count, second.place.site, second.place.route, second.backend)
    }
    for row in sorted.prefix(mostRows) {
      table.add([
        .text(row.place.site), .text(row.place.route), .text(row.backend),
        .count(Int64(clamping: row.count)), .perSecond(row.figures.callRate(to: row.backend)),
        row.figures.fanOut(to: row.backend).figure { .number($0) },
      ])
    }
    return table
  }
}
