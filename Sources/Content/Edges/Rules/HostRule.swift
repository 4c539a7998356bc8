// SPDX-License-Identifier: Apache-2.0

// One gateway may serve several sites, and an export knows the visitors and documents of one of them. So an
// edge leaves requests for other hosts to the gateway as they are.

/// A host of the site, or every name below one.
package struct HostRule: Sendable, Hashable {
  /// In lower case; an IPv6 address has its brackets.
  package let name: String
  /// Whether the rule is a wildcard for all subdomains of `name` (`*.example.com`).
  package let isWildcard: Bool
  /// The only port that it counts for; `nil` for every port.
  package let port: UInt16?

  package init(name: String, isWildcard: Bool, port: UInt16?) {
    self.name = name
    self.isWildcard = isWildcard
    self.port = port
  }

  /// The name as nginx and people write it: `*.example.com`.
  var text: String { (isWildcard ? "*." : "") + name }

  /// A regular expression for the name in lower case, without anchors.
  var pattern: String {
    (isWildcard ? "[^:/]+\\." : "") + AlternativesPattern.escaped(name)
  }
}

extension EdgeRuleSet {
  /// A regular expression for the field Host of the site's hosts; `nil` where it answers for every host.
  var hostsPattern: String? {
    guard !hosts.isEmpty else { return nil }
    let patterns = hosts.map { $0.pattern + "\\.?" + ($0.port.map { ":\($0)" } ?? "(?::[0-9]*)?") }
    return "(?i)^(?:\(patterns.joined(separator: "|")))$"
  }
}
