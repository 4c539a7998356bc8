// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPServer
import HTTPValues
import Passing

/// A request whose answer may be stored, with everything that its answer depends on.
struct PassRequest {
  let route: PassRoute
  /// The client's request with the service's target, since the service's answers name other targets
  /// in that form.
  let request: Request
  private let peer: Peer
  /// The origin in the client's form: scheme, host and port.
  let origin: String
  /// The key of its answers in the store.
  let key: CacheKey
  /// Record for the event of the client's request; `nil` without a client.
  let record: PassRecord?
  /// The read that answers it, if it is for records of the site; `nil` for a request to a service.
  let read: RecordRead?
  private let uri: TargetURI

  /// `nil` for a request that names no host.
  init?(
    _ exchange: Exchange,
    _ route: PassRoute,
    target: String,
    _ record: PassRecord,
    reading read: RecordRead? = nil,
    in store: AnswerStore
  ) {
    var request = exchange.request
    request.target = route.target(of: target)
    guard let uri = TargetURI(request) else { return nil }
    // The service sees the host as it is in the key.
    request.authority = uri.authority.text(for: uri.scheme)
    self.request = request
    self.route = route
    self.record = record
    self.read = read
    self.uri = uri
    peer = exchange.peer
    origin = PassRequest.origin(of: uri)
    key = store.key(PassRequest.bytes(of: uri, from: origin, route, "pass"))
  }

  private init(_ asked: PassRequest, _ request: Request) {
    route = asked.route
    self.request = request
    peer = asked.peer
    read = asked.read
    origin = asked.origin
    key = asked.key
    record = nil
    uri = asked.uri
  }

  /// Its sender, as the service is told of it.
  var sender: RequestSender { route.sender(of: request, from: peer) }

  /// The same request without a client: for the whole answer, without conditions.
  var plain: PassRequest {
    var request = request
    request.method = .get
    for name: FieldName in ["if-none-match", "if-modified-since", "range", "if-range"] {
      request.fields.remove(name)
    }
    return PassRequest(self, request)
  }

  /// Scheme, host and port, also a standard port.
  static func origin(of target: TargetURI) -> String {
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

  /// Makes the key; the public path stands first, so that it can be purged by that.
  static func key(of target: TargetURI, _ route: PassRoute, in store: AnswerStore) -> CacheKey {
    store.key(bytes(of: target, from: origin(of: target), route, "pass"))
  }

  /// Returns the bytes of the key of a request's answers; `nil` for a request that names no host.
  static func keyBytes(of request: Request, _ route: PassRoute) -> [UInt8]? {
    TargetURI(request).map { bytes(of: $0, from: origin(of: $0), route, "pass") }
  }

  /// The query of the target whose answers a key is of, with its question mark; `nil` for another key.
  static func query(of key: CacheKey) -> String? {
    let parts = key.parts
    guard parts.count > 2, parts[1] == Array("pass".utf8) else { return nil }
    return String(decoding: parts[2], as: UTF8.self)
  }

  /// Returns the key under which requests wait for one fetch: the target, and the request fields
  /// that its stored answers vary by.
  func waitingKey(_ heads: [StoredResponse], in store: AnswerStore) -> CacheKey {
    var bytes = PassRequest.bytes(of: uri, from: origin, route, "wait")
    for entry in heads.last?.variant.entries ?? [] {
      bytes.append(0)
      bytes.append((request.fields[entry.name] ?? "\u{1}").utf8Span.span)
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
