// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `IP addresses` {
  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("192.0.2.255", "192.0.2.255"), ("::", "::"), ("::1", "::1"),
    ("1::", "1::"), ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:0:0:0:1", "2001:db8::1"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
    ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:0:2:0:0:3:4", "1::2:0:0:3:4"),
    ("2001:0db8:0000:0000:0001:0000:0000:0001", "2001:db8::1:0:0:1"), ("::1.2.3.4", "::102:304"),
    ("fe80::", "fe80::"), ("0:0:0:0:0:0:0:0", "::"),
  ])
  func `An IP address is read in every notation and written in one`(text: String, canonical: String)
  {
    #expect(IPAddress(text)?.description == canonical)
    #expect(IPAddress(canonical) == IPAddress(text))
  }

  @Test(arguments: [
    "", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.04", "1.2.3.",
    "1..2.3",
    "1.2.3.4 ", " 1.2.3.4", "0x1.2.3.4", "1.2.3.a", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1::2::3", "12345::", "g::", "1:", ":1", "::1:",
    "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.4:5", "::1.2.3.256", "fe80::1%eth0", "[::1]",
    "::ffff:1.2.3.4.5", "1.2.3.4::", "00000::",
  ])
  func `A malformed IP address is refused`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[2001:DB8::0.0.0.1]", "[2001:db8::1]"),
    ("[::ffff:c000:201]", "[::ffff:192.0.2.1]"), ("[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]"),
  ])
  func `An IPv6 address in brackets is read in every notation and written in one`(
    text: String,
    canonical: String
  ) {
    #expect(IPAddress(literal: text.utf8Span.span)?.literal == canonical)
  }

  @Test(arguments: ["", "[", "]", "[]", "::1", "[::1", "::1]", "[192.0.2.1]", "[a]", "[[::1]]"])
  func `A malformed IP address in brackets is refused`(text: String) {
    #expect(IPAddress(literal: text.utf8Span.span) == nil)
  }

  @Test func `An IPv4 address and its IPv6 mapping are the same value`() {
    let mapped = IPAddress("::ffff:127.0.0.1")
    #expect(mapped == IPAddress(ipv4: 0x7F00_0001))
    #expect(mapped?.isIPv4 == true)
    let other = IPAddress("::1")
    #expect(other == IPAddress(bits: 1))
    #expect(other?.isIPv4 == false)
    #expect(other?.ipv4 == nil)
  }
}

@Suite struct `Networks of IP addresses` {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("10.9.8.7/8", "10.0.0.1", true),
    ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false), ("::/0", "::1", true),
    ("::/0", "10.0.0.1", false), ("2001:db8::/32", "2001:db8:ffff::", true),
    ("2001:db8::/32", "2001:db9::", false), ("::1", "::1", true), ("::1", "::2", false),
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("192.0.2.128/25", "192.0.2.127", false), ("fe80::/10", "febf::1", true),
    ("fe80::/10", "fec0::1", false), ("::1/128", "::1", true),
  ])
  func `A network contains the addresses that share its prefix`(
    block: String,
    address: String,
    isInside: Bool
  ) throws {
    let network = try #require(IPNetwork(block))
    let address = try #require(IPAddress(address))
    #expect(network.contains(address) == isInside)
  }

  @Test(arguments: [
    ("10.9.8.7/8", "10.0.0.0/8"), ("::1", "::1/128"), ("192.0.2.1", "192.0.2.1/32"),
    ("2001:db8:ffff::/33", "2001:db8:8000::/33"), ("1.2.3.4/0", "0.0.0.0/0"),
  ])
  func `A network is written with its lowest address and its prefix length`(
    text: String,
    canonical: String
  ) {
    #expect(IPNetwork(text)?.description == canonical)
  }

  @Test(arguments: [
    "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/-1", "/8", "10.0.0/8", "",
    "10.0.0.0/8/8", "10.0.0.0/+8", "10.0.0.0/99999999999999999999",
  ])
  func `A malformed network is refused`(text: String) {
    #expect(IPNetwork(text) == nil)
  }
}
