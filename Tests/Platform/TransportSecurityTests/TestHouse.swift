// SPDX-License-Identifier: Apache-2.0

@testable import TransportSecurity

/// The authority and contexts that most tests share.
struct TestHouse {
  static let shared = Result { try TestHouse() }

  let authority: TestAuthority
  /// For shop.example and 127.0.0.1.
  let shop: TLSIdentity
  /// For client.example, and known by a URI.
  let visitor: TLSIdentity

  init() throws {
    authority = try TestAuthority()
    shop = try authority.issue(
      ["DNS:shop.example", "DNS:*.flowers.example", "IP:127.0.0.1", "IP:::1"],
      subject: "shop"
    )
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
