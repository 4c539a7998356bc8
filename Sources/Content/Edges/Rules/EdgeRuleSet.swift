// SPDX-License-Identifier: Apache-2.0

import Digests
package import Plans

// The edge does what the gateway does when a request without a token comes in: it names the visitor's
// class. It has the gateway's decisions as tables, made by asking the edition. What it cannot decide
// as the gateway would, it leaves to the gateway and passes the request on as it came.

/// All that an edge in front has to know to name visitors as the gateway does.
package struct EdgeRuleSet: Sendable {
  /// A digest of everything in here, which the origin is told: rules of an older edition show.
  package private(set) var name = ""
  /// The published languages as tokens name them, by their numbers.
  package var languages: [String] = []
  /// The first one that fits a language tag says which published language the visitor gets.
  package var tags: [TagRule] = []
  /// Regions with numbers that tags may have; with another one a tag is left to the gateway.
  package var numberedRegions: [String] = []
  /// Every way to write a country that counts as one, in upper case.
  package var countryCodes: [String] = []
  /// The documents' paths, each with the number of its group.
  package var paths = PathTable()
  package var groups: [AudienceGroup] = []
  /// Which apps must or should be replaced, as the config document says it.
  package var gates: [GateRule] = []
  package var passes: [PassRule] = []
  package var closing: ClosingPages
  /// What services see that have a part in documents.
  package var credentials = CredentialSelection.none
  /// The origins whose pages may read answers; empty for any, `nil` for none.
  package var crossOrigin: [OriginRule]?
  /// The fields in which a trusted party says a visitor's country and device; `nil` where none does.
  package var countryField: String?
  package var deviceField: String?
  /// Whether the gateway looks countries up by address where nobody says one.
  package var looksCountriesUp = false

  /// The field that says to the origin which rules were used.
  package static let field = "x-portico-rules"

  package init(closing: ClosingPages) { self.closing = closing }

  /// The same rules, under the name that follows from them.
  package func named() -> EdgeRuleSet {
    var rules = self
    rules.name = ""
    let text = Array("\(rules)".utf8)
    rules.name = Hexadecimal.text(SHA256.digest(of: text.span).prefix(8))
    return rules
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

  package init(prefix: String, isKept: Bool, webSocketIdle: Int?) {
    self.prefix = prefix
    self.isKept = isKept
    self.webSocketIdle = webSocketIdle
  }
}
