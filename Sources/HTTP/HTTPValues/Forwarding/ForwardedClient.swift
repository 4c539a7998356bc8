// SPDX-License-Identifier: Apache-2.0

import Bytes

// Anybody can send X-Forwarded-For. What counts is what a peer that we trust has appended: from the
// right, members are believed as long as the one who added them is trusted, and the first address
// that is not a trusted proxy is the client. A member that is no address ends the belief: what
// stands left of it was told by somebody unknown, so the client is the last one we know.
//
// The walk is done from left to right in one pass, without storing the chain: a trusted address
// keeps the candidate, any other replaces it.

/// Client of a request, when trusted proxies stand in between.
package struct ForwardedClient: Sendable, Equatable {
  /// The field that the proxies in front of us speak in.
  package enum Source: Sendable {
    case forwarded
    case xForwardedFor
  }

  package let address: IPAddress
  /// The place of the member that names the client, counted from the end; 0 for the peer itself.
  package let distance: Int

  /// The client of a request that `peer` sent us.
  package init(
    peer: IPAddress,
    fields: borrowing FieldsView,
    source: Source,
    isTrusted: (IPAddress) -> Bool
  ) {
    var candidate: (address: IPAddress, place: Int)?
    var place = 0
    if isTrusted(peer) {
      let name: KnownField = source == .forwarded ? .forwarded : .xForwardedFor
      var members = FieldMembers(of: name, in: copy fields)
      while let member = members.next() {
        place += 1
        let named = ForwardedClient.address(member, source)
        guard let named else {
          candidate = nil
          continue
        }
        if candidate == nil || !isTrusted(named) { candidate = (named, place) }
      }
    }
    address = candidate?.address ?? peer
    distance = candidate.map { place + 1 - $0.place } ?? 0
  }

  private static func address(_ member: Span<UInt8>, _ source: Source) -> IPAddress? {
    switch source {
    case .forwarded: ForwardedElement(member)?.client?.address
    case .xForwardedFor: IPAddress(member) ?? ForwardedNode(member)?.address
    }
  }
}
