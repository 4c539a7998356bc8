// SPDX-License-Identifier: Apache-2.0

/// An absolute address of http or https, without a fragment: `https://hooks.example.com/a?b=c`.
package struct HTTPAddress: Sendable, Hashable {
  package let text: String
  package let origin: Origin
  /// Path and query as a request has them, never empty.
  package let target: String

  /// Reads an address; `nil` for one with the name of a user, or with bytes that no address has.
  package init?(_ text: String) {
    guard let scheme = [Scheme.http, .https].first(where: { text.hasPrefix("\($0)://") }),
      !text.contains("#"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let rest = text.dropFirst("\(scheme)://".count)
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    guard !rest[..<end].contains("@"), let origin = Origin(authority: rest[..<end], scheme: scheme)
    else { return nil }
    self.text = text
    self.origin = origin
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/\(rest[end...])"
  }
}
