// SPDX-License-Identifier: Apache-2.0

// An answer that names one origin must not reach a page of another one, and a cache that kept an answer for
// every text in Origin could be filled by invented ones. So an edge keeps answers apart by the origins
// that the site names, and removes other ones from requests for documents. Where any origin may read, all
// get the same answer.

/// An origin of web pages, or every origin below a host, whose pages may read answers.
package struct OriginRule: Sendable, Hashable {
  package let isSecure: Bool
  package let host: String
  /// Whether it stands for every subdomain of the host.
  package let isWildcard: Bool
  package let port: UInt16

  package init(isSecure: Bool, host: String, isWildcard: Bool, port: UInt16) {
    self.isSecure = isSecure
    self.host = host
    self.isWildcard = isWildcard
    self.port = port
  }

  /// A regular expression for the value of Origin.
  var pattern: String {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let standard: UInt16 = isSecure ? 443 : 80
    return (isSecure ? "https" : "http") + "://" + (isWildcard ? "[a-z0-9_.-]+\\." : "")
      + AlternativesPattern.escaped(name) + (port == standard ? "(?::\(standard))?" : ":\(port)")
  }
}

extension EdgeRuleSet {
  /// Regular expressions for the origins that the site names, each without anchors.
  var originPatterns: [String] { (crossOrigin ?? []).map(\.pattern) }

  /// A regular expression for all origins that the site names; `nil` where it names none.
  var originsPattern: String? {
    originPatterns.isEmpty ? nil : "^(?:\(originPatterns.joined(separator: "|")))$"
  }
}
