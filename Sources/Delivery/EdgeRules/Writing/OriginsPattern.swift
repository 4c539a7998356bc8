// SPDX-License-Identifier: Apache-2.0

import Editions

// An answer that names the origin that asks must not reach another one, and an edge that kept one answer
// for every text in Origin would be filled by whoever invents origins. So an edge passes on the origins
// that the site names, keys by them, and passes on no other one with a request for a document. Where any
// origin may read, all get the same answer and nothing is keyed.

extension EdgeRuleSet {
  /// Regular expressions for the origins that the site names, each for the whole field Origin.
  var originPatterns: [String] {
    (crossOrigin?.origins ?? []).map { origin in
      let (name, standard) = (origin.host.name, origin.isSecure ? 443 : 80)
      let host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
      let port = origin.port == standard ? "(?::\(standard))?" : ":\(origin.port)"
      return (origin.isSecure ? "https" : "http") + "://"
        + (origin.host.isWildcard ? "[a-z0-9_.-]+\\." : "") + AlternativesPattern.escaped(host)
        + port
    }
  }

  /// A regular expression for all origins that the site names; `nil` where it names none.
  var originsPattern: String? {
    originPatterns.isEmpty ? nil : "^(?:\(originPatterns.joined(separator: "|")))$"
  }
}
