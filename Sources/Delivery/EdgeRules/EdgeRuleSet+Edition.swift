// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
package import Edges
package import Editions
import Services
import Sites

extension EdgeRuleSet {
  /// Computes the rules from an edition.
  ///
  /// - Parameters:
  ///   - edge: the declared edge that the rules are for.
  ///   - looksCountriesUp: whether the gateway has a database of countries.
  package init(_ edition: Edition, edge: EdgeSettings? = nil, looksCountriesUp: Bool = false) {
    self.init(closing: ClosingPages(edition))
    hosts = edition.site.hosts.map { HostRule($0.pattern) }
    languages = edition.matcher.published.map { "\($0)".lowercased() }
    tags = TagRule.rules(of: edition.matcher)
    numberedRegions = edition.matcher.askableRegions.filter(\.isNumeric).map { "\($0)" }
    countryCodes =
      (Countries.all.map { "\($0)" } + Countries.byThreeLetters.keys + ["UK"]).sorted()
    (paths, groups) = PathTable.tables(of: edition, edge: edge)
    gates = edition.site.apps.compactMap {
      GateRule($0, isOnly: edition.site.apps.count == 1)
    }
    passes = edition.site.passes.map {
      PassRule(
        prefix: $0.prefix,
        isKept: $0.caching == .standard,
        webSocketIdle: $0.webSockets?.idle
      )
    }
    let backends = edition.site.backends
    let seenByDocuments = groups.contains(where: \.isPersonal) ? backends.map(\.credentials) : []
    let seenAlongPasses = edition.site.passes.compactMap { pass in
      pass.credentials ?? backends.first { $0.name == pass.backend }?.credentials
    }
    credentials = .joined(seenByDocuments + seenAlongPasses)
    crossOrigin = edition.site.crossOrigin?.origins.map { OriginRule($0) }
    countryField = edge?.countryField?.lowercased()
    deviceField = edge?.deviceField?.lowercased()
    self.looksCountriesUp = looksCountriesUp
    self = named()
  }
}

extension HostRule {
  fileprivate init(_ host: HostPattern) {
    self.init(name: host.name, isWildcard: host.isWildcard, port: host.port)
  }
}

extension OriginRule {
  fileprivate init(_ origin: OriginPattern) {
    self.init(
      isSecure: origin.isSecure,
      host: origin.host.name,
      isWildcard: origin.host.isWildcard,
      port: origin.port
    )
  }
}
