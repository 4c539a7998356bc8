// SPDX-License-Identifier: Apache-2.0
//
// Pseudo-fields of RFC 9113 section 8.3, checked as they arrive and once more when the block is
// complete. Where the RFC leaves room we are strict, as RFC 9114 section 4.3.1 is:
// - each stands once, before all fields, and never in trailers; one that is not defined for the
//   message is malformed, `:protocol` (RFC 8441) among them, since we do not announce it;
// - a request needs `:method`, `:scheme`, `:path`, and an authority from `:authority` or Host; when
//   both are there they name the same host and port;
// - the scheme is http or https; the path starts with "/", or is "*" with OPTIONS; CONNECT has
//   `:authority` with a port and neither scheme nor path;
// - the authority has no user information, and nothing that another parser could take for the end
//   of it.

import Bytes
import HTTPValues

extension HeaderBlock {
  mutating func addPseudoField(_ name: Span<UInt8>, _ value: Span<UInt8>) -> HTTP2Malformation? {
    guard kind != .trailers else { return .pseudoFieldInTrailers }
    guard slots.isEmpty else { return .pseudoFieldAfterField }
    if kind == .response {
      guard name.matches(":status") else { return .unknownPseudoField }
      guard status == nil else { return .repeatedPseudoField }
      status = keep(value)
      return nil
    }
    switch name.count {
    case 5 where name.matches(":path"):
      guard path == nil else { return .repeatedPseudoField }
      guard value.isPath else { return .invalidPath }
      path = keep(value)
    case 7 where name.matches(":method"):
      guard method == nil else { return .repeatedPseudoField }
      method = keep(value)
    case 7 where name.matches(":scheme"):
      guard scheme == nil else { return .repeatedPseudoField }
      scheme = keep(value)
    case 10 where name.matches(":authority"):
      guard authority == nil else { return .repeatedPseudoField }
      guard value.isAuthority else { return .invalidAuthority }
      authority = keep(value)
    default: return .unknownPseudoField
    }
    return nil
  }

  /// The status of a complete response head; `nil` when it is malformed.
  mutating func finishResponse() -> Status? {
    guard malformation == nil else { return nil }
    let found = status.flatMap { statusCode($0) }
    if found == nil { malformation = status == nil ? .missingPseudoField : .invalidStatus }
    joinCookies()
    return found
  }

  private borrowing func statusCode(_ range: Range<Int>) -> Status? {
    let digits = bytes.span.extracting(range)
    // 101 has no meaning in HTTP/2 (RFC 9113 section 8.6).
    guard digits.count == 3, let code = digits.decimal, code != 101 else { return nil }
    return Status(code)
  }

  /// Method and scheme of a complete request head; `nil` when it is malformed.
  mutating func finishRequest() -> (method: Method, scheme: Scheme)? {
    guard malformation == nil else { return nil }
    guard let range = method, let parsed = Method(bytes.span.extracting(range)) else {
      malformation = method == nil ? .missingPseudoField : .invalidMethod
      return nil
    }
    if case .connect = parsed {
      malformation = connectMalformation() ?? authorityMalformation(defaultPort: nil)
      path = authority
      return malformation == nil ? (parsed, .https) : nil
    }
    guard let scheme, let known = Scheme(bytes.span.extracting(scheme)) else {
      malformation = self.scheme == nil ? .missingPseudoField : .invalidScheme
      return nil
    }
    malformation = pathMalformation(parsed) ?? authorityMalformation(defaultPort: known.defaultPort)
    guard malformation == nil else { return nil }
    if authority == nil, let hostIndex { authority = slots[hostIndex].value }
    joinCookies()
    return (parsed, known)
  }

  private borrowing func connectMalformation() -> HTTP2Malformation? {
    guard scheme == nil, path == nil, let authority, hasPort(authority) else { return .connectForm }
    return nil
  }

  private borrowing func pathMalformation(_ method: Method) -> HTTP2Malformation? {
    guard let path else { return .missingPseudoField }
    if bytes.span[path.lowerBound] == UInt8(ascii: "/") { return nil }
    if case .options = method { return nil }
    return .invalidPath
  }

  /// Returns the fault of `:authority` and Host taken together, if there is one.
  private borrowing func authorityMalformation(defaultPort: UInt16?) -> HTTP2Malformation? {
    guard let hostIndex else { return authority == nil ? .missingPseudoField : nil }
    let host = bytes.span.extracting(slots[hostIndex].value)
    guard let authority else { return host.isAuthority ? nil : .invalidAuthority }
    let named = bytes.span.extracting(authority)
    let isSame = named.withoutPort(defaultPort).matches(ignoringCase: host.withoutPort(defaultPort))
    return isSame ? nil : .authorityDiffersFromHost
  }

  private borrowing func hasPort(_ authority: Range<Int>) -> Bool {
    let text = bytes.span.extracting(authority)
    var start = text.count
    while start > 0 && text[start - 1].isDigit { start -= 1 }
    return start < text.count && start > 1 && text[start - 1] == UInt8(ascii: ":")
  }
}

extension Span<UInt8> {
  /// Whether the bytes may be a `:path`: "*", or "/" and visible ASCII without a fragment.
  fileprivate var isPath: Bool {
    guard count > 0 else { return false }
    if self[0] == UInt8(ascii: "*") { return count == 1 }
    guard self[0] == UInt8(ascii: "/") else { return false }
    for index in 0..<count where !self[index].isPathByte { return false }
    return true
  }

  /// Whether the bytes may be host and port of RFC 3986, without user information.
  fileprivate var isAuthority: Bool {
    guard count > 0, self[0] != UInt8(ascii: ":") else { return false }
    for index in 0..<count where !self[index].isAuthorityByte { return false }
    return true
  }

  /// The bytes without `:port` at their end, when that is the port.
  @_lifetime(copy self)
  fileprivate func withoutPort(_ port: UInt16?) -> Span<UInt8> {
    guard let port else { return self }
    let length = port == 80 ? 3 : 4
    guard count > length, self[count - length] == UInt8(ascii: ":"),
      extracting((count - length + 1)..<count).decimal == Int(port)
    else { return self }
    return extracting(first: count - length)
  }
}

extension Scheme {
  /// `nil` for any scheme but the two that the gateway serves.
  fileprivate init?(_ name: Span<UInt8>) {
    if name.matches(lowercase: "https") {
      self = .https
    } else if name.matches(lowercase: "http") {
      self = .http
    } else {
      return nil
    }
  }
}

extension UInt8 {
  /// Visible ASCII except "#".
  fileprivate var isPathByte: Bool { self > 0x20 && self < 0x7F && self != UInt8(ascii: "#") }

  /// Unreserved, sub-delimiter, "%", ":", "[" or "]" of RFC 3986.
  fileprivate var isAuthorityByte: Bool {
    // One bit a byte: "!$%&'()*+,-.", digits, ":;="; letters, "[]_~".
    let low: UInt64 = 0x2FFF_7FF2_0000_0000
    let high: UInt64 = 0x47FF_FFFE_AFFF_FFFE
    if self < 64 { return low >> UInt64(self) & 1 == 1 }
    return self < 128 && high >> UInt64(self &- 64) & 1 == 1
  }
}
