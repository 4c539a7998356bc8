// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPValues

/// The target of requests along a pass, with the one key that its stored answers have. It is made once for a
/// request, and remembered for those with the same bytes.
final class PassTarget {
  let route: PassRoute
  /// The target in the service's form, since the service's answers name other targets in that.
  let uri: TargetURI
  /// The origin in the client's form: scheme, host and port, also a standard port.
  let origin: String
  /// The key of its answers in the store. The public path stands first, so that it can be purged by that.
  let key: CacheKey

  init(_ uri: TargetURI, _ route: PassRoute, in store: AnswerStore) {
    self.route = route
    self.uri = uri
    origin = PassTarget.origin(of: uri)
    key = store.key(PassTarget.bytes(of: uri, from: origin, route, "pass"))
  }

  /// Makes the target of a request; `nil` where that names no host.
  ///
  /// - Parameter target: the path in normal form, with the query.
  convenience init?(
    _ scheme: Scheme,
    _ authority: String,
    _ target: String,
    _ route: PassRoute,
    in store: AnswerStore
  ) {
    let target = route.target(of: target)
    guard let uri = TargetURI(scheme: scheme, authority: authority, target: target) else {
      return nil
    }
    self.init(uri, route, in: store)
  }

  /// Returns a request for it as the service sees it, with the host as it is in the key.
  func request(of request: Request) -> Request {
    var request = request
    request.target = uri.target
    request.authority = uri.authority.text(for: uri.scheme)
    return request
  }

  private static func origin(of target: TargetURI) -> String {
    let (scheme, host) = (target.scheme, target.authority.host)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(host.utf8.count + 16)
    bytes.append(scheme.name)
    bytes.append("://")
    bytes.append(host.utf8Span.span)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: Int(target.authority.port(for: scheme)))
    return bytes.span.text
  }

  /// The query of the target whose answers a key is of, with its question mark; `nil` for another key.
  static func query(of key: CacheKey) -> String? {
    let parts = key.parts
    guard parts.count > 2, parts[1] == Array("pass".utf8) else { return nil }
    return String(decoding: parts[2], as: UTF8.self)
  }

  /// Returns the key under which requests wait for one fetch: the target, and the request fields
  /// that its stored answers vary by.
  func waitingKey(_ fields: Fields, _ heads: [StoredResponse], in store: AnswerStore) -> CacheKey {
    var bytes = PassTarget.bytes(of: uri, from: origin, route, "wait")
    for entry in heads.last?.variant.entries ?? [] {
      bytes.append(0)
      bytes.append((fields[entry.name] ?? "\u{1}").utf8Span.span)
    }
    return store.key(bytes)
  }

  private static func bytes(
    of target: TargetURI,
    from origin: String,
    _ route: PassRoute,
    _ kind: StaticString
  ) -> [UInt8] {
    let text = route.publicTarget(of: target.target)
    let (path, origin) = (text.utf8Span.span, origin.utf8Span.span)
    let mark = path.firstIndex(of: UInt8(ascii: "?")) ?? path.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.count + origin.count + 8)
    bytes.append(path.extracting(min(1, mark)..<mark))
    bytes.append(0)
    bytes.append(kind)
    bytes.append(0)
    bytes.append(path.extracting(mark...))
    bytes.append(0)
    bytes.append(origin)
    return bytes
  }
}
