// SPDX-License-Identifier: Apache-2.0

import Sites

/// The demand of a load on each limited resource, and the first one to run out.
package struct Headroom: Sendable {
  /// Something that can run out.
  package struct Limit: Sendable {
    package typealias Need = LearnedDemands.Need
    package typealias Unknown = LearnedDemands.Unknown

    /// `nil` for what all sites of the instance share.
    package let service: TrafficLoad.Service?
    package let name: String
    /// The amount of the resource, in words.
    package let amount: String
    package let full: Double
    /// The part of the amount that may be used.
    package let usable: Double
    let basis: UsableProcessor.Basis
    /// The part that is used even without requests.
    package let constant: Double
    package let need: Result<Need, Unknown>
    /// A part of the need that does not grow in proportion to the load.
    var levelling: Levelling?

    /// The share of the amount that is used; `nil` where it is unknown.
    package var used: Double? {
      guard let need = try? need.get(), full > 0 else { return nil }
      return (constant + need.value + (levelling?.value(at: 1) ?? 0)) / full
    }

    /// The multiple of the load that fits; `nil` where it is unknown, infinite where the load does
    /// not need the resource.
    package var factor: Double? { factor(plus: 0) }

    /// The bounds of the factor with 95% certainty.
    package var range: (least: Double, most: Double)? {
      guard let error = (try? need.get())?.error, let least = factor(plus: error),
        let most = factor(plus: -error)
      else { return nil }
      return (least, most)
    }

    private func factor(plus error: Double) -> Double? {
      guard let need = try? need.get() else { return nil }
      let (value, room) = (need.value + error, max(0, usable - constant))
      guard value > 0 else { return .infinity }
      return levelling?.factor(beside: value, of: room) ?? room / value
    }

    /// The reason why there is no figure.
    package var reason: String? {
      if case .failure(let unknown) = need { unknown.description } else { nil }
    }
  }

  package let load: TrafficLoad
  package let limits: [Limit]

  /// At lower rates the number of connections does not tell how many more requests would need.
  static let leastRate = 1.0

  /// The resource that runs out first, of those that are known.
  package var first: Limit? {
    limits.filter { $0.factor != nil }.min { ($0.factor ?? 0) < ($1.factor ?? 0) }
  }

  /// The requests a second of the same mix at which the first limit is reached; `nil` where none is.
  package var sustainable: Double? {
    guard let factor = first?.factor, factor.isFinite else { return nil }
    return factor * load.total
  }

  /// - Parameters:
  ///   - sites: the sites that have models.
  ///   - current: the requests a second at which the figures were read.
  ///   - instances: their number, where it is another than the models'.
  package init(
    of load: TrafficLoad,
    _ learned: Result<LearnedDemands, LearnedDemands.Unknown>,
    _ figures: InstanceFigures,
    current: Double,
    sites: [ExpectedTraffic],
    instances: Int? = nil
  ) {
    self.load = load
    let instance = sites.first?.instance ?? .init()
    let declared = instance.utilization
    let assumed = TrafficModel.Instance.assumedUtilization
    func limit(
      _ name: String,
      _ amount: String,
      _ full: Double,
      share: (value: Double, basis: UsableProcessor.Basis)? = nil,
      constant: Double = 0,
      levelling: Levelling? = nil,
      _ need: Result<Limit.Need, Limit.Unknown>
    ) -> Limit {
      let share = declared.map { ($0, .declared) } ?? share ?? (assumed, .assumed)
      return Limit(
        service: nil,
        name: name,
        amount: amount,
        full: full,
        usable: full * share.value,
        basis: share.basis,
        constant: constant,
        need: need,
        levelling: levelling
      )
    }
    let cores = instance.cores ?? Double(figures.loops)
    let shown = (try? learned.get())?.usable?.share(of: cores, assumed: assumed)
    let processor = learned.estimate { learned throws(Limit.Unknown) in
      try ProcessorDemand(
        of: load,
        learned,
        usable: cores * (declared ?? shown?.value ?? assumed),
        keptAnswers: figures.keptAnswers
      )
    }
    var limits = [
      limit(
        "processor",
        "\(Headroom.short(cores)) cores",
        cores,
        share: shown,
        constant: (try? processor.get())?.constant ?? 0,
        levelling: (try? processor.get())?.levelling,
        processor.map(\.need)
      )
    ]
    if let gigabits = instance.egress {
      limits.append(
        limit(
          "egress",
          "\(Headroom.short(gigabits)) Gbit/s",
          gigabits * 1e9 / 8,
          learned.estimate { learned throws(Limit.Unknown) in try learned.egress(load.rates) }
        )
      )
    }
    let connections = Headroom.connections(figures, current: current, load: load.total)
    let most = instance.connections.map(Double.init) ?? figures.mostConnections
    if most > 0 {
      limits.append(limit("connections", Headroom.short(most), most, connections))
    }
    if figures.mostDescriptors > 0 {
      limits.append(
        limit(
          "descriptors",
          Headroom.short(figures.mostDescriptors),
          figures.mostDescriptors,
          constant: max(0, figures.descriptors - figures.connections),
          connections
        )
      )
    }
    self.limits = limits + sites.flatMap { Headroom.services(of: $0, load, instances: instances) }
  }

  /// Connections grow in proportion to requests: each stays open as long, and carries as many
  /// requests, as now.
  private static func connections(
    _ figures: InstanceFigures,
    current: Double,
    load: Double
  ) -> Result<Limit.Need, Limit.Unknown> {
    guard current >= leastRate else {
      return .failure(
        Limit.Unknown("not enough data: less than one request a second now")
      )
    }
    return .success(Limit.Need(value: figures.connections / current * load, error: 0))
  }

  private static func services(
    of site: ExpectedTraffic,
    _ load: TrafficLoad,
    instances: Int?
  ) -> [Limit] {
    site.backends.compactMap { backend in
      guard let total = backend.capacity else { return nil }
      let capacity = total / Double(instances ?? site.instance.count)
      let service = TrafficLoad.Service(site: site.site, backend: backend.name)
      let calls = load.calls[service]
      return Limit(
        service: service,
        name: "backend \(backend.name)",
        amount: "\(short(capacity)) calls/s",
        full: capacity,
        // A capacity that the service's operators promise may be used fully.
        usable: capacity,
        basis: .declared,
        constant: 0,
        need: calls.map { .success(Limit.Need(value: $0, error: 0)) }
          ?? .failure(
            Limit.Unknown("unknown: a route that calls it has no \"hits\" in the model")
          )
      )
    }
  }

  static func short(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}

extension Result where Success == LearnedDemands, Failure == LearnedDemands.Unknown {
  /// The estimate from the learned demands, or the reason why there is none.
  fileprivate func estimate<Figure>(
    _ estimate: (LearnedDemands) throws(Failure) -> Figure
  ) -> Result<Figure, Failure> {
    flatMap { learned in
      do throws(Failure) {
        return .success(try estimate(learned))
      } catch {
        return .failure(error)
      }
    }
  }
}
