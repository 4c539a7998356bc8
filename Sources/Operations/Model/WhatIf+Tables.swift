// SPDX-License-Identifier: Apache-2.0

package import Measure
import Sites

extension WhatIf {
  /// The tables of `GET /model/what-if`.
  package var tables: [FigureTable] {
    [summary, ModelTables.limits(headroom, peak: nil), promises, calls]
  }

  private var summary: FigureTable {
    var table = FigureTable("whatIf").columns([
      .init(.load, "The load that is meant."),
      .init(.rate, "Its requests a second, at one instance."),
      .init(.limit, "first", "The limit that is reached first, of those that are known."),
      .init(.headroom, "The multiple of the load that fits."),
      .init(.sustainable, "at most", "Requests a second of the same mix at that limit."),
      .init(.instances, "The instances that share the load."),
      .init(.needed, "The instances that it needs."),
      .init(.overloaded, "Services that get too much, whatever the instances."),
    ])
    let first = headroom.first
    table.add(
      [
        .text("\(Figure.rounded(scenario.factor)) times \(scenario.basis.rawValue)"),
        .perSecond(headroom.load.total), .text(first?.name ?? "unknown"),
        Figure.factor(of: first?.factor), headroom.sustainable.figure { .perSecond($0) },
        .count(Int64(instances)), neededInstances.map { .count(Int64($0)) } ?? .text("unknown"),
        .text(overloadedServices.joined(separator: ", ")),
      ],
      tone: (first?.factor ?? 1) < 1 ? .failure : .usual
    )
    return table
  }

  private var promises: FigureTable {
    var table = FigureTable("promises").columns([
      .init(.site, "The site."), .init(.route, "The route."),
      .init(.rate, "Requests a second at one instance."),
      .init(.sla, "SLA", "Whether anything is promised."),
      .init(.fate, "The outcome for the promise."), .init(.reason, "why", "The reason."),
    ])
    for outcome in outcomes {
      table.add(
        [
          .text(outcome.site), .text("\(outcome.name)"), .perSecond(outcome.rate),
          .text(outcome.hasPromise ? "yes" : "no"), .text(outcome.fate.rawValue),
          .text(outcome.reasons.joined(separator: ", ")),
        ],
        tone: outcome.fate.tone
      )
    }
    return table
  }

  private var calls: FigureTable {
    var table = FigureTable("calls").columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(.rate, "Calls a second that it gets from one instance."),
      .init(.all, "Calls a second that it gets from all instances."),
      .init(.capacity, "Calls a second that it can take."),
    ])
    for site in sites {
      for backend in site.backendNames {
        let rate = headroom.load.calls[TrafficLoad.Service(site: site.site, backend: backend)]
        let capacity = site.backends.first { $0.name == backend }?.capacity
        let all = rate.map { $0 * Double(instances) }
        table.add(
          [
            .text(site.site), .text(backend), rate.figure { .perSecond($0) },
            all.figure { .perSecond($0) }, capacity.figure { .perSecond($0) },
          ],
          tone: (all ?? 0) > (capacity ?? .infinity) ? .failure : .usual
        )
      }
    }
    return table
  }
}

extension WhatIf.Fate {
  fileprivate var tone: FigureTable.Tone {
    switch self {
    case .kept: .usual
    case .degraded, .atRisk, .unknown: .warning
    case .broken: .failure
    }
  }
}
