// SPDX-License-Identifier: Apache-2.0

// An answer that names the origin that asks must not reach another one, and an edge that kept one answer
// for every text in Origin would be filled by whoever invents origins. So an edge passes on the origins
// that the site names, keys by them, and passes on no other one with a request for a document. Where any
// origin may read, all get the same answer and nothing is keyed.

/// An origin of web pages, or every origin below a host, whose pages may read answers.
package struct OriginRule: Sendable, Hashable {
  package let isSecure: Bool
  package let host: String
  /// Whether every origin below the host is meant.
  package let isWildcard: Bool
  package let port: UInt16

  package init(isSecure: Bool, host: String, isWildcard: Bool, port: UInt16) {
    self.isSecure = isSecure
    self.host = host
    self.isWildcard = isWildcard
    self.port = port
  }

  /// A regular expression for the field Origin.
  var pattern: String {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let standard: UInt16 = isSecure ? 443 : 80
    return (isSecure ? "https" : "http") + "://" + (isWildcard ? "[a-z0-9_.-]+\\." : "")
      + AlternativesPattern.escaped(name) + (port == standard ? "(?::\(standard))?" : ":\(port)")
  }
}

extension EdgeRuleSet {
  /// Regular expressions for the origins that the site names, each for the whole field Origin.
  var originPatterns: [String] { (crossOrigin ?? []).map(\.pattern) }

  /// A regular expression for all origins that the site names; `nil` where it names none.
  var originsPattern: String? {
    originPatterns.isEmpty ? nil : "^(?:\(originPatterns.joined(separator: "|")))$"
  }
}
