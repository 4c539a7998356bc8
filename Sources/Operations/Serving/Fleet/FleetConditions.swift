// SPDX-License-Identifier: Apache-2.0

import Fleet
import Measure

/// The conditions of fleets that operators should know of.
enum FleetConditions {
  /// The time for which a condition holds before it is an alert, in seconds.
  private static let patience: Int64 = 30
  /// The entries behind the log with which a node lags.
  private static let lag: Int64 = 10
  /// The uncertainty of a clock that is too large, in microseconds.
  private static let clock: Int64 = 25_000

  static func conditions(of sites: [SiteService]) -> [AlertCondition] {
    sites.flatMap { site -> [AlertCondition] in
      guard let fleet = site.fleet else { return [] }
      func condition(_ name: String, _ text: String, pages: Bool = false) -> AlertCondition {
        AlertCondition(
          "fleet/\(site.name)/\(name)",
          pages ? .page : .ticket,
          site: site.name,
          look: OperatorPath.nodes.text,
          patience: patience,
          text
        )
      }
      guard let state = fleet.node?.state else {
        let text =
          "this process is not in the fleet, and hears neither of purges nor of publications"
        return [condition("membership", text, pages: true)]
      }
      var found: [AlertCondition] = []
      if state.olderEpoch != nil {
        found.append(condition("history", "the fleet's store has an older history", pages: true))
      } else if state.isStoreAway {
        found.append(condition("store", "the fleet's store is away", pages: true))
      } else if state.lag > lag {
        found.append(condition("lag", "this node is \(state.lag) entries behind the fleet's log"))
      }
      if let error = state.clockError, error > clock {
        let text = "the clock is known to \(error / 1_000) ms only: changes are made on receipt"
        found.append(condition("clock", text))
      }
      if state.holder == nil, state.openEdgeJobs > 0, !state.isStoreAway {
        found.append(condition("edges", "no node purges the edges of the fleet"))
      }
      for node in [FleetState.Node(report: state.own, silence: 0)] + state.nodes {
        let isOwn = node.report.id == state.own.id
        let standing = NodeStanding(node, isOwn: isOwn, fleet.failures[node.report.id])
        guard standing.isTrouble else { continue }
        let text = "node \(node.report.name): \(standing.text)"
        found.append(condition("node/\(node.report.name)", text))
      }
      return found
    }
  }
}
