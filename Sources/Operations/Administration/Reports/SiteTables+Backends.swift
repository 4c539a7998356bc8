// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Gateway
import Measure
import Monitor
import Serving
import Signals

/// The tables of the times and the failures of services.
extension SiteTables {
  /// The parts of the calls to each service: opening connections, waiting for the answer, and all of it.
  static func durations(_ inspections: [SiteInspection], _ history: SignalHistory) -> FigureTable {
    var table = FigureTable("durations").columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(
        .part,
        "connect: name, TCP and TLS of a new connection; first byte: from the end of a request to "
          + "the head of its answer; total: the call with all attempts and waits."
      ),
      .init(.count, "in 1 min", "Values of the last minute.", adds: true),
      .init(.p50, "Half of those of the last minute took at most this long."),
      .init(.p99, "99 of 100 of the last minute took at most this long."),
      .init(.hourCount, "in 1 h", "Values of the last hour.", adds: true),
      .init(.hourP50, "p50, 1 h", "Half of those of the last hour took at most this long."),
      .init(.hourP99, "p99, 1 h", "99 of 100 of the last hour took at most this long."),
    ])
    let windows = [60.0, 3_600].map { BackendFigures.all(history, over: $0) }
    let parts: [(String, KeyPath<BackendFigures, HistogramSnapshot>)] = [
      ("connect", \.connects), ("first byte", \.firstBytes), ("total", \.durations),
    ]
    for place in places(of: inspections) {
      for (name, part) in parts {
        let figures = windows.flatMap { window -> [Figure] in
          let values = window[place]?[keyPath: part]
          return [.count(Int64(clamping: values?.count ?? 0))]
            + [0.5, 0.99].map { (values?.quantile($0)).figure { .seconds($0) } }
        }
        table.add([.text(place.site), .text(place.backend), .text(name)] + figures)
      }
    }
    return table
  }

  /// The downtime and the last error of each service.
  static func outages(
    _ inspections: [SiteInspection],
    _ downtimes: [BackendFigures.Place: BackendDowntime]
  ) -> FigureTable {
    var table = FigureTable("outages").columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(
        .downHour,
        "down, 1 h",
        "The time of the last hour in which the circuit of any loop was open, in which there was no "
          + "endpoint, or in which none accepted connections."
      ),
      .init(.downDay, "down, 24 h", "The same of the last 24 hours."),
      .init(.recorded, "The time of the last 24 hours of which that is known."),
      .init(.errorTime, "last error", "The time of the last failed call since the start, in UTC."),
      .init(.error, "kind", "The kind of the error, as the log names it."),
      .init(.url, "URL", "The URL of that call, without parameters that events do not show."),
      .init(.reason, "why", "What was seen, and what was expected."),
      .init(.request, "The id of the request that the call was made for."),
    ])
    for inspection in inspections {
      for (name, _) in inspection.backends {
        let downtime = downtimes[BackendFigures.Place(site: inspection.site, backend: name)]
        let failure = inspection.lastFailure(of: name)
        func seconds(_ span: BackendDowntime.Span?) -> Figure {
          span.flatMap { $0.known > 0 ? .seconds($0.down) : nil } ?? .none
        }
        table.add(
          [
            .text(inspection.site), .text(name), seconds(downtime?.hour), seconds(downtime?.day),
            (downtime?.day.known).figure { .seconds($0) },
            failure.figure { .text("\(UnixTime(seconds: $0.time / 1_000_000_000))") },
            failure.figure { .text($0.kind) }, failure.figure { .text($0.url) },
            (failure?.detail).figure { .text($0) }, failure.figure { .text($0.request) },
          ],
          tone: (downtime?.hour.down ?? 0) > 0 ? .warning : .usual
        )
      }
    }
    return table
  }

  private static func places(of inspections: [SiteInspection]) -> [BackendFigures.Place] {
    inspections.flatMap { inspection in
      inspection.backends.map { BackendFigures.Place(site: inspection.site, backend: $0.name) }
    }
  }
}
