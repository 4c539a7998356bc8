// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing

@Suite struct `A PROXY header of version 1` {
  @Test(arguments: [
    // What HAProxy 2.6 sends for an IPv4 and an IPv6 client.
    ("PROXY TCP4 127.0.0.1 127.0.0.1 38064 18101", "127.0.0.1:38064", "127.0.0.1:18101"),
    ("PROXY TCP6 ::1 ::1 39204 18103", "[::1]:39204", "[::1]:18103"),
    ("PROXY TCP4 255.255.255.255 0.0.0.0 65535 0", "255.255.255.255:65535", "0.0.0.0:0"),
    (
      "PROXY TCP6 2001:db8:0:0:0:0:0:1 2001:DB8::2 1 443", "[2001:db8::1]:1", "[2001:db8::2]:443"
    ),
    (
      "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        + " ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535",
      "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:65535",
      "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:65535"
    ),
  ])
  func `A PROXY v1 header names source and destination`(
    line: String,
    source: String,
    destination: String
  ) throws {
    let bytes = Array("\(line)\r\nGET / HTTP/1.1\r\n".utf8)
    let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
    #expect(length == line.utf8.count + 2)
    #expect(header.source?.description == source)
    #expect(header.destination?.description == destination)
  }

  @Test(arguments: [
    "PROXY UNKNOWN", "PROXY UNKNOWN ", "PROXY UNKNOWN whatever 1 2 3",
    "PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535",
  ])
  func `A PROXY v1 header of an unknown client names no client`(
    line: String
  ) throws {
    let bytes = Array("\(line)\r\nrest".utf8)
    let (header, length) = try #require(try ProxyHeader.parse(bytes.span))
    #expect(header == ProxyHeader())
    #expect(length == line.utf8.count + 2)
  }

  @Test(arguments: ["PROXY TCP4 127.0.0.1 127.0.0.1 38064 18101\r\n", "PROXY UNKNOWN\r\n"])
  func `A PROXY v1 header that is not yet whole asks for more bytes`(text: String) throws {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      #expect(try ProxyHeader.parse(bytes.span.extracting(first: count)) == nil, "\(count)")
    }
    #expect(try ProxyHeader.parse(bytes.span)?.length == bytes.count)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n", "proxy TCP4 1.2.3.4 1.2.3.4 1 2\r\n",
    "PROXY\tTCP4 1.2.3.4 1.2.3.4 1 2\r\n",
    "P ", "PROXX", " PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n", "\n", "\u{16}\u{03}\u{01}",
  ])
  func `A PROXY v1 header that does not begin with PROXY and one space is refused`(text: String) {
    expectRefusal(of: Array(text.utf8), for: "signature")
  }

  @Test(arguments: [
    "PROXY  TCP4 1.2.3.4 1.2.3.4 1 2", "PROXY TCP 1.2.3.4 1.2.3.4 1 2",
    "PROXY tcp4 1.2.3.4 1.2.3.4 1 2",
    "PROXY UDP4 1.2.3.4 1.2.3.4 1 2", "PROXY UNKNOWNS", "PROXY unknown", "PROXY ", "PROXY TCP44 a",
  ])
  func `A PROXY v1 header with an unknown family is refused`(line: String) {
    expectRefusal(of: Array("\(line)\r\n".utf8), for: "expected TCP4")
  }

  @Test(arguments: [
    "TCP4 1.2.3.4  1.2.3.4 1 2", "TCP4 1.2.3.4 1.2.3.4 1  2", "TCP4 1.2.3.4 1.2.3.4 1 2 ",
    "TCP4 1.2.3.4 1.2.3.4 1", "TCP4 1.2.3.4 1.2.3.4 1 ", "TCP4", "TCP4 ",
    "TCP4 1.2.3.4 1.2.3.4 1 2 3",
    "TCP4 1.2.3.4 1.2.3.4 65536 2", "TCP4 1.2.3.4 1.2.3.4 1 -2", "TCP4 1.2.3.4 1.2.3.4 +1 2",
    "TCP4 1.2.3.4 1.2.3.4 01 2", "TCP4 1.2.3.4 1.2.3.4 1 00", "TCP4 1.2.3.4 1.2.3.4 1 a",
    "TCP4 1.2.3.4 1.2.3.4 1 99999999999999999999", "TCP4 1.2.3.256 1.2.3.4 1 2",
    "TCP4 1.2.3 1.2.3.4 1 2", "TCP4 01.2.3.4 1.2.3.4 1 2", "TCP4 1.2.3.4.5 1.2.3.4 1 2",
    "TCP4 0x1.2.3.4 1.2.3.4 1 2", "TCP4 ::1 ::1 1 2", "TCP6 1.2.3.4 1.2.3.4 1 2",
    "TCP6 ::1 1.2.3.4 1 2", "TCP6 [::1] [::1] 1 2", "TCP6 ::1%lo ::1 1 2", "TCP6 :::1 ::1 1 2",
    "TCP6 1::2::3 ::1 1 2", "TCP6 12345::1 ::1 1 2", "TCP4 localhost 1.2.3.4 1 2",
    "TCP4 1.2.3.4\0 1.2.3.4 1 2", "TCP4\t1.2.3.4 1.2.3.4 1 2", "TCP4 1.2.3.4 1.2.3.4 1\t2",
    "TCP4 1.2.3.4 1.2.3.4 1 2\n", "UNKNOWN a\nb", "UNKNOWN a\0b",
  ])
  func
    `A PROXY v1 header with a malformed address or port, or other than single spaces, is refused`(
      line: String
    )
  {
    let bytes = Array("PROXY \(line)\r\n".utf8)
    expectRefusal(
      of: bytes,
      for: "addresses and two ports",
      "a control character",
      "a carriage return",
      line.contains("\t") ? "expected TCP4" : "a line feed"
    )
  }

  @Test(arguments: ["PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r", "PROXY UNKNOWN\r"])
  func `A PROXY v1 header ends with a carriage return and a line feed, and with nothing else`(
    line: String
  ) throws {
    expectRefusal(of: Array("\(line)x".utf8), for: "a carriage return without")
    expectRefusal(of: Array("\(line)\r\n".utf8), for: "a carriage return without")
    // A line feed alone ends nothing.
    let open = Array("\(line.dropLast())\n".utf8)
    #expect(try ProxyHeader.parse(open.span) == nil)
  }

  @Test func `A PROXY v1 header of more than 107 bytes is refused`() throws {
    let head = "PROXY UNKNOWN "
    let longest = Array((head + String(repeating: "x", count: 91) + "\r\n").utf8)
    #expect(longest.count == 107)
    #expect(try ProxyHeader.parse(longest.span)?.length == 107)
    for count in [92, 93, 1000] {
      let bytes = Array((head + String(repeating: "x", count: count) + "\r\n").utf8)
      expectRefusal(of: bytes, for: "within 107 bytes")
      expectRefusal(of: Array(bytes[..<107]), for: "within 107 bytes")
      #expect(try ProxyHeader.parse(bytes.span.extracting(first: 106)) == nil)
    }
  }
}
