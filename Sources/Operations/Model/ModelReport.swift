// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Measure
package import Monitor
import Signals
import Sites

/// The traffic of all sites of an instance beside their models, with the resources that it needs.
package struct ModelReport: Sendable {
  package typealias Capacity = Result<MeasuredCapacity, PlainError>

  package let sites: [ExpectedTraffic]
  package let conformance: [ModelConformance]
  /// The load of the last five minutes; with too few requests the models' steady one.
  package let basis: TrafficLoad.Basis
  package let load: TrafficLoad
  private let capacity: Capacity
  let figures: InstanceFigures
  /// The requests a second for which the figures hold.
  private let current: Double

  /// - Parameters:
  ///   - sites: the sites that have models.
  ///   - names: all sites of the instance.
  ///   - loops: the number of its event loops.
  package init(
    _ sites: [ExpectedTraffic],
    among names: [String],
    _ history: SignalHistory,
    _ capacity: Capacity,
    loops: Int
  ) {
    (self.sites, self.capacity) = (sites, capacity)
    conformance = sites.compactMap { ModelConformance($0, history) }
    let shares = history.window(ModelConformance.shareWindow)
    let live = shares.map { window in names.map { ($0, LiveTraffic(window, of: $0)) } } ?? []
    let requests = live.reduce(UInt64(0)) { $0 + $1.1.total }
    if requests >= LiveTraffic.leastRequests {
      (basis, load) = (.live, TrafficLoad(live.map { (site: $0.0, traffic: $0.1) }))
    } else {
      (basis, load) = (.steady, TrafficLoad(sites, \.steady))
    }
    let recent = history.window(ModelConformance.rateWindow)
    figures = recent.map { InstanceFigures($0, loops: loops) } ?? InstanceFigures(loops: loops)
    current =
      recent.map { window in
        names.reduce(0) { sum, name in
          let traffic = LiveTraffic(window, of: name)
          return sum + Double(traffic.total) / max(traffic.seconds, 1)
        }
      } ?? 0
  }

  /// The need of a load, beside what there is.
  package func headroom(of load: TrafficLoad, instances: Int? = nil) -> Headroom {
    Headroom(of: load, capacity, figures, current: current, sites: sites, instances: instances)
  }

  /// The load of a basis; the live one is replaced by the steady one where there is too little of
  /// it.
  package func load(of basis: TrafficLoad.Basis) -> TrafficLoad {
    switch basis {
    case .live: load
    case .steady: TrafficLoad(sites, \.steady)
    case .peak: TrafficLoad(sites, \.peak)
    }
  }

  /// The tables of `GET /model`.
  ///
  /// - Parameter forecast: the requests of the coming days; `nil` where they are unknown.
  package func tables(_ forecast: CapacityForecast?) -> [FigureTable] {
    let (now, peak) = (headroom(of: load), headroom(of: load(of: .peak)))
    return [ModelTables.verdict(now, of: basis, peak: peak)]
      + ModelTables.conformance(of: conformance)
      + [
        ModelTables.limits(now, peak: peak), ModelTables.forecast(forecast, beside: now),
        ModelTables.costs(capacity.flatMap(\.costs), load),
        ModelTables.busiest(try? capacity.get()), ModelTables.flows(of: sites),
      ]
  }
}
