// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 7239. Blanks around semicolons are allowed, as many senders write them, and empty parameters
// too. A parameter may stand in an element once.

/// Facts that one proxy on the way tells about a request.
package struct ForwardedElement: Sendable, Equatable {
  /// Sender of the request to the proxy.
  package private(set) var client: ForwardedNode?
  /// Where the proxy received it.
  package private(set) var receiver: ForwardedNode?
  /// The Host field as the proxy received it.
  package private(set) var host: Authority?
  /// The scheme by which the proxy received it, in lower case.
  package private(set) var proto: String?

  /// Reads `for=...;by=...;host=...;proto=...` in any order; `nil` when malformed. A parameter that
  /// has no meaning here is checked and passed over.
  package init?(_ bytes: Span<UInt8>) {
    var seen: [String] = []
    var start = 0
    var brokenQuote = false
    while start <= bytes.count {
      let end = bytes.endOfMember(
        from: start,
        separator: UInt8(ascii: ";"),
        brokenQuote: &brokenQuote
      )
      let pair = bytes.extracting(start..<end).trimmed
      start = end + 1
      guard pair.count > 0 else { continue }
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
        pair.extracting(first: equals).isToken,
        let value = QuotedString.valueOrToken(pair.extracting((equals + 1)...))
      else { return nil }
      let name = pair.extracting(first: equals).text.lowercased()
      guard !seen.contains(name), set(name, value.utf8Span.span) else { return nil }
      seen.append(name)
    }
  }

  private mutating func set(_ name: String, _ value: Span<UInt8>) -> Bool {
    switch name {
    case "for":
      client = ForwardedNode(value)
      return client != nil
    case "by":
      receiver = ForwardedNode(value)
      return receiver != nil
    case "host":
      host = Authority(value)
      return host != nil
    case "proto":
      guard let first = value.count > 0 ? value[0] : nil, first.isLetter, value.isToken else {
        return false
      }
      proto = value.text.lowercased()
      return true
    default: return true
    }
  }
}
