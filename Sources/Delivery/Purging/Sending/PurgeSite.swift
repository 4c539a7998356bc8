// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentModel
package import Edges
package import HTTPValues
package import Sites

/// The settings of a site that purges need.
package struct PurgeSite: Sendable {
  package var edges: [EdgeSettings]
  /// The public address of the site, for edges that declare none.
  package var base: Origin?

  package init(edges: [EdgeSettings], base: Origin? = nil) {
    self.edges = edges
    self.base = base
  }

  package init(_ settings: SiteSettings) {
    edges = settings.edges
    let parts = settings.baseURL.split(separator: "/", omittingEmptySubsequences: false)
    base =
      parts.count >= 3 ? Origin(url: parts.prefix(3).joined(separator: "/")) : nil
  }

  /// The legs of a job with what to send on each, for all edges that get such purges.
  package func decisions(
    _ purge: Purge,
    isOrdered: Bool = true,
    environment: [String: String]
  ) -> [(leg: PurgeJob.Leg, decision: PurgeMachine.Decision)] {
    edges.filter { isOrdered ? $0.purge != nil : $0.isPurgedOnPublish }.map { edge in
      (
        PurgeJob.Leg(edge: edge.name, kind: edge.kind),
        decision(edge, purge, environment)
      )
    }
  }

  /// The unsent requests of a job that a restart interrupted.
  func decisions(of job: PurgeJob, environment: [String: String]) -> [PurgeMachine.Decision] {
    job.legs.map { leg in
      guard !leg.state.isOver else { return .nothing }
      guard let edge = edges.first(where: { $0.name == leg.edge }) else {
        return .refused("the site has no edge of this name any more")
      }
      return decision(edge, job.purge, environment)
    }
  }

  private func decision(
    _ edge: EdgeSettings,
    _ purge: Purge,
    _ environment: [String: String]
  ) -> PurgeMachine.Decision {
    do throws(PlainError) {
      return .plan(
        try PurgePlan(purge, at: edge, base: base, environment: environment)
      )
    } catch {
      return .refused(error.description)
    }
  }
}
