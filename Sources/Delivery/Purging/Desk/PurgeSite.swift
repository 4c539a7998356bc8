// SPDX-License-Identifier: Apache-2.0

package import Edges
package import Editions
package import Plans

/// What a site says of purges.
package struct PurgeSite: Sendable {
  package var edges: [EdgeSettings]
  /// What stands before public paths, where an edge does not say it itself.
  package var base: BackendDeclaration.Address?

  package init(edges: [EdgeSettings], base: BackendDeclaration.Address? = nil) {
    self.edges = edges
    self.base = base
  }

  package init(_ settings: SiteSettings) {
    edges = settings.edges
    let parts = settings.baseURL.split(separator: "/", omittingEmptySubsequences: false)
    base =
      parts.count >= 3
      ? BackendDeclaration.Address(parts.prefix(3).joined(separator: "/")) : nil
  }

  /// A job's legs and what is to be sent on them, for each edge that is told of such purges.
  func ways(
    _ target: PurgeTarget,
    isSoft: Bool,
    isOrdered: Bool = true,
    environment: [String: String]
  ) -> [(leg: PurgeLeg, way: PurgeWay)] {
    edges.filter { isOrdered ? $0.purge != nil : $0.isPurgedOnPublish }.map { edge in
      (
        PurgeLeg(edge: edge.name, kind: edge.kind),
        way(edge, target, isSoft: isSoft, environment)
      )
    }
  }

  /// What is still to be sent for a job from before a restart.
  func ways(of job: PurgeJob, environment: [String: String]) -> [PurgeWay] {
    job.legs.map { leg in
      guard !leg.state.isOver else { return .nothing }
      guard let edge = edges.first(where: { $0.name == leg.edge }) else {
        return .refused("the site has no edge of this name any more")
      }
      return way(edge, job.target, isSoft: job.isSoft, environment)
    }
  }

  private func way(
    _ edge: EdgeSettings,
    _ target: PurgeTarget,
    isSoft: Bool,
    _ environment: [String: String]
  ) -> PurgeWay {
    do throws(PurgeRefusal) {
      return .plan(
        try PurgePlan(target, isSoft: isSoft, at: edge, base: base, environment: environment)
      )
    } catch {
      return .refused(error.message)
    }
  }
}
