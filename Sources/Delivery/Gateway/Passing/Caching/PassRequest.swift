// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPServer
import HTTPValues

/// A request for something that may be kept, with all that its answer depends on.
struct PassRequest {
  let route: PassRoute
  /// As the client sent it, with the target as the service knows it: what the service says of other
  /// targets is compared with that.
  let request: Request
  let peer: Peer
  /// As clients name it: scheme, host and port.
  let origin: String
  /// The key of the answers in the store.
  let key: CacheKey
  /// For the event of the client's request; `nil` where nobody in particular asks.
  let record: PassRecord?
  private let uri: TargetURI

  /// `nil` for a request that names no host.
  init?(
    _ exchange: Exchange,
    _ route: PassRoute,
    target: String,
    _ record: PassRecord,
    in store: AnswerStore
  ) {
    var request = exchange.request
    request.target = route.target(of: target)
    guard let uri = TargetURI(request) else { return nil }
    self.request = request
    self.route = route
    self.record = record
    self.uri = uri
    peer = exchange.peer
    origin = PassRequest.origin(of: uri)
    key = PassRequest.key(of: uri, route, in: store)
  }

  private init(_ asked: PassRequest, _ request: Request) {
    route = asked.route
    self.request = request
    peer = asked.peer
    origin = asked.origin
    key = asked.key
    record = nil
    uri = asked.uri
  }

  /// The same, asked by nobody in particular: for the whole, without conditions.
  var plain: PassRequest {
    var request = request
    request.method = .get
    for name: FieldName in ["if-none-match", "if-modified-since", "range", "if-range"] {
      request.fields.remove(name)
    }
    return PassRequest(self, request)
  }

  static func origin(of target: TargetURI) -> String {
    "\(target.scheme.name)://\(target.authority.host):"
      + "\(target.authority.port(for: target.scheme))"
  }

  /// The path that we are asked for stands first, so that it can be purged by it.
  static func key(of target: TargetURI, _ route: PassRoute, in store: AnswerStore) -> CacheKey {
    store.key(bytes(of: target, route, "pass"))
  }

  /// The bytes of the key of a request's answers; `nil` for a request that names no host.
  static func keyBytes(of request: Request, _ route: PassRoute) -> [UInt8]? {
    TargetURI(request).map { bytes(of: $0, route, "pass") }
  }

  /// What those wait for together who want the same: a target, and what the answers that are kept
  /// for it tell apart.
  func waitingKey(_ heads: [StoredResponse], in store: AnswerStore) -> CacheKey {
    var bytes = PassRequest.bytes(of: uri, route, "wait")
    for entry in heads.last?.variant.entries ?? [] {
      bytes.append(0)
      bytes += (request.fields[entry.name] ?? "\u{1}").utf8
    }
    return store.key(bytes)
  }

  private static func bytes(of target: TargetURI, _ route: PassRoute, _ kind: String) -> [UInt8] {
    let path = route.publicTarget(of: target.target).utf8.dropFirst()
    let mark = path.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
    var bytes = Array(path[..<mark])
    bytes.append(0)
    bytes += kind.utf8
    bytes.append(0)
    bytes += path[mark...]
    bytes.append(0)
    bytes += origin(of: target).utf8
    return bytes
  }
}
