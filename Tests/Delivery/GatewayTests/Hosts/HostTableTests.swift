// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Sites
import Testing

@testable import Gateway

@Suite struct `A table of hosts` {
  private func owner(
    of authority: String,
    _ sites: [[String]?],
    _ scheme: Scheme = .http
  ) throws -> HostTable.Owner {
    let patterns = try sites.map { try $0?.map { try #require(HostPattern($0)) } }
    return HostTable(patterns).owner(of: authority.utf8Span.span, scheme)
  }

  private static let sites = [
    ["shop.example.com", "*.flowers.example", "[2001:db8::1]"],
    ["*.garden.flowers.example", "localhost:8081", "*.example.com", "rose.flowers.example:8081"],
    [
      "localhost", "*.flowers.example:8081", "127.0.0.1:80", "secure.example:443",
      "[2001:DB8:0::01]:8081", "[::ffff:192.0.2.1]",
    ],
  ]

  @Test(arguments: [
    ("shop.example.com", 0), ("SHOP.eXample.COM", 0), ("shop.example.com.", 0),
    ("shop.example.com:81", 0), ("shop.example.com.:81", 0), ("shop.example.com:", 0),
    // A name goes before a wildcard, and a longer wildcard before a shorter one.
    ("www.example.com", 1), ("a.b.example.com", 1), ("a.flowers.example", 0),
    ("a.garden.flowers.example", 1), ("a.b.garden.flowers.example", 1),
    ("garden.flowers.example", 0),
    // One with a port goes before one without, as far as they are the same name.
    ("localhost:8081", 1), ("localhost:8082", 2), ("localhost", 2),
    ("a.flowers.example:8081", 2), ("a.garden.flowers.example:8081", 1),
    ("rose.flowers.example:8081", 1), ("rose.flowers.example", 0),
    // Without a port it is the scheme's.
    ("127.0.0.1", 2), ("127.0.0.1:80", 2), ("127.0.0.1:080", 2), ("127.0.0.1:", 2),
    // An IPv6 address is the same in every form, and never the IPv4 address that it may hold.
    ("[2001:db8::1]", 0), ("[2001:DB8::1]:8080", 0), ("[2001:db8:0:0:0:0:0:1]", 0),
    ("[2001:0db8::0.0.0.1]:80", 0), ("[2001:db8:0:0::1]:8081", 2), ("[2001:db8::1]:08081", 2),
    ("[::FFFF:c000:0201]", 2),
  ])
  func `A host, wildcard or port leads to the site that claims it most closely`(
    authority: String,
    site: Int
  ) throws {
    #expect(try owner(of: authority, Self.sites) == .site(site))
  }

  @Test(arguments: [
    "flowers.example", "example.com", ".flowers.example", "xflowers.example", "shop.example.co",
    "shop.example.comm", "127.0.0.1:81", "secure.example", "secure.example:80", "[::1]", "a", "..",
    "[2001:db8::2]", "[2001:db8::1", "2001:db8::1", "[]", "[", "[a.flowers.example]", "192.0.2.1",
    ".", ":80", "1", "shop.example.com..",
  ])
  func `A host that no site claims belongs to nobody, or to the site for the rest`(
    authority: String
  ) throws {
    let expected: HostTable.Owner = authority == ":80" ? .unnamed : .nobody
    #expect(try owner(of: authority, Self.sites) == expected)
    let withRest = Self.sites + [[]]
    #expect(try owner(of: authority, withRest) == .site(3))
  }

  @Test func `A host without a port has the port of the scheme`() throws {
    #expect(try owner(of: "secure.example", Self.sites, .https) == .site(2))
    #expect(try owner(of: "127.0.0.1", Self.sites, .https) == .nobody)
  }

  @Test func `A request without a host belongs to the site for the rest`() throws {
    #expect(try owner(of: "", Self.sites) == .unnamed)
    #expect(try owner(of: "", [["a"], []]) == .site(1))
    #expect(try owner(of: "", [["a"]]) == .unnamed)
    #expect(try owner(of: "", [[]]) == .site(0))
  }

  @Test func `A site without a publication claims no host`() throws {
    #expect(try owner(of: "a", [nil, ["b"]]) == .nobody)
    #expect(try owner(of: "a", [nil, []]) == .site(1))
    #expect(try owner(of: "a", [nil]) == .nobody)
  }

  @Test func `Each of two thousand hosts is found`() throws {
    let names = (0..<2_000).map { "h\($0).example" }
    let sites = (0..<4).map { site in names.filter { ($0.utf8.count + site) % 4 == 0 } }
    for (number, hosts) in sites.enumerated() {
      let patterns = try sites.map { try $0.map { try #require(HostPattern($0)) } }
      let table = HostTable(patterns)
      for host in hosts {
        #expect(table.owner(of: host.utf8Span.span, .http) == .site(number))
      }
      #expect(table.owner(of: "h2000.example".utf8Span.span, .http) == .nobody)
    }
  }
}
