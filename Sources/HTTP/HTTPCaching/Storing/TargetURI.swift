// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

// RFC 3986 section 5.2, as far as caches need it: a reference in Location or Content-Location is
// made absolute against the target of the request, and its origin is compared. A fragment is passed
// over (RFC 9110 section 10.2.2); anything that is not http or https, or has no valid authority, is
// nothing that a cache could have.

/// Target of a request: the key that stored answers have before Vary.
package struct TargetURI: Sendable, Hashable {
  package let scheme: Scheme
  package let authority: Authority
  /// Path and query as a request has them, never empty.
  package let target: String

  /// `nil` when the authority is none.
  package init?(scheme: Scheme, authority: String, target: String) {
    guard let authority = Authority(authority) else { return nil }
    self.init(scheme, authority, target)
  }

  /// The target of a request; `nil` for a request that names no host.
  package init?(_ request: Request) {
    self.init(scheme: request.scheme, authority: request.authority, target: request.target)
  }

  private init(_ scheme: Scheme, _ authority: Authority, _ target: String) {
    self.scheme = scheme
    self.authority = authority
    self.target =
      target.isEmpty ? "/" : target.utf8.first == UInt8(ascii: "?") ? "/" + target : target
  }

  /// Whether both have the same scheme, host and port (RFC 9110 section 4.3.1).
  package func isSameOrigin(as other: TargetURI) -> Bool {
    scheme == other.scheme && authority.host == other.authority.host
      && authority.port(for: scheme) == other.authority.port(for: scheme)
  }

  package static func == (one: TargetURI, other: TargetURI) -> Bool {
    one.isSameOrigin(as: other) && one.target == other.target
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(authority.host)
    hasher.combine(authority.port(for: scheme))
    hasher.combine(target)
  }

  /// Resolves a reference in an answer to a request for this URI; `nil` when the result is no URI
  /// of http or https.
  package func resolving(_ reference: Span<UInt8>) -> TargetURI? {
    let end = reference.firstIndex(of: UInt8(ascii: "#")) ?? reference.count
    let bytes = reference.extracting(first: end)
    for index in 0..<bytes.count where bytes[index] <= 0x20 || bytes[index] >= 0x7F { return nil }
    guard bytes.count > 0 else { return self }
    if bytes.hasScheme { return TargetURI(absolute: bytes) }
    if bytes.count >= 2, bytes[0] == TargetURI.slash, bytes[1] == TargetURI.slash {
      let absolute = "\(scheme.name):\(bytes.text)"
      return TargetURI(absolute: absolute.utf8Span.span)
    }
    let endOfPath = bytes.firstIndex(of: TargetURI.mark) ?? bytes.count
    let path = path(bytes.extracting(first: endOfPath))
    return TargetURI(scheme, authority, path.span.text + bytes.extracting(endOfPath...).text)
  }

  /// The path of a reference without scheme and authority.
  private func path(_ reference: Span<UInt8>) -> [UInt8] {
    if reference.count > 0, reference[0] == TargetURI.slash { return reference.withoutDotSegments }
    let base = target.utf8Span.span
    let own = base.extracting(first: base.firstIndex(of: TargetURI.mark) ?? base.count)
    guard reference.count > 0 else { return own.array }
    var merged = own.extracting(first: (own.lastIndex(of: TargetURI.slash) ?? -1) + 1).array
    if merged.isEmpty { merged.append(TargetURI.slash) }
    merged.append(reference)
    return merged.span.withoutDotSegments
  }

  private init?(absolute bytes: Span<UInt8>) {
    guard let form = AbsoluteForm(bytes),
      let authority = Authority(bytes.extracting(form.authority))
    else { return nil }
    let path = bytes.extracting(form.path).withoutDotSegments
    let query = bytes.extracting(form.path.upperBound...)
    self.init(form.scheme, authority, path.span.text + query.text)
  }

  private static let slash = UInt8(ascii: "/")
  private static let mark = UInt8(ascii: "?")
}

extension Span<UInt8> {
  /// Whether a scheme stands at the start: a letter, then letters, digits, `+`, `-` or `.`, `:`.
  fileprivate var hasScheme: Bool {
    guard let colon = firstIndex(of: UInt8(ascii: ":")), colon > 0, self[0].isLetter else {
      return false
    }
    for index in 1..<colon {
      switch self[index] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      default: guard self[index].isLetter || self[index].isDigit else { return false }
      }
    }
    return true
  }

  /// RFC 3986 section 5.2.4 for a path that begins with a slash.
  fileprivate var withoutDotSegments: [UInt8] {
    let slash = UInt8(ascii: "/")
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var index = 0
    while index < count {
      let end = firstIndex(of: slash, from: index + 1) ?? count
      let segment = extracting(Swift.min(index + 1, end)..<end)
      let isLast = end == count
      index = end
      if segment.matches(".") {
        if isLast { output.append(slash) }
      } else if segment.matches("..") {
        while let last = output.popLast(), last != slash {}
        if isLast { output.append(slash) }
      } else {
        output.append(slash)
        output.append(segment)
      }
    }
    return output
  }
}
