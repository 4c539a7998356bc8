// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import HTTPValues
package import Sites
package import Synchronization

/// The hosts of all sites of a process. A site claims its hosts before it is published, so that no
/// two sites ever have the same host.
package final class HostDirectory: Sendable {
  /// Grows with every change, so that a loop notices it by one load.
  package let generation = Atomic<UInt64>(1)
  private let sites: [String]
  private let state: Mutex<State>

  private struct State {
    /// The host patterns of each site; `nil` while they are unknown.
    var claims: [[HostPattern]?]
    var table: HostTable
    /// The sites whose claim was refused.
    var refused: Set<Int> = []
    /// Whether a site has released hosts since the refused ones were last reported.
    var hasChanged = false
  }

  /// - Parameter sites: their names, for messages.
  package init(of sites: [String]) {
    self.sites = sites
    let claims = [[HostPattern]?](repeating: nil, count: sites.count)
    state = Mutex(State(claims: claims, table: HostTable(claims)))
  }

  /// Replaces a site's hosts by those in its settings; claims none of them if another site has one,
  /// and returns findings about that.
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

  /// Returns the refused sites that may succeed now; each change is reported once.
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
