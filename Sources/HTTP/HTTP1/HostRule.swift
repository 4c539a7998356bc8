// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Host and the target's own authority (RFC 9112 sections 3.2 and 3.2.2).
///
/// A server may take the target's authority and ignore Host. We refuse the request when they differ,
/// since a cache or a filter in front of us may have looked at the other one.
enum HostRule {
  /// Where the authority of the request stands; empty when an HTTP/1.0 client sent none.
  static func authority(
    _ bytes: Span<UInt8>,
    _ line: RequestLine,
    _ target: RequestTarget,
    _ host: Range<Int>?
  ) throws(HeadFault) -> Range<Int> {
    guard let host else {
      guard line.version == .http10 else { throw HeadFault(.host, at: line.next) }
      return target.authority ?? 0..<0
    }
    guard Authority.isValid(bytes.extracting(host)) else {
      throw HeadFault(.host, at: host.lowerBound)
    }
    guard let authority = target.authority else { return host }
    if let scheme = target.scheme {
      guard isSame(bytes.extracting(authority), bytes.extracting(host), for: scheme) else {
        throw HeadFault(.host, at: host.lowerBound)
      }
    }
    return authority
  }

  /// Whether both name the same host and, with the scheme's own port for none, the same port.
  private static func isSame(_ one: Span<UInt8>, _ other: Span<UInt8>, for scheme: Scheme) -> Bool {
    guard let one = Authority(one), let other = Authority(other) else { return false }
    return one.host == other.host && one.port(for: scheme) == other.port(for: scheme)
  }
}
