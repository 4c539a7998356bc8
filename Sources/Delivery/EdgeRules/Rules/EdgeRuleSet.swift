// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Digests
package import Edges
package import Editions
package import Plans

// The edge does what the gateway does when a request without a token comes in: it names the visitor's
// class. It has the gateway's decisions as tables, made by asking the edition. What it cannot decide
// as the gateway would, it leaves to the gateway and passes the request on as it came.

/// All that an edge in front has to know to name visitors as the gateway does.
package struct EdgeRuleSet: Sendable {
  /// A digest of everything in here, which the origin is told: rules of an older edition show.
  package private(set) var name = ""
  /// The published languages as tokens name them, by their numbers.
  package let languages: [String]
  /// The first one that fits a language tag says which published language the visitor gets.
  package let tags: [TagRule]
  /// Regions with numbers that tags may have; with another one a tag is left to the gateway.
  package let numberedRegions: [String]
  /// Every way to write a country that counts as one, in upper case.
  package let countryCodes: [String]
  /// The documents' paths, each with the number of its group.
  package let paths: PathTable
  package let groups: [AudienceGroup]
  /// Which apps must or should be replaced, as the config document says it.
  package let gates: [GateRule]
  package let passes: [PassRule]
  package let closing: ClosingPages
  /// What services see that have a part in documents.
  package let credentials: CredentialSelection
  /// Which pages of other origins may read answers; `nil` where none may.
  package let crossOrigin: CrossOriginSettings?
  /// The fields in which a trusted party says a visitor's country and device; `nil` where none does.
  package let countryField: String?
  package let deviceField: String?
  /// Whether the gateway looks countries up by address where nobody says one.
  package let looksCountriesUp: Bool

  /// The field that says to the origin which rules were used.
  package static let field = "x-portico-rules"

  /// - Parameters:
  ///   - edge: the one among the site's edges whose rules these are.
  ///   - looksCountriesUp: whether the gateway has a database of countries.
  package init(_ edition: Edition, edge: EdgeSettings? = nil, looksCountriesUp: Bool = false) {
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
    closing = ClosingPages(edition)
    credentials =
      groups.contains(where: \.isPersonal)
      ? .joined(edition.site.backends.map(\.credentials)) : .none
    crossOrigin = edition.site.crossOrigin
    countryField = edge?.countryField?.lowercased()
    deviceField = edge?.deviceField?.lowercased()
    self.looksCountriesUp = looksCountriesUp
    name = EdgeRuleSet.name(of: self)
  }

  private static func name(of rules: EdgeRuleSet) -> String {
    let text = Array("\(rules)".utf8)
    return Hexadecimal.text(SHA256.digest(of: text.span).prefix(8))
  }
}

/// A path with everything below it that the gateway passes on to a service.
package struct PassRule: Sendable, Hashable {
  /// Without a slash at its end; empty for every path that no document and no other pass has.
  package let prefix: String
  /// Whether its answers may be kept as RFC 9111 says.
  package let isKept: Bool
  /// Seconds after which the gateway closes a silent WebSocket; `nil` where none may be opened.
  package let webSocketIdle: Int?
}
