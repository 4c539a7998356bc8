// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Commands
import ContentModel
import Edges
import Editions
import Gateway
import HTTPValues
import Measure
import Model
import Purging
import Reactor
import Serving
import Sites

extension PurgeOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "purge",
    at: .purge,
    .purge,
    "Purges answers here and at every edge.",
    PurgeOrder.shape
  ) { try PurgeOrder($0) }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    do {
      return try await state.purges.perform(self, by: caller)
    } catch let error where error is PlainError || error is PurgeDispatcher.Overload {
      throw error
    } catch {
      throw Refusal(.internalServerError, "the edges were not told: \(error)")
    }
  }

  /// Counts what would be hit, and what it takes to have it again.
  func preview(of state: AdminState) async throws -> OrderPreview {
    let sites = try state.services.chosen(site, meansAll: false)
    let milliseconds = UnixTime.now.seconds * 1_000
    let (extents, refill) = try await state.readers.run {
      let extents = sites.map { site in
        (
          site: site,
          extent: PurgeExtent(
            of: scopes(at: site),
            in: site.store,
            site.publisher.publication?.edition.site.passes ?? [],
            at: milliseconds
          )
        )
      }
      return (
        PurgeOrder.table(of: extents), PurgeRefill(extents.map { ($0.site, $0.extent.calls) })
      )
    }
    let effect =
      purge.isSoft
      ? "What is hit stays in use, stale, while it is fetched again."
      : "What is hit is gone at once: visitors wait until it was fetched again."
    return OrderPreview(
      ["The purge of \(description) would hit these entries. \(effect)", refill.sentence],
      [extents, refill.table]
    )
  }

  private func scopes(at site: SiteService) -> [PurgeScope] {
    site.publisher.publication.map { meant(at: $0, seal: site.seal).order.scopes } ?? scopes
  }

  private static func table(of extents: [(site: SiteService, extent: PurgeExtent)]) -> FigureTable {
    var table = FigureTable("dry-run").columns([
      .init(.site, "The site."),
      .init(.entries, "Answers, and answers of services, that would be hit."),
      .init(.bytes, "Their size."), .init(.all, "of", "All entries of the site's cache."),
      .init(.edges, "The CDNs that would be told, and whose success is probed."),
    ])
    for (site, extent) in extents {
      let statistics = site.store.statistics
      let edges = site.publisher.publication?.edition.site.edges.map(\.name) ?? []
      table.add([
        .text(site.name), .count(Int64(extent.entries)), .bytes(Int64(extent.bytes)),
        .count(Int64(statistics.answers + statistics.fragments + statistics.marks)),
        edges.isEmpty ? .none : .text(edges.joined(separator: ", ")),
      ])
    }
    return table
  }
}

/// The calls that it takes to have again what a purge would hit, and how long services are busy with them.
private struct PurgeRefill {
  private struct Cost {
    let site: String
    let backend: String
    let calls: Int
    /// Calls a second; `nil` where the site's model declares none.
    let capacity: Double?

    var seconds: Double? { capacity.map { $0 > 0 ? Double(calls) / $0 : 0 } }
  }

  private let costs: [Cost]

  init(_ calls: [(site: SiteService, calls: [String: Int])]) {
    costs = calls.flatMap { site, calls in
      let expected = site.expectedTraffic
      return calls.sorted { $0.key < $1.key }.map { backend, count in
        Cost(
          site: site.name,
          backend: backend,
          calls: count,
          capacity: expected?.capacity(of: backend)
        )
      }
    }
  }

  var sentence: String {
    let all = costs.reduce(0) { $0 + $1.calls }
    guard all > 0 else { return "No service is called for it again." }
    let worst = costs.max { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
    let calls = "To have it again takes \(Counted.text(all, "call"))"
    guard let worst, let seconds = worst.seconds else {
      return "\(calls); no model says what the services can take."
    }
    return "\(calls), \(Figure.seconds(seconds).text) of the capacity of \(worst.backend)."
  }

  var table: FigureTable {
    var table = FigureTable("refill").columns([
      .init(.site, "The site."), .init(.backend, "service", "The service."),
      .init(.calls, "Calls until everything that is hit is there again."),
      .init(.capacity, "Calls a second that the model lets this instance make."),
      .init(.seconds, "takes", "How long these calls fill the capacity."),
    ])
    for cost in costs {
      table.add([
        .text(cost.site), .text(cost.backend), .count(Int64(cost.calls)),
        cost.capacity.figure { .perSecond($0) }, cost.seconds.figure { .seconds($0) },
      ])
    }
    return table
  }
}
