// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing
import TransportSecurity

@Suite struct `A TLS server with several certificates` {
  let house: TestHouse
  let news: TLSIdentity

  init() throws {
    house = try TestHouse.shared.get()
    news = try house.authority.issue(["DNS:news.example", "DNS:*.news.example"], subject: "news")
  }

  @Test(arguments: [
    ("shop.example", "CN=shop"), ("SHOP.example", "CN=shop"), ("rose.flowers.example", "CN=shop"),
    ("news.example", "CN=news"), ("today.news.example", "CN=news"),
  ])
  func `A TLS server shows the certificate for the name that the client asks for`(
    name: String,
    subject: String
  ) throws {
    let server = try house.server { $0.identities.append(news) }
    for version in [TLSVersion.tls12, .tls13] {
      let client = try house.client { $0.maximumVersion = version }
      let talk = try Conversation(server, client, to: name).shakeHands()
      #expect(talk.exchange())
      #expect(talk.client.peer?.subject == subject)
      #expect(talk.server.serverName == name.lowercased())
    }
  }

  @Test func `A TLS server shows its first certificate to a client that sends no name`() throws {
    let server = try house.server {
      $0.identities.append(news)
      $0.unknownName = .refusal
    }
    // An address is never sent as a name.
    let talk = try Conversation(server, house.client(), to: "127.0.0.1").shakeHands()
    #expect(talk.exchange())
    #expect(talk.server.serverName == nil)
    #expect(talk.client.peer?.subject == "CN=shop")
  }

  @Test
  func `A TLS server shows its first certificate for an unknown name, and the client refuses it`()
    throws
  {
    let server = try house.server()
    let talk = try Conversation(server, house.client(), to: "other.example").shakeHands()
    #expect(talk.clientFailure?.kind == .security)
    #expect(talk.client.refusal == .certificateRefused)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS server that is told to refuses a client that asks for an unknown name`(
    version: TLSVersion
  ) throws {
    let server = try house.server { $0.unknownName = .refusal }
    let client = try house.client { $0.maximumVersion = version }
    let talk = try Conversation(server, client, to: "other.example").shakeHands()
    #expect(talk.server.refusal == .serverName)
    #expect(talk.serverFailure?.description.contains("no certificate for other.example") == true)
    #expect(talk.client.refusal == .serverName)
  }

  @Test func `A TLS server tells for which names it has a certificate`() throws {
    let server = try house.server { $0.identities.append(news) }
    #expect(server.hasCertificate(for: "Today.News.Example"))
    #expect(!server.hasCertificate(for: "a.today.news.example"))
    #expect(server.certificates.map(\.subject) == ["CN=shop", "CN=news"])
  }
}
