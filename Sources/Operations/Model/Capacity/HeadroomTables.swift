// SPDX-License-Identifier: Apache-2.0

package import Measure

/// The tables of the headroom of each limit.
extension ModelTables {
  /// The resource that runs out first, and its headroom.
  ///
  /// - Parameters:
  ///   - basis: the rates that the load consists of.
  ///   - peak: the same for the models' peaks.
  package static func verdict(
    _ headroom: Headroom,
    of basis: TrafficLoad.Basis,
    peak: Headroom
  ) -> FigureTable {
    var table = FigureTable("headroom").columns([
      .init(.limit, "The limit that is reached first, of those that are known."),
      .init(.of, "The load that is meant: live, or the models' steady rates where it is idle."),
      .init(.headroom, "The multiple of that load that fits."),
      .init(.rate, "Requests a second of that load."),
      .init(.sustainable, "at most", "Requests a second of the same mix at the limit."),
      .init(.peak, "Whether the models' peaks are held."),
      .init(.unknown, "The limits without a figure, which could be reached first."),
    ])
    let first = headroom.first
    table.add(
      [
        .text(first?.name ?? "unknown"), .text(basis.rawValue), Figure.factor(of: first?.factor),
        .perSecond(headroom.load.total), headroom.sustainable.figure { .perSecond($0) },
        .text(peak.verdict), .text(headroom.unknown.joined(separator: ", ")),
      ],
      tone: first.map { ($0.factor ?? 0) < 1 ? .failure : .usual } ?? .warning
    )
    return table
  }

  /// All limited resources.
  ///
  /// - Parameter peak: the same for the models' peaks, where it is of interest.
  package static func limits(_ headroom: Headroom, peak: Headroom?) -> FigureTable {
    var table = FigureTable("limits").columns([
      .init(.limit, "The limit."),
      .init(.site, "The site of a service."),
      .init(.amount, "there is", "The amount of it for this instance."),
      .init(.used, "The share that the load needs."),
      .init(.peak, "at peak", "The share that the models' peaks need."),
      .init(.usable, "The share that may be used."),
      .init(
        .basis,
        "because",
        "Why that share: it is declared in the model or assumed; measured: promises were kept up to it, and"
          + " one was broken above."
      ),
      .init(.headroom, "The multiple of the load that fits."),
      .init(.unknown, "Why there is no figure."),
    ])
    for (number, limit) in headroom.limits.enumerated() {
      let atPeak = peak?.limits[number]
      table.add(
        [
          .text(limit.name), limit.service.figure { .text($0.site) }, .text(limit.amount),
          Figure.share(of: limit.used), Figure.share(of: atPeak?.used),
          Figure.share(of: limit.full > 0 ? limit.usable / limit.full : nil),
          .text(limit.basis.rawValue), Figure.factor(of: limit.factor),
          (limit.reason ?? atPeak?.reason.map { "at peak: \($0)" }).figure { .text($0) },
        ],
        tone: (limit.factor ?? 1) < 1 ? .failure : (atPeak?.factor ?? 1) < 1 ? .warning : .usual
      )
    }
    return table
  }
}

extension Headroom {
  /// The names of the resources without a figure.
  var unknown: [String] { limits.filter { $0.factor == nil }.map(\.name) }

  /// The verdict on whether the load fits, as far as it is known.
  var verdict: String {
    let over = limits.filter { ($0.factor ?? 1) < 1 }.map(\.name)
    if !over.isEmpty { return "not held: \(over.joined(separator: ", "))" }
    return unknown.isEmpty ? "held" : "unknown"
  }
}

extension Figure {
  fileprivate static func share(of share: Double?) -> Figure { share.figure { .share($0) } }

  static func factor(of factor: Double?) -> Figure {
    factor.flatMap { $0.isFinite ? .factor($0) : nil } ?? .none
  }
}
