// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransportSecurity

/// The authority and contexts that most tests share.
struct TestHouse {
  static let shared: Result<TestHouse, any Error> = Result { try TestHouse() }.map { house in
    // What lives as long as the process is removed at its end.
    atexit {
      if let house = try? TestHouse.shared.get() {
        house.authority.remove()
        house.strangers.remove()
      }
    }
    return house
  }

  let authority: TestAuthority
  /// An authority that nobody trusts, and a certificate of it for both sides.
  let strangers: TestAuthority
  let stranger: TLSIdentity
  /// For shop.example and 127.0.0.1.
  let shop: TLSIdentity
  /// The same names with a key of the other kind.
  let shopWithRSA: TLSIdentity
  /// For client.example, and known by a URI.
  let visitor: TLSIdentity

  init() throws {
    authority = try TestAuthority()
    strangers = try TestAuthority("Strangers")
    stranger = try strangers.issue(["DNS:shop.example", "DNS:client.example"], subject: "stranger")
    let names = ["DNS:shop.example", "DNS:*.flowers.example", "IP:127.0.0.1", "IP:::1"]
    shop = try authority.issue(names, subject: "shop")
    shopWithRSA = try authority.issue(names, subject: "shop with RSA", key: .rsa(2048))
    visitor = try authority.issue(
      ["DNS:client.example", "URI:spiffe://flowers/visitor"],
      subject: "visitor"
    )
  }

  static let now: Int64 = 1_700_000_000

  static func ring() throws -> TicketKeyRing { try TicketKeyRing(now: now) }

  func server(
    _ change: (inout TLSServerConfiguration) -> Void = { _ in },
    ring: TicketKeyRing? = nil
  ) throws -> TLSServerContext {
    var configuration = TLSServerConfiguration(identities: [shop])
    change(&configuration)
    return try TLSServerContext(configuration, ticketKeys: ring)
  }

  func client(
    _ change: (inout TLSClientConfiguration) -> Void = { _ in }
  ) throws -> TLSClientContext {
    var configuration = TLSClientConfiguration()
    configuration.trust = .authorities([authority.certificate])
    change(&configuration)
    return try TLSClientContext(configuration)
  }
}
