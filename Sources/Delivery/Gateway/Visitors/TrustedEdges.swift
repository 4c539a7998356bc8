// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPServer
import HTTPValues
import Reactor
import Sites

/// All trusted peers in front of a site.
struct TrustedEdges: Sendable {
  private let edges: [TrustedEdge]
  /// Names of the fields in which they tell facts about visitors.
  let fields: [String]

  init(_ settings: [EdgeSettings]) {
    edges = settings.enumerated().map { TrustedEdge($1, number: $0) }
    fields = settings.flatMap { [$0.countryField, $0.deviceField, $0.clientField] }
      .compactMap(\.self)
  }

  /// The edge with a number; `nil` for one that is not declared any more.
  subscript(_ number: Int) -> TrustedEdge? {
    edges.indices.contains(number) ? edges[number] : nil
  }

  /// Returns the edge of a peer; `nil` for a peer that is not declared.
  func edge(at address: IPAddress?) -> TrustedEdge? {
    guard !edges.isEmpty, let address else { return nil }
    return edges.first { $0.contains(address) }
  }

  /// Returns the edge profile for a peer.
  func profile(for peer: Peer) -> EdgeProfile {
    guard !edges.isEmpty else { return .plain }
    return edge(at: IPAddress(peer.client))?.profile ?? .plain
  }

  /// Returns the client's address: the one that a declared peer tells, and `nil` if it tells none,
  /// since the peer is not the visitor; the peer's own address if it is not declared.
  func client(
    of request: borrowing RequestView,
    from peer: IPAddress?,
    by edge: TrustedEdge?
  ) -> IPAddress? {
    guard let peer, let edge else { return peer }
    switch edge.clientField {
    case .list(let source):
      let client = ForwardedClient(peer: peer, fields: request.fields, source: source) { address in
        self.edge(at: address) != nil
      }
      return client.distance > 0 ? client.address : nil
    case .single(let name):
      guard let text = request.fields.combined(name) else { return nil }
      return IPAddress(text) ?? ForwardedNode(text.utf8Span.span)?.address
    case nil: return nil
    }
  }
}

extension IPAddress {
  /// The address of a socket; `nil` for a Unix socket.
  init?(_ socket: SocketAddress) {
    switch socket.place {
    case .v4(let octets): self.init(ipv4: octets)
    case .v6(let high, let low, _): self.init(bits: UInt128(high) << 64 | UInt128(low))
    case .unix: return nil
    }
  }

  /// The sixteen bytes of the address, the first one highest.
  var bytes: InlineArray<16, UInt8> {
    InlineArray { UInt8(truncatingIfNeeded: bits >> (8 * (15 - $0))) }
  }
}
