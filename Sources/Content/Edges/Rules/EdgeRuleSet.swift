// SPDX-License-Identifier: Apache-2.0

import Digests
package import Services

// An edge does what the gateway does with a request without a token: it finds the visitor's audience. It
// has the gateway's decisions as tables, which are computed from an edition. Where it could decide
// otherwise than the gateway, it leaves the request to the gateway unchanged.

/// Everything an edge needs to find a visitor's audience as the gateway does.
package struct EdgeRuleSet: Sendable {
  /// A digest of the rules, sent to the gateway with every request, which shows outdated exports.
  package private(set) var name = ""
  /// The hosts of the site; empty where it answers for every host.
  package var hosts: [HostRule] = []
  /// The published languages as tokens write them, in the order of their numbers.
  package var languages: [String] = []
  /// Map language tags to published languages; the first one that matches counts.
  package var tags: [TagRule] = []
  /// Numeric regions that are known in language tags; a tag with another one is left to the gateway.
  package var numberedRegions: [String] = []
  /// All valid spellings of countries, in upper case.
  package var countryCodes: [String] = []
  /// The documents' paths with the numbers of their groups.
  package var paths = PathTable()
  /// The groups of documents that tell the same visitors apart.
  package var groups: [AudienceGroup] = []
  /// Versions of apps that must or should be updated.
  package var gates: [GateRule] = []
  package var passes: [PassRule] = []
  package var closing: ClosingPages
  /// Credentials that services see whose answers are in documents, or that passes lead to.
  package var credentials = CredentialSelection.none
  /// The origins whose pages may read answers; empty for any, `nil` for none.
  package var crossOrigin: [OriginRule]?
  /// The request fields with the visitor's country and device; `nil` where the edge sets none.
  package var countryField: String?
  package var deviceField: String?
  /// Whether the gateway looks countries up by address where a request names none.
  package var looksCountriesUp = false

  /// The request field with the name of the rules.
  package static let field = "x-portico-rules"

  /// Whether a service with a part in a document sees credentials of visitors.
  var showsCredentials: Bool { groups.contains(where: \.isPersonal) }

  package init(closing: ClosingPages) { self.closing = closing }

  /// The same rules with the digest that names them.
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

/// Maps some language tags to the published language that visitors with them get.
package struct TagRule: Sendable, Hashable {
  /// Languages, alone or with a script, in lower case: `es`, `es-latn`.
  package let bases: [String]
  /// The regions of the tags, in lower case; `nil`: any region, or none.
  package let regions: [String]?
  /// The number of the published language; `nil`: none.
  package let language: Int?

  package init(bases: [String], regions: [String]?, language: Int?) {
    self.bases = bases
    self.regions = regions
    self.language = language
  }
}
