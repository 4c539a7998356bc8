// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A request method, RFC 9110 section 9; QUERY as the HTTP working group's draft has it.
package enum Method: Sendable, Hashable {
  case get
  case head
  case post
  case put
  case delete
  case connect
  case options
  case trace
  case patch
  case query
  /// Any other token. Methods are case-sensitive: `get` is not GET.
  case other(String)

  /// `nil` when `token` is not a token of RFC 9110 section 5.6.2.
  package init?(_ token: Span<UInt8>) {
    switch token.count {
    case 3 where token.matches("GET"): self = .get
    case 3 where token.matches("PUT"): self = .put
    case 4 where token.matches("HEAD"): self = .head
    case 4 where token.matches("POST"): self = .post
    case 5 where token.matches("PATCH"): self = .patch
    case 5 where token.matches("QUERY"): self = .query
    case 5 where token.matches("TRACE"): self = .trace
    case 6 where token.matches("DELETE"): self = .delete
    case 7 where token.matches("OPTIONS"): self = .options
    case 7 where token.matches("CONNECT"): self = .connect
    default:
      guard token.isToken else { return nil }
      self = .other(token.text)
    }
  }

  package init?(_ token: String) { self.init(token.utf8Span.span) }

  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .delete: "DELETE"
    case .connect: "CONNECT"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .patch: "PATCH"
    case .query: "QUERY"
    case .other(let name): name
    }
  }

  /// The name in OpenTelemetry's conventions, which has one for all methods that they do not know.
  package var conventionalName: String {
    if case .other = self { "_OTHER" } else { name }
  }

  /// Whether the name is a token; only that of `other` may be something else.
  package var isValid: Bool {
    if case .other(let name) = self { name.utf8Span.span.isToken } else { true }
  }

  /// Whether the method promises to change nothing (section 9.2.1); of the others, those that the
  /// registry of methods calls safe do.
  package var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace, .query: true
    case .post, .put, .delete, .connect, .patch: false
    case .other(let name): name == "PROPFIND" || name == "REPORT" || name == "SEARCH"
    }
  }

  /// Whether sending it twice does what sending it once does (section 9.2.2).
  package var isIdempotent: Bool {
    switch self {
    case .put, .delete: true
    default: isSafe
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are one or more `tchar` of RFC 9110 section 5.6.2.
  @inlinable
  package var isToken: Bool {
    guard count > 0 else { return false }
    for index in 0..<count where !self[index].isTokenCharacter { return false }
    return true
  }
}

extension UInt8 {
  /// Whether the byte is a `tchar`: visible ASCII that is not a delimiter.
  @inlinable
  package var isTokenCharacter: Bool {
    // One bit a byte: "!", "#$%&'", "*+", "-.", digits; letters, "^_`", "|", "~".
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    if self < 64 { return low >> UInt64(self) & 1 == 1 }
    return self < 128 && high >> UInt64(self &- 64) & 1 == 1
  }
}
