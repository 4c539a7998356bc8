// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import HTTPValues

// Hosts as RFC 9110 section 4.2.3 compares them: without case, and with the scheme's own port for
// none. A dot at the end, which says that a name is whole, is left off. Names with other letters than
// those of ASCII stand here as they go over the wire, in their IDNA form; an IPv6 address in the one
// form of RFC 5952, whichever way it was written.

/// A host that a site answers for: a name such as `shop.example.com`, an address, or every name that
/// ends in `.example.com`.
package struct HostPattern: Sendable, Hashable {
  static let maximumBytes = 253
  static let maximumLabelBytes = 63

  /// In lower case and without a dot at the end; of a wildcard what stands behind `*.`.
  package let name: String
  /// Whether it stands for what has one label or several in front of the name.
  package let isWildcard: Bool
  /// The one port that it counts for; `nil`: all.
  package let port: UInt16?

  /// Reads `shop.example.com`, `*.example.com`, `localhost:8081` or `[::1]:8081`.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = text.lowercased()
    isWildcard = text.hasPrefix("*.")
    var host = isWildcard ? text.dropFirst(2) : text[...]
    if let colon = host.lastIndex(of: ":"), host.last != "]" {
      guard let port = HostPattern.port(host[host.index(after: colon)...]) else { return nil }
      self.port = port
      host = host[..<colon]
    } else {
      port = nil
    }
    if let address = IPAddress(literal: host.utf8Span.span) {
      guard !isWildcard else { return nil }
      name = address.literal
    } else {
      if host.hasSuffix(".") { host = host.dropLast() }
      guard HostPattern.isName(host) else { return nil }
      name = String(host)
    }
  }

  private static func port(_ text: Substring) -> UInt16? {
    guard text.first != "0", text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return UInt16(text)
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...maximumBytes).contains(text.utf8.count)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...maximumLabelBytes).contains(label.utf8.count)
          && label.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_".utf8.contains($0) }
      }
  }
}

extension HostPattern: CustomStringConvertible {
  package var description: String {
    (isWildcard ? "*." : "") + name + (port.map { ":\($0)" } ?? "")
  }
}

extension HostPattern {
  /// The host in a text that is more than one, such as a URL, or nearly one.
  static func suggestion(for text: String) -> String? {
    // A name in other letters is meant in its IDNA form, which nobody can guess from here.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var host = text[...]
    if let scheme = host.firstRange(of: "://") { host = host[scheme.upperBound...] }
    host = host.prefix { !"/?#".contains($0) }
    if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
    host = host.drop { $0 == " " }
    while host.hasSuffix(" ") { host = host.dropLast() }
    let bare = host.drop { "*.".contains($0) }
    let candidates = [String(host), "*.\(bare)", "[\(host)]"]
    return candidates.lazy.compactMap { HostPattern($0)?.description }.first
  }
}

/// A host of a site, with the place where it is declared.
package struct SiteHost: Sendable, Hashable {
  package let pattern: HostPattern
  package let place: FilePlace

  package init(_ pattern: HostPattern, at place: FilePlace) {
    self.pattern = pattern
    self.place = place
  }
}
