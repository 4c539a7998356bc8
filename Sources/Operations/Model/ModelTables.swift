// SPDX-License-Identifier: Apache-2.0

package import Measure
import Sites

/// The tables of `GET /model`: the traffic of sites beside their models.
package enum ModelTables {
  package static func conformance(of sites: [ModelConformance]) -> [FigureTable] {
    [routes(of: sites), shares(of: sites), backends(of: sites), fanOuts(of: sites)]
  }

  private static func routes(of sites: [ModelConformance]) -> FigureTable {
    var table = FigureTable("routes").columns([
      .init(.site, "The site."),
      .init(.route, "The method, and the document or the pass."),
      .init(.class, "The importance of the promise."),
      .init(.state, "How the traffic fits the model, and whether the promise is kept."),
      .init(.rate, "Requests a second in the last 10 s.", adds: true),
      .init(.steady, "Requests a second in the busiest hour of a usual day."),
      .init(.peak, "Requests a second that must be held."),
      .init(
        .latency,
        "took",
        "The time that the promised share took at most, in the last minute."
      ),
      .init(.within, "promised", "The time that is promised for that share."),
      .init(
        .answered,
        "The share of the requests that is promised to be answered without an error of ours."
      ),
      .init(.late, "Requests of the last minute that took longer.", adds: true),
      .init(.failed, "Requests of the last minute that ended with an error of ours.", adds: true),
      .init(.hits, "The share of its answers that needed no service, in five minutes."),
      .init(.expectedHits, "expected", "The same share in the model."),
    ])
    for site in sites {
      for route in site.routes {
        let (expected, record) = (route.expected, route.record)
        table.add(
          [
            .text(site.site), .text("\(route.name)"),
            expected.figure { .text($0.importance.rawValue) }, .text(route.state.rawValue),
            .perSecond(route.rate), expected.figure { .perSecond($0.rates.steady) },
            expected.figure { .perSecond($0.rates.peak) },
            (record?.latency).figure { .seconds($0) },
            (expected?.promise?.within).figure { .seconds($0.inSeconds) },
            (expected?.promise?.availability).figure { .share($0 / 100) },
            record.figure { Figure($0.late) }, record.figure { Figure($0.failed) },
            route.hits.measured.figure { .share($0) }, route.hits.expected.figure { .share($0) },
          ],
          tone: route.state.tone
        )
      }
    }
    return table
  }

  private static func shares(of sites: [ModelConformance]) -> FigureTable {
    var table = FigureTable("shares").columns([
      .init(.site, "The site."),
      .init(.mixDistance, "mix", "The distance of the mix from the steady one, from 0 to 1."),
      .init(.unmodelled, "The share of the requests that the model does not name."),
      .init(.hits, "The share of the answers that needed no service."),
      .init(.expectedHits, "expected", "The same share, as it follows from the model."),
    ])
    for site in sites {
      table.add(
        [.text(site.site)]
          + [site.mixDistance, site.unmodelledShare, site.hits.measured, site.hits.expected]
          .map { $0.figure { .share($0) } }
      )
    }
    return table
  }

  private static func backends(of sites: [ModelConformance]) -> FigureTable {
    var table = FigureTable("calls").columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(.rate, "Calls a second in the last five minutes."),
      .init(.expected, "Calls a second that follow from the model for this traffic."),
      .init(.capacity, "Calls a second that this instance may make."),
      .init(.within, "promised", "The time that its operators promise for most calls."),
    ])
    for site in sites {
      for backend in site.backends {
        table.add([
          .text(site.site), .text(backend.name), backend.measured.figure { .perSecond($0) },
          backend.expected.figure { .perSecond($0) }, backend.capacity.figure { .perSecond($0) },
          backend.within.figure { .seconds($0.inSeconds) },
        ])
      }
    }
    return table
  }
}

extension ModelTables {
  private static func fanOuts(of sites: [ModelConformance]) -> FigureTable {
    var table = FigureTable("fanOut").columns([
      .init(.site, "The site."), .init(.route, "The method, and the document or the pass."),
      .init(.backend, "The service."),
      .init(.each, "Calls for each request of the route that needed services, in five minutes."),
      .init(.expected, "The same number in the model."),
    ])
    for site in sites {
      for fanOut in site.fanOuts {
        table.add(
          [
            .text(site.site), .text(fanOut.route), .text(fanOut.backend),
            fanOut.calls.measured.figure { .number($0) },
            fanOut.calls.expected.figure { .number($0) },
          ],
          tone: ModelAlerts.hasDrifted(fanOut) ? .warning : .usual
        )
      }
    }
    return table
  }
}

extension RouteConformance.State {
  fileprivate var tone: FigureTable.Tone {
    switch self {
    case .idle, .within: .usual
    case .aboveSteady, .unmodelled: .warning
    case .abovePeak, .outOfSLA: .failure
    }
  }
}
