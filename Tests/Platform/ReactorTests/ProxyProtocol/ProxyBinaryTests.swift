// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing

@Suite struct `A PROXY header of version 2` {
  @Test func `A PROXY v2 header sent by HAProxy names an IPv4 client`() throws {
    let bytes = hex("0d0a0d0a000d0a515549540a 2111000c 7f000001 7f000001 ecfe 46b6 6869")
    let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
    #expect(length == 28)
    #expect(header.source?.description == "127.0.0.1:60670")
    #expect(header.destination?.description == "127.0.0.1:18102")
  }

  @Test func `A PROXY v2 header sent by HAProxy names an IPv6 client`() throws {
    let bytes = hex(
      """
      0d0a0d0a000d0a515549540a 21210024 00000000000000000000000000000001
      00000000000000000000000000000001 cf3e 46b8
      """
    )
    let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
    #expect(length == bytes.count)
    #expect(header.source?.description == "[::1]:53054")
    #expect(header.destination?.description == "[::1]:18104")
  }

  @Test
  func `A PROXY v2 header of HAProxy's health check or a Unix client names no client`()
    throws
  {
    for text in ["20000000", "20000007 030004a9b87e8f"] {
      let bytes = hex("0d0a0d0a000d0a515549540a \(text)")
      let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
      #expect(header == ProxyHeader())
      #expect(length == bytes.count)
    }
  }

  @Test
  func `A PROXY v2 header names Unix sockets, by path, abstract name or not at all`()
    throws
  {
    var paths = [UInt8](repeating: 0, count: 216)
    paths.replaceSubrange(0..<6, with: Array("/run/a".utf8))
    paths.replaceSubrange(109..<112, with: Array("abc".utf8))
    let named = signed([0x21, 0x31, 0, 216] + paths)
    let header = try #require(try ProxyHeader.parse(named.span)).header
    #expect(header.source?.place == .unix("/run/a"))
    #expect(header.destination?.place == .unix("@abc"))
    let full = signed([0x21, 0x32, 0, 216] + [UInt8](repeating: 0x61, count: 216))
    let long = SocketAddress(.unix(String(repeating: "a", count: 108)))
    #expect(try ProxyHeader.parse(full.span)?.header.source == long)
    let unnamed = signed([0x21, 0x31, 0, 216] + [UInt8](repeating: 0, count: 216))
    #expect(try ProxyHeader.parse(unnamed.span)?.header.source?.place == .unix(""))
  }

  @Test(
    arguments: [
      [0x20, 0x00, 0, 0], [0x20, 0x11, 0, 3, 1, 2, 3], [0x20, 0xFF, 0, 0],
      [0x21, 0x00, 0, 5, 1, 2, 3, 4, 5],
    ] as [[UInt8]]
  )
  func `The addresses of a PROXY v2 header that is local or unspecified are skipped unread`(
    rest: [UInt8]
  ) throws {
    let bytes = signed(rest)
    let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
    #expect(header == ProxyHeader())
    #expect(length == bytes.count)
  }

  @Test func `A PROXY v2 header that is not yet whole asks for more bytes`() throws {
    let bytes = signed([0x21, 0x11, 0, 15] + [UInt8](repeating: 1, count: 12) + [4, 0, 0])
    for count in 0..<bytes.count {
      #expect(try ProxyHeader.parse(bytes.span.extracting(first: count)) == nil, "\(count)")
    }
    #expect(try ProxyHeader.parse(bytes.span)?.length == bytes.count)
  }

  @Test func `A PROXY v2 header with a wrong signature is refused`() {
    let good = signed([0x20, 0, 0, 0])
    for index in 1..<12 {
      var bad = good
      bad[index] ^= 1
      expectRefusal(of: bad, for: "signature")
      expectRefusal(of: Array(bad[...index]), for: "signature")
    }
  }

  @Test(arguments: [0x00, 0x10, 0x11, 0x22, 0x2F, 0x30, 0x31, 0xFF] as [UInt8])
  func `A PROXY v2 header with another version or an unknown command is refused`(byte: UInt8) {
    expectRefusal(
      of: signed([byte, 0x11, 0, 12] + [UInt8](repeating: 0, count: 12)),
      for: "expected version 2"
    )
  }

  @Test(arguments: [0x01, 0x02, 0x10, 0x13, 0x20, 0x23, 0x30, 0x33, 0x41, 0xFF] as [UInt8])
  func `A PROXY v2 header with an unknown family or transport is refused`(byte: UInt8) {
    expectRefusal(
      of: signed([0x21, byte, 0, 216] + [UInt8](repeating: 0, count: 216)),
      for: "are not defined"
    )
  }

  @Test(arguments: [(0x11, 12), (0x12, 12), (0x21, 36), (0x22, 36), (0x31, 216), (0x32, 216)])
  func `A PROXY v2 header that is too short for its addresses is refused`(
    family: Int,
    size: Int
  ) throws {
    for count in [0, 1, size - 1] {
      let rest = [0x21, UInt8(family), 0, UInt8(count)] + [UInt8](repeating: 0, count: count)
      expectRefusal(of: signed(rest), for: "are too few for")
    }
    let rest = [0x21, UInt8(family), 0, UInt8(size)] + [UInt8](repeating: 0, count: size)
    #expect(try ProxyHeader.parse(signed(rest).span)?.length == 16 + size)
  }

  @Test func `A PROXY v2 header of more than 4096 bytes is refused`() throws {
    let longest = 4096 - 16
    let start: [UInt8] = [0x20, 0, UInt8(longest >> 8), UInt8(longest & 255)]
    let bytes = signed(start + [UInt8](repeating: 0, count: longest))
    #expect(try ProxyHeader.parse(bytes.span)?.length == 4096)
    expectRefusal(
      of: signed([0x20, 0, UInt8(longest >> 8), UInt8(longest & 255) + 1]),
      for: "at most 4096"
    )
    expectRefusal(of: signed([0x21, 0x11, 0xFF, 0xFF]), for: "at most 4096")
  }
}
