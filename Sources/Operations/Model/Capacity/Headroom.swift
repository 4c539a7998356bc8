// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Measure
import Sites

/// The need of a load of each limited resource, and the first one to run out.
package struct Headroom: Sendable {
  /// The reason for a share of a resource that may be used.
  enum Basis: String, Sendable {
    /// The model declares it.
    case declared
    /// The usual share.
    case assumed
    /// The busiest minute with kept promises used so much, and one with a broken promise more.
    case measured
  }

  /// Something that can run out.
  package struct Limit: Sendable {
    /// `nil` for what all sites of the instance share.
    package let service: TrafficLoad.Service?
    package let name: String
    /// The amount of the resource, in words.
    package let amount: String
    package let full: Double
    /// The part of the amount that may be used.
    package let usable: Double
    let basis: Basis
    /// The part that is used even without requests.
    package let constant: Double
    package let need: Result<Double, PlainError>
    /// The share of the amount that is used; `nil` where it is unknown.
    package var used: Double? {
      guard let need = try? need.get(), full > 0 else { return nil }
      return (constant + need) / full
    }

    /// The multiple of the load that fits; `nil` where it is unknown, infinite where the load does
    /// not need the resource.
    package var factor: Double? {
      guard let need = try? need.get() else { return nil }
      return need > 0 ? max(0, usable - constant) / need : .infinity
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
    _ capacity: ModelReport.Capacity,
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
      usable: (share: Double, basis: Basis)? = nil,
      constant: Double = 0,
      _ need: Result<Double, PlainError>
    ) -> Limit {
      let usable = declared.map { ($0, .declared) } ?? usable ?? (assumed, .assumed)
      return Limit(
        service: nil,
        name: name,
        amount: amount,
        full: full,
        usable: full * usable.share,
        basis: usable.basis,
        constant: constant,
        need: need
      )
    }
    let cores = instance.cores ?? Double(figures.loops)
    let costs = capacity.flatMap(\.costs)
    var limits = [
      limit(
        "processor",
        "\(Figure.rounded(cores)) cores",
        cores,
        usable: (try? capacity.get())?.usableShare(of: cores, below: assumed)
          .map { ($0, .measured) },
        constant: (try? costs.get())?.idle ?? 0,
        costs.flatMap { costs in load.work.map { costs.processor($0) } }
      )
    ]
    if let gigabits = instance.egress {
      limits.append(
        limit(
          "egress",
          "\(Figure.rounded(gigabits)) Gbit/s",
          gigabits * 1e9 / 8,
          capacity.flatMap { capacity in
            Result { () throws(PlainError) in try capacity.egress(load.rates) }
          }
        )
      )
    }
    let connections = Headroom.connections(figures, current: current, load: load.total)
    let most = instance.connections.map(Double.init) ?? figures.mostConnections
    if most > 0 { limits.append(limit("connections", Figure.rounded(most), most, connections)) }
    if figures.mostDescriptors > 0 {
      limits.append(
        limit(
          "descriptors",
          Figure.rounded(figures.mostDescriptors),
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
  ) -> Result<Double, PlainError> {
    guard current >= leastRate else {
      return .failure(PlainError("not enough data: less than one request a second now"))
    }
    return .success(figures.connections / current * load)
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
        amount: "\(Figure.rounded(capacity)) calls/s",
        full: capacity,
        // A capacity that the service's operators promise may be used fully.
        usable: capacity,
        basis: .declared,
        constant: 0,
        need: calls.map { .success($0) }
          ?? .failure(PlainError("unknown: a route that calls it has no \"hits\" in the model"))
      )
    }
  }
}
