// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 7.6.1: what Connection names goes, and Connection itself, and the fields that
// are known to concern one connection even when it does not name them. Proxy authentication is
// between a client and its own proxy, which a gateway is not, so it goes too.
//
// Connection is believed even when it names a field that it should not, such as Cache-Control: the
// section leaves no choice. So an intermediary strips first and adds its own fields
// (X-Forwarded-For and the like) afterwards; Host and the length of the body do not come from these
// fields but from the request's authority and the body itself.

extension Fields {
  /// Removes what concerned the connection that the message came by.
  package mutating func removeHopByHop() {
    removeAll { fields, index in
      fields.slot(at: index).known.isHopByHop || fields.connectionNames(fields.name(at: index))
    }
  }
}

extension FieldsView {
  /// Whether the client accepts trailers: the one thing in TE that an intermediary may pass on, by
  /// asking for trailers itself (RFC 9110 section 10.1.4).
  package var acceptsTrailers: Bool { FieldMembers.contains("trailers", of: .te, in: self) }

  fileprivate func connectionNames(_ name: Span<UInt8>) -> Bool {
    var members = FieldMembers(of: .connection, in: self)
    while let member = members.next() {
      if member.matches(ignoringCase: name) { return true }
    }
    return false
  }
}

extension KnownField {
  /// Whether the field concerns one connection only, named by Connection or not.
  package var isHopByHop: Bool {
    switch self {
    case .connection, .keepAlive, .proxyConnection, .te, .transferEncoding, .upgrade,
      .http2Settings, .proxyAuthenticate, .proxyAuthenticationInfo, .proxyAuthorization:
      true
    default: false
    }
  }
}
