// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Elements of a Forwarded field` {
  @Test(
    arguments: [
      ("for=192.0.2.43", "for=192.0.2.43"),
      ("For=\"[2001:db8:cafe::17]:4711\"", "for=[2001:db8:cafe::17]:4711"),
      ("for=192.0.2.60;proto=HTTP;by=203.0.113.43", "for=192.0.2.60;by=203.0.113.43;proto=http"),
      ("for=_hidden, x", nil), ("for=_SEVKISEK", "for=_SEVKISEK"), ("for=unknown", "for=unknown"),
      ("for=\"192.0.2.1:8080\"", "for=192.0.2.1:8080"), ("for=\"_a:_p\"", "for=_a"),
      ("for=\"unknown:80\"", "for=unknown:80"),
      ("host=example.com;proto=https", "host=example.com;proto=https"),
      ("host=\"Example.com:8080\"", "host=example.com:8080"),
      (" for=192.0.2.1 ; proto=https ; ", "for=192.0.2.1;proto=https"),
      ("ext=\"a;b,c\";for=192.0.2.1", "for=192.0.2.1"),
      ("for=\"[::ffff:192.0.2.1]\"", "for=192.0.2.1"), ("", ""),
      ("for=192.0.2.1;for=192.0.2.2", nil), ("for", nil), ("for=", nil), ("=x", nil),
      ("for =192.0.2.1", nil), ("for= 192.0.2.1", nil),
      ("for=[::1]", nil), ("for=\"::1\"", nil), ("for=\"[::1\"", nil), ("for=\"[::1]x\"", nil),
      ("for=\"192.0.2.1:x\"", nil),
      ("for=\"192.0.2.1:65536\"", nil), ("for=\"192.0.2.1:\"", nil), ("for=example.com", nil),
      ("for=_", nil), ("for=\"_a b\"", nil),
      ("host=\"a b\"", nil), ("proto=\"a b\"", nil), ("proto=1", nil), ("for=\"192.0.2.1", nil),
      ("for=192.0.2.256", nil),
      ("for=\"192.0.2.1:000080\"", nil), ("for=\"\"", nil),
    ] as [(String, String?)]
  )
  func `An element of Forwarded is read strictly, and refused when malformed`(
    text: String,
    meaning: String?
  ) {
    let found = ForwardedElement(text.utf8Span.span)?.meaning
    #expect(found == meaning)
  }
}

extension ForwardedElement {
  /// What was read, in one order and without quotes.
  fileprivate var meaning: String {
    [
      ("for", client?.meaning), ("by", receiver?.meaning), ("host", host?.description),
      ("proto", proto),
    ].compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: ";")
  }
}

extension ForwardedNode {
  fileprivate var meaning: String {
    let host =
      switch name {
      case .address(let address): address.isIPv4 ? "\(address)" : "[\(address)]"
      case .obfuscated(let text): text
      case .unknown: "unknown"
      }
    return port.map { "\(host):\($0)" } ?? host
  }
}

@Suite struct `The client behind trusted proxies` {
  private static func isTrusted(_ address: IPAddress) -> Bool {
    ["10.0.0.0/8", "2001:db8::/32"].compactMap(IPNetwork.init).contains { $0.contains(address) }
  }

  @Test(arguments: [
    // A peer that is not trusted speaks for itself.
    ("203.0.113.9", ["192.0.2.1"], "203.0.113.9", 0), ("203.0.113.9", [], "203.0.113.9", 0),
    ("10.0.0.1", [], "10.0.0.1", 0), ("10.0.0.1", ["192.0.2.1"], "192.0.2.1", 1),
    // What the client made up stands left of it.
    ("10.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1", 1),
    ("10.0.0.1", ["6.6.6.6", "192.0.2.1, 10.0.0.2"], "192.0.2.1", 2),
    ("10.0.0.1", ["6.6.6.6, 10.9.9.9, 192.0.2.1, 10.0.0.3, 10.0.0.2"], "192.0.2.1", 3),
    // All are trusted: the first one.
    ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3", 2),
    // A member that is no address ends what we know.
    ("10.0.0.1", ["192.0.2.1, unknown"], "10.0.0.1", 0),
    ("10.0.0.1", ["192.0.2.1, unknown, 10.0.0.2"], "10.0.0.2", 1),
    ("10.0.0.1", ["nonsense, 192.0.2.1"], "192.0.2.1", 1),
    ("10.0.0.1", ["10.0.0.5, _x, 10.0.0.3, 10.0.0.2"], "10.0.0.3", 2),
    // Every spelling.
    ("::ffff:10.0.0.1", ["192.0.2.1:1234"], "192.0.2.1", 1),
    ("10.0.0.1", ["[2001:db9::1]:80, 2001:db8::5"], "2001:db9::1", 2),
    ("10.0.0.1", ["2001:db9::1"], "2001:db9::1", 1),
    ("10.0.0.1", [", ,192.0.2.1,"], "192.0.2.1", 1),
  ])
  func `The client is the last address in X-Forwarded-For that no trusted proxy has`(
    peer: String,
    lines: [String],
    client: String,
    distance: Int
  ) throws {
    let peer = try #require(IPAddress(peer))
    var fields = Fields()
    for line in lines { fields.append("x-forwarded-for", line) }
    let found = ForwardedClient(
      peer: peer,
      fields: fields.view,
      source: .xForwardedFor,
      isTrusted: Self.isTrusted
    )
    #expect(found.address.description == client)
    #expect(found.distance == distance)
  }

  @Test func `The client is taken from Forwarded or X-Forwarded-For, whichever is configured`()
    throws
  {
    let peer = try #require(IPAddress("10.0.0.1"))
    let fields: Fields = [
      "forwarded": "for=6.6.6.6, for=\"[2001:db9::1]:4711\";proto=https, for=10.0.0.2",
      "x-forwarded-for": "192.0.2.1",
    ]
    let found = ForwardedClient(
      peer: peer,
      fields: fields.view,
      source: .forwarded,
      isTrusted: Self.isTrusted
    )
    #expect(found.address.description == "2001:db9::1")
    #expect(found.distance == 2)
    let other = ForwardedClient(
      peer: peer,
      fields: fields.view,
      source: .xForwardedFor,
      isTrusted: Self.isTrusted
    )
    #expect(other.address.description == "192.0.2.1")
  }
}
