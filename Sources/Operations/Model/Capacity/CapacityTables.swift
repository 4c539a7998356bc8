// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Measure
import Monitor
import Sites

/// The tables of the coming days, of the flows, of what requests cost, and of the busiest minutes.
extension ModelTables {
  /// The peak hour of each coming day, beside what the first limit allows.
  static func forecast(_ forecast: CapacityForecast?, beside headroom: Headroom) -> FigureTable {
    var table = FigureTable("forecast").columns([
      .init(.day, "The day, of UTC."),
      .init(.weekday, "Its name."),
      .init(.hour, "The hour that usually has the most requests on that weekday, of UTC."),
      .init(
        .rate,
        "peak",
        "Requests a second in the peak hour: the mean of the same weekdays of the last four weeks, and "
          + "their trend."
      ),
      .init(.used, "of at most", "The share of the requests of this mix that fit."),
      .init(.limit, "first", "The limit that is reached first, of those that are known."),
    ])
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
    var table = FigureTable("flows").columns([
      .init(.site, "The site."), .init(.flow, "The flow of visitors."),
      .init(.share, "Its share of the visits."),
      .init(.steady, "Visits a second, as the steady rate has them."),
      .init(.peak, "Visits a second at the peak."),
    ])
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

  /// The cost of a request of each class beside a load.
  static func costs(_ costs: Result<RequestCosts, PlainError>, _ load: TrafficLoad) -> FigureTable {
    var table = FigureTable("costs").columns([
      .init(.class, "The work that a request is."),
      .init(.cost, "Processor time of a request."),
      .init(.minutes, "from", "The minutes of the last day that show it."),
      .init(.rate, "Requests a second of the load."),
      .init(.processor, "cores", "The cores that they need."),
      .init(
        .unknown,
        "Why there is no figure, or that it follows from another class by the usual ratio."
      ),
    ])
    let (known, work) = (try? costs.get(), try? load.work.get())
    for one in RequestClass.allCases {
      let (cost, rate) = (known?.costs[one], work?[one] ?? 0)
      guard cost?.minutes != 0 || rate > 0 else { continue }
      var reason: String?
      if case .failure(let unknown) = costs { reason = unknown.description }
      if cost?.minutes == 0 { reason = "by the usual ratio to other requests" }
      if case .failure(let unknown) = load.work { reason = unknown.description }
      table.add([
        .code(one.rawValue), (cost?.seconds).figure { .seconds($0) },
        (cost?.minutes).figure { .count(Int64($0)) }, work.figure { _ in .perSecond(rate) },
        cost.figure { .number($0.seconds * rate) }, reason.figure { .text($0) },
      ])
    }
    return table
  }

  /// The busiest minute in which promises were kept, and the least busy one above it in which one was broken.
  static func busiest(_ capacity: MeasuredCapacity?) -> FigureTable {
    var table = FigureTable("busiest").columns(
      [
        .init(.promises, "Whether all of them were kept in the minute."),
        .init(.time, "The minute."), .init(.processor, "cores", "The cores that were used."),
        .init(.rate, "Requests a second."),
      ]
        + RequestClass.allCases.map {
          .init(named: $0.rawValue, "Requests a second of this class.")
        }
    )
    for (word, minute) in [("kept", capacity?.held), ("broken", capacity?.broken)] {
      guard let minute else { continue }
      table.add(
        [
          .text(word), .text(UnixTime(seconds: Int64(minute.time)).description),
          .number(minute.processor), .perSecond(minute.total),
        ] + RequestClass.allCases.map { .perSecond(minute.work[$0] ?? 0) }
      )
    }
    return table
  }
}
