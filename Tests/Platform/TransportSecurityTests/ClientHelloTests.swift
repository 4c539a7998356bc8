// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransportSecurity

@Suite struct `The server name in a ClientHello` {
  private static func extensionBytes(_ name: [UInt8]) -> [UInt8] {
    let count = UInt8(name.count)
    return [0, count + 3, 0, 0, count] + name
  }

  @Test(arguments: [
    ("shop.example", "shop.example"), ("SHOP.Example", "shop.example"), ("a_b-c.d.", "a_b-c.d"),
    ("127.0.0.1", "127.0.0.1"),
  ])
  func `The server name of a ClientHello is read in lower case, without its last dot`(
    sent: String,
    name: String
  ) {
    let bytes = `The server name in a ClientHello`.extensionBytes(Array(sent.utf8))
    #expect(ClientHello.hostName(in: bytes.span) == name)
  }

  @Test(
    arguments: [
      [], [0], [0, 0], [0, 3, 0, 0, 0],
      // Lengths that do not fit, another kind of name, bytes that no name has.
      [0, 9, 0, 0, 1, 97], [0, 4, 0, 0, 2, 97], [0, 4, 1, 0, 1, 97], [0, 4, 0, 0, 1, 97, 0, 0],
      [0, 5, 0, 0, 1, 97, 98], extensionBytes([97, 0, 98]), extensionBytes([0xFF]),
      extensionBytes(Array("a b".utf8)),
    ] as [[UInt8]]
  )
  func `A malformed server name extension gives no name`(bytes: [UInt8]) {
    #expect(ClientHello.hostName(in: bytes.span) == nil)
  }

  @Test(arguments: [
    ("shop.example", "shop.example"), ("Shop.Example.", "shop.example"), ("127.0.0.1", "127.0.0.1"),
    ("::1", "::1"), ("2001:DB8::1", "2001:DB8::1"), ("a_b", "a_b"),
  ])
  func `A server name is a host name or an address`(text: String, name: String) throws {
    #expect(try TLSServerName(text).description == name)
  }

  @Test(arguments: [
    "", ".", "a..b", "a b", "bücher.example", "a\0b", "*.example", "[::1]", "shop.example:443",
    String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "aaa",
  ])
  func `A server name that no certificate could have is refused`(text: String) {
    #expect(throws: TLSError.self) { try TLSServerName(text) }
  }
}

@Suite struct `Application protocols by ALPN` {
  @Test(
    arguments: [
      (["h2", "http/1.1"], ["http/1.1", "h2"], "h2"),
      (["http/1.1"], ["h2", "http/1.1"], "http/1.1"),
      (["h2"], ["http/1.1"], nil), (["h2"], ["h2c", "h"], nil), (["h2"], [], nil),
      ([], ["h2"], nil),
    ] as [([String], [String], String?)]
  )
  func `ALPN chooses the server's first protocol that the client offers`(
    ours: [String],
    theirs: [String],
    chosen: String?
  ) throws {
    let offered = try ProtocolList(theirs).bytes
    let range = try ProtocolList(ours).choose(from: offered.span)
    #expect(range.map { String(decoding: offered[$0], as: UTF8.self) } == chosen)
  }

  @Test(arguments: [[5, 104, 50], [2], [2, 104], [0, 0, 0], [0]] as [[UInt8]])
  func `A malformed list of ALPN protocols chooses none`(offered: [UInt8]) throws {
    #expect(try ProtocolList(["h2"]).choose(from: offered.span) == nil)
  }

  @Test(arguments: ["", String(repeating: "x", count: 256)])
  func `An ALPN protocol that is empty or longer than 255 bytes is refused`(name: String) {
    #expect(throws: TLSError.self) { try ProtocolList([name]) }
  }
}
