// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing
import TransportSecurity

@Suite struct `A TLS client that verifies its server` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private func failure(
    _ identity: TLSIdentity,
    to name: String = "shop.example",
    _ client: TLSClientContext
  ) throws -> (String, TLSRefusal?) {
    let server = try house.server { $0.identities = [identity] }
    let talk = try Conversation(server, client, to: name).shakeHands()
    #expect(!talk.isOpen)
    #expect(talk.clientFailure?.kind == .security)
    // The server learns of it too.
    #expect(talk.serverFailure != nil || Conversation.read(talk.server).last.isFailure)
    return (talk.clientFailure?.description ?? "", talk.client.refusal)
  }

  @Test(arguments: ["shop.example", "Shop.Example.", "a.flowers.example", "127.0.0.1", "::1"])
  func `A TLS client accepts a certificate for the server's name or address`(name: String) throws {
    let talk = try Conversation(house.server(), house.client(), to: name).shakeHands()
    #expect(talk.exchange())
  }

  @Test(arguments: [
    "news.example", "a.b.flowers.example", "flowers.example", "example", "127.0.0.2", "::2", "shop",
  ])
  func `A TLS client refuses a certificate for other names`(name: String) throws {
    let (text, refusal) = try failure(house.shop, to: name, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains("mismatch"))
  }

  @Test func `A TLS client does not take a certificate's subject for a name`() throws {
    let nameless = try house.authority.issue([], subject: "shop.example")
    let (text, _) = try failure(nameless, house.client())
    #expect(text.contains("hostname mismatch"))
  }

  @Test func `A TLS client refuses a certificate of an authority that it does not trust`() throws {
    let (text, refusal) = try failure(house.stranger, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains("unable to get local issuer certificate"))
  }

  @Test func `A TLS client that trusts the system's authorities refuses a private one`() throws {
    let client = try house.client { $0.trust = .system }
    let (_, refusal) = try failure(house.shop, client)
    #expect(refusal == .certificateRefused)
  }

  @Test(arguments: [
    (TestAuthority.Validity.past, "certificate has expired"),
    (.future, "certificate is not yet valid"),
  ])
  func `A TLS client refuses a certificate that has expired or is not yet valid`(
    validity: TestAuthority.Validity,
    reason: String
  ) throws {
    let identity = try house.authority.issue(["DNS:shop.example"], validity: validity)
    let (text, refusal) = try failure(identity, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains(reason))
  }

  @Test(arguments: [(["h2"], "h2"), (["http/1.1", "h2"], "h2"), ([], nil)])
  func `TLS client and server agree on a protocol by ALPN`(
    offered: [String],
    chosen: String?
  ) throws {
    let client = try house.client { $0.protocols = offered }
    let talk = try Conversation(house.server(), client).shakeHands()
    #expect(talk.exchange())
    #expect(talk.client.applicationProtocol == chosen)
    #expect(talk.server.applicationProtocol == chosen)
  }

  @Test func `A TLS handshake without a common ALPN protocol fails`() throws {
    let client = try house.client { $0.protocols = ["spdy/1"] }
    let talk = try Conversation(house.server(), client).shakeHands()
    #expect(talk.server.refusal == .applicationProtocol)
    #expect(talk.client.refusal == .applicationProtocol)
  }

  @Test func `A TLS handshake without a common version fails`() throws {
    let client = try house.client { $0.maximumVersion = .tls12 }
    let server = try house.server { $0.minimumVersion = .tls13 }
    let talk = try Conversation(server, client).shakeHands()
    #expect(talk.server.refusal == .version)
    #expect(talk.client.refusal == .version)
  }
}

extension ReadOutcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
