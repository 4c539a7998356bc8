// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing
import TransportSecurity

@Suite(.serialized) struct `A TLS server that authenticates clients` {
  typealias Demand = TLSServerConfiguration.ClientAuthentication

  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private func talk(
    _ demand: Demand,
    _ identity: TLSIdentity?,
    _ version: TLSVersion
  ) throws -> Conversation {
    let server = try house.server { $0.clientAuthentication = demand }
    let client = try house.client {
      $0.identity = identity
      $0.maximumVersion = version
    }
    return try Conversation(server, client).shakeHands()
  }

  @Test(arguments: [TLSVersion.tls12, .tls13], [true, false])
  func `A TLS server knows the subject of a client that shows a trusted certificate`(
    version: TLSVersion,
    isRequired: Bool
  ) throws {
    let trusted = [house.authority.certificate]
    let demand: Demand = isRequired ? .required(trusting: trusted) : .optional(trusting: trusted)
    let talk = try talk(demand, house.visitor, version)
    #expect(talk.exchange())
    let peer = try #require(talk.server.peer)
    #expect(peer.subject == "CN=visitor")
    #expect(peer.issuer == "CN=Test Authority")
    #expect(peer.hostNames == ["client.example"])
    #expect(peer.identifiers == ["spiffe://flowers/visitor"])
    let printed = try OpenSSLCommand.run(
      ["x509", "-in", house.visitor.chain.name, "-noout", "-fingerprint", "-sha256"],
      in: house.authority.directory
    )
    #expect(printed.replacing(":", with: "").lowercased().contains(peer.fingerprint))
    #expect(peer.fingerprint.utf8.count == 64)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A client without certificate is let in where one is optional`(version: TLSVersion) throws {
    let demand = Demand.optional(trusting: [house.authority.certificate])
    let talk = try talk(demand, nil, version)
    #expect(talk.exchange())
    #expect(talk.server.peer == nil)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A client without certificate is refused where one is required`(version: TLSVersion) throws {
    let demand = Demand.required(trusting: [house.authority.certificate])
    let talk = try talk(demand, nil, version)
    #expect(talk.server.refusal == .certificateMissing)
    // With TLS 1.3 the client learns of it when it reads.
    if version == .tls13 {
      _ = Conversation.read(talk.client)
      #expect(talk.client.refusal == .certificateMissing)
    }
    #expect(!talk.exchange())
  }

  @Test(arguments: [TLSVersion.tls12, .tls13], [true, false])
  func `A client with a certificate of an unknown authority is refused`(
    version: TLSVersion,
    isRequired: Bool
  ) throws {
    let trusted = [house.authority.certificate]
    let demand: Demand = isRequired ? .required(trusting: trusted) : .optional(trusting: trusted)
    let talk = try talk(demand, house.stranger, version)
    #expect(talk.server.refusal == .certificateRefused)
    #expect(talk.server.peer == nil)
    #expect(talk.serverFailure?.description.contains("unable to get") == true)
  }

  @Test func `A client with an expired certificate is refused`() throws {
    let late = try house.authority.issue(["DNS:client.example"], validity: .past)
    let demand = Demand.required(trusting: [house.authority.certificate])
    let talk = try talk(demand, late, .tls13)
    #expect(talk.server.refusal == .certificateRefused)
    #expect(talk.serverFailure?.description.contains("certificate has expired") == true)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `The certificate of a client is still known when its TLS session is resumed`(
    version: TLSVersion
  ) throws {
    let ring = try TestHouse.ring()
    let server = try house.server(
      { $0.clientAuthentication = .required(trusting: [house.authority.certificate]) },
      ring: ring
    )
    let client = try house.client {
      $0.identity = house.visitor
      $0.maximumVersion = version
    }
    #expect(try Conversation(server, client).shakeHands().exchange())
    let second = try Conversation(server, client).shakeHands()
    #expect(second.exchange())
    #expect(second.server.isResumed)
    #expect(second.server.peer?.subject == "CN=visitor")
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A session begun without a client certificate is not resumed where one is required`(
    version: TLSVersion
  ) throws {
    let ring = try TestHouse.ring()
    let open = try house.server(ring: ring)
    let strict = try house.server(
      { $0.clientAuthentication = .required(trusting: [house.authority.certificate]) },
      ring: ring
    )
    let client = try house.client { $0.maximumVersion = version }
    #expect(try Conversation(open, client).shakeHands().exchange())
    let second = try Conversation(strict, client).shakeHands()
    #expect(!second.server.isResumed)
    #expect(second.server.refusal == .certificateMissing)
  }
}
