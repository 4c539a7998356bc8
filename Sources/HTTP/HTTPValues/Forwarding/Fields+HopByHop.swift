// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 7.6.1: what Connection names goes, and Connection itself, and the fields that
// are known to concern one connection even when it does not name them. Proxy authentication is
// between a client and its own proxy, which a gateway is not, so it goes too.
//
// One deviation: Connection is not believed when it names a field without which the message means
// something else, such as Authorization, Vary or X-Forwarded-For. No sender may name those (the
// section says so of Cache-Control), and a client that could make us drop them would speak to a
// backend in our name, or to the cache in the backend's.

extension Fields {
  /// Removes what concerned the connection that the message came by, and the fields for which `isUnwanted` is true.
  package mutating func removeHopByHop(
    and isUnwanted: (borrowing FieldsView, Int) -> Bool = { _, _ in false }
  ) {
    let named = view.connectionNames
    removeAll { fields, index in
      let known = fields.slot(at: index).known
      guard !known.isHopByHop, !isUnwanted(fields, index) else { return true }
      guard !named.isEmpty, !known.isForAllRecipients,
        let name = FieldName(fields.name(at: index))
      else { return false }
      return named.contains(name)
    }
  }
}

extension FieldsView {
  /// Whether the client accepts trailers: the one thing in TE that an intermediary may pass on, by
  /// asking for trailers itself (RFC 9110 section 10.1.4).
  package var acceptsTrailers: Bool { FieldMembers.contains("trailers", of: .te, in: self) }

  /// Names in Connection, except those that usually stand there and those that are hop-by-hop
  /// anyway; a set, since a hostile message may name thousands.
  fileprivate var connectionNames: Set<FieldName> {
    var names: Set<FieldName> = []
    var members = FieldMembers(of: .connection, in: self)
    while let member = members.next() {
      guard !member.matches(lowercase: "keep-alive"), !member.matches(lowercase: "close"),
        let name = FieldName(member)
      else { continue }
      names.insert(name)
    }
    return names
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

  /// True for fields that concern every recipient, not only the next one: they are forwarded even where the
  /// field Connection names them.
  package var isForAllRecipients: Bool {
    switch self {
    case .authorization, .cacheControl, .cdnCacheControl, .cdnLoop, .contentEncoding,
      .contentLength, .contentRange, .contentType, .cookie, .date, .etag, .expires, .forwarded,
      .host, .maxForwards, .setCookie, .surrogateControl, .vary, .via, .xForwardedFor,
      .xForwardedHost, .xForwardedPort, .xForwardedProto, .xRealIp:
      true
    default: false
    }
  }
}
