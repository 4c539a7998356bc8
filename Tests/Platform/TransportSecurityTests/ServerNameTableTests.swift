// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransportSecurity

@Suite struct `The choice of a certificate by server name` {
  private static let table = ServerNameTable([
    .init(hostNames: ["shop.example", "*.shop.example"], keyKind: .ecdsa),
    .init(hostNames: ["shop.example"], keyKind: .rsa),
    .init(hostNames: ["news.example", "www.shop.example"], keyKind: .ecdsa),
    .init(hostNames: ["*.shop.example"], keyKind: .rsa),
    .init(hostNames: ["shop.example"], keyKind: .ecdsa),
  ])

  @Test(arguments: [
    ("shop.example", [0, 1]), ("news.example", [2]),
    // An exact name goes before a wildcard, which lends the key of the other kind.
    ("www.shop.example", [2, 3]),
    ("a.shop.example", [0, 3]), ("xn--nxasmq6b.shop.example", [0, 3]),
  ])
  func `A certificate is found by exact name, then by wildcard, one for each kind of key`(
    name: String,
    set: [Int]
  ) {
    let table = `The choice of a certificate by server name`.table
    #expect(table.set(for: name).map { table.sets[$0] } == set)
  }

  @Test(arguments: [
    "a.b.shop.example", ".shop.example", "example", "", "shop.example.org", "other.example", ".",
    "*",
  ])
  func `A wildcard certificate is not found for other names, nor for names two labels deeper`(
    name: String
  ) {
    #expect(`The choice of a certificate by server name`.table.set(for: name) == nil)
  }

  @Test
  func `Without a server name, the first certificate is chosen, and one of the other kind of key`()
  {
    #expect(`The choice of a certificate by server name`.table.sets.first == [0, 1])
    let nameless = ServerNameTable([
      .init(hostNames: [], keyKind: .rsa), .init(hostNames: ["a.example"], keyKind: .rsa),
    ])
    #expect(nameless.sets == [[0], [1]])
  }
}
