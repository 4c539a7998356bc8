// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import HTTPValues
package import Sites
import Synchronization

/// The hosts of all sites of a process. A site claims its hosts before it is published, so that no two
/// ever have the same.
package final class HostDirectory: Sendable {
  /// Rises with every change, so that a loop sees by one load whether there is any.
  let generation = Atomic<UInt64>(1)
  private let sites: [String]
  private let state: Mutex<State>

  private struct State {
    /// The host patterns of each site; `nil` while they are unknown.
    var claims: [[HostPattern]?]
    var table: HostTable
    /// The sites whose claim was refused.
    var refused: Set<Int> = []
    /// Whether something was let go since they were told.
    var hasChanged = false
  }

  /// - Parameter sites: their names, which messages call them by.
  package init(of sites: [String]) {
    self.sites = sites
    let claims = [[HostPattern]?](repeating: nil, count: sites.count)
    state = Mutex(State(claims: claims, table: HostTable(claims)))
  }

  /// Gives a site the hosts that its settings name in place of those that it had; or none of them, and
  /// says which another site has.
  package func claim(_ settings: SiteSettings, for site: Int) -> [Finding] {
    state.withLock { state in
      let findings = objections(to: settings, for: site, state.claims)
      guard findings.isEmpty else {
        state.refused.insert(site)
        return findings
      }
      state.refused.remove(site)
      let hosts = settings.hosts.map(\.pattern)
      guard state.claims[site] != hosts else { return [] }
      state.claims[site] = hosts
      state.table = HostTable(state.claims)
      state.hasChanged = true
      generation.add(1, ordering: .releasing)
      return []
    }
  }

  /// The sites that were refused and may find free now what they want; each change is told once.
  package func takeHopeful() -> [Int] {
    state.withLock { state in
      guard state.hasChanged else { return [] }
      state.hasChanged = false
      return state.refused.sorted()
    }
  }

  /// The site that answers for the authority of a URL; `nil` if none does.
  package func site(of authority: String, _ scheme: Scheme) -> Int? {
    let owner = table.owner(of: authority.utf8Span.span, scheme)
    return if case .site(let site) = owner { site } else { nil }
  }

  var table: HostTable { state.withLock { $0.table } }

  private func objections(
    to settings: SiteSettings,
    for site: Int,
    _ claims: [[HostPattern]?]
  ) -> [Finding] {
    var findings: [Finding] = []
    for (other, hosts) in claims.enumerated() where other != site {
      guard let hosts else { continue }
      let taken = Set(hosts)
      for host in settings.hosts where taken.contains(host.pattern) {
        let message = "the host \"\(host.pattern)\" is the site \"\(sites[other])\"'s already"
        findings.append(Finding(.error, .takenHost, at: host.place, message))
      }
      if hosts.isEmpty, settings.hosts.isEmpty {
        findings.append(
          Finding(
            .error,
            .takenHost,
            at: FilePlace(SiteSettings.path),
            "there are no \"hosts\", and the site \"\(sites[other])\" has none either; expected at "
              + "most one site that answers for the rest"
          )
        )
      }
    }
    return findings
  }
}
