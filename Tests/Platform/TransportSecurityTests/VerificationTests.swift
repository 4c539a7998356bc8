// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@testable import TransportSecurity

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
  func `accepts its names and addresses`(name: String) throws {
    let talk = try Conversation(house.server(), house.client(), to: name).shakeHands()
    #expect(talk.exchange())
  }

  @Test(arguments: [
    "news.example", "a.b.flowers.example", "flowers.example", "example", "127.0.0.2", "::2", "shop",
  ])
  func `refuses a certificate for others`(name: String) throws {
    let (text, refusal) = try failure(house.shop, to: name, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains("mismatch"))
  }

  @Test func `does not take the subject for a name`() throws {
    let nameless = try house.authority.issue([], subject: "shop.example")
    let (text, _) = try failure(nameless, house.client())
    #expect(text.contains("hostname mismatch"))
  }

  @Test func `refuses an authority that it does not trust`() throws {
    let (text, refusal) = try failure(house.stranger, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains("unable to get local issuer certificate"))
  }

  @Test func `does not find a private authority among the system's`() throws {
    let client = try house.client { $0.trust = .system }
    let (_, refusal) = try failure(house.shop, client)
    #expect(refusal == .certificateRefused)
  }

  @Test(arguments: [
    (TestAuthority.Validity.past, "certificate has expired"),
    (.future, "certificate is not yet valid"),
  ])
  func `refuses a certificate out of its time`(
    validity: TestAuthority.Validity,
    reason: String
  ) throws {
    let identity = try house.authority.issue(["DNS:shop.example"], validity: validity)
    let (text, refusal) = try failure(identity, house.client())
    #expect(refusal == .certificateRefused)
    #expect(text.contains(reason))
  }

  @Test(arguments: [(["h2"], "h2"), (["http/1.1", "h2"], "h2"), ([], nil)])
  func `agrees on a protocol`(offered: [String], chosen: String?) throws {
    let client = try house.client { $0.protocols = offered }
    let talk = try Conversation(house.server(), client).shakeHands()
    #expect(talk.exchange())
    #expect(talk.client.applicationProtocol == chosen)
    #expect(talk.server.applicationProtocol == chosen)
  }

  @Test func `has no protocol in common`() throws {
    let client = try house.client { $0.protocols = ["spdy/1"] }
    let talk = try Conversation(house.server(), client).shakeHands()
    #expect(talk.server.refusal == .applicationProtocol)
    #expect(talk.client.refusal == .applicationProtocol)
  }

  @Test func `has no version in common`() throws {
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
