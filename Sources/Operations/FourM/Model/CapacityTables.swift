// SPDX-License-Identifier: Apache-2.0

import Sites

/// The tables of the coming days, of the flows, and of the throughput by concurrency.
extension ModelTables {
  /// The peak hour of each coming day, beside what the first limit allows.
  static func forecast(_ forecast: CapacityForecast?, beside headroom: Headroom) -> FigureTable {
    var table = FigureTable(
      "forecast",
      [
        .init("day", "day", "The day, of UTC."),
        .init("weekday", "weekday", "Its name."),
        .init(
          "hour",
          "hour",
          "The hour that usually has the most requests on that weekday, of UTC."
        ),
        .init(
          "rate",
          "peak",
          "Requests a second in the peak hour: the mean of the same weekdays of the last four weeks, and "
            + "their trend."
        ),
        .init("used", "of at most", "The share of the requests of this mix that fit."),
        .init("limit", "first", "The limit that is reached first, of those that are known."),
      ]
    )
    let (sustainable, limit) = (headroom.sustainable, headroom.first?.name)
    for (number, rate) in (forecast?.peaks ?? []).enumerated() {
      let day = (forecast?.tomorrow ?? 0) + number
      let hour = forecast?.hours[number] ?? 0
      table.add(
        [
          .text(HourlyFigure.date(day)), .text(HourlyFigure.weekday(day)),
          .text("\(hour < 10 ? "0" : "")\(hour):00"), .perSecond(rate),
          sustainable.figure { $0 > 0 ? .share(rate / $0) : .none }, limit.figure { .text($0) },
        ],
        tone: rate > sustainable ?? .infinity ? .warning : .usual
      )
    }
    return table
  }

  /// The flows of the models with their shares of the visits.
  static func flows(of sites: [ExpectedTraffic]) -> FigureTable {
    var table = FigureTable(
      "flows",
      [
        .init("site", "site", "The site."), .init("flow", "flow", "The flow of visitors."),
        .init("share", "share", "Its share of the visits."),
        .init("steady", "steady", "Visits a second, as the steady rate has them."),
        .init("peak", "peak", "Visits a second at the peak."),
      ]
    )
    for site in sites {
      for flow in site.flows {
        table.add([
          .text(site.site), .text(flow.name), .share(flow.share),
          (site.visits?.steady).figure { .perSecond($0 * flow.share) },
          (site.visits?.peak).figure { .perSecond($0 * flow.share) },
        ])
      }
    }
    return table
  }

  /// The points that the curve has beyond those that were measured.
  private static let furtherPoints = 8

  /// The throughput by concurrency: its law, and the measured points beside the curve.
  static func scalability(
    _ curve: Result<ScalabilityCurve, ScalabilityCurve.Unknown>
  )
    -> [FigureTable]
  {
    var law = FigureTable(
      "scalability",
      [
        .init("single", "one at a time", "Requests a second with one under way at a time."),
        .init("contention", "contention", "The share of the work that waits for other requests."),
        .init(
          "coherency",
          "coherency",
          "The share of the work that each request adds to every other one."
        ),
        .init("peakConcurrency", "most at", "Requests at once with the largest throughput."),
        .init("peakRate", "at most", "The largest throughput, in requests a second."),
        .init("distance", "off by", "The mean distance of the measured points from the curve."),
        .init("unknown", "unknown", "Why there is no curve."),
      ]
    )
    var points = FigureTable(
      "curve",
      [
        .init("concurrency", "at once", "Requests under way at once, on average."),
        .init("measured", "measured", "Requests a second in the windows of 10 s with as many."),
        .init("fitted", "curve", "Requests a second by the law."),
        .init("windows", "windows", "The number of those windows in the last day."),
      ]
    )
    switch curve {
    case .failure(let unknown):
      law.add(
        [Figure](repeating: .none, count: law.columns.count - 1) + [.text(unknown.description)]
      )
    case .success(let curve):
      law.add([
        .perSecond(curve.single), .share(curve.contention), .share(curve.coherency),
        curve.peak.figure { .number($0) },
        curve.peak.figure { .perSecond(curve.throughput(at: $0)) }, .share(curve.distance), .none,
      ])
      for point in curve.points {
        points.add([
          .number(point.concurrency), .perSecond(point.throughput),
          .perSecond(curve.throughput(at: point.concurrency)), .count(Int64(point.windows)),
        ])
      }
      let last = curve.points.last?.concurrency ?? 0
      for step in 1...furtherPoints {
        let concurrency = last + (curve.end - last) * Double(step) / Double(furtherPoints)
        points.add([
          .number(concurrency), .none, .perSecond(curve.throughput(at: concurrency)), .none,
        ])
      }
    }
    return [law, points]
  }
}
