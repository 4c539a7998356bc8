// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TransportSecurity

@Suite struct `Reloading certificates` {
  let house: TestHouse
  let folder: TestAuthority
  let identity: TLSIdentity

  init() throws {
    house = try TestHouse.shared.get()
    // An authority of its own, since the files are overwritten.
    folder = try TestAuthority()
    identity = try folder.issue(["DNS:shop.example"], subject: "before")
  }

  private func replaceFiles(with other: TLSIdentity) throws {
    for (old, new) in [(identity.chain, other.chain), (identity.key, other.key)] {
      try Data(contentsOf: URL(fileURLWithPath: new.name)).write(
        to: URL(fileURLWithPath: old.name),
        options: .atomic
      )
    }
  }

  private func client() throws -> TLSClientContext {
    try house.client { $0.trust = .authorities([folder.certificate]) }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `Reloaded certificates serve new connections while open ones keep theirs`(
    version: TLSVersion
  ) throws {
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [identity]),
      ticketKeys: TestHouse.ring()
    )
    let client = try house.client {
      $0.trust = .authorities([folder.certificate])
      $0.maximumVersion = version
    }
    let open = try Conversation(store.context, client).shakeHands()
    #expect(open.exchange())
    try replaceFiles(with: folder.issue(["DNS:shop.example"], subject: "after"))
    try store.reload()
    #expect(store.context.certificates.map(\.subject) == ["CN=after"])
    #expect(open.exchange())
    #expect(open.client.peer?.subject == "CN=before")
    // A new client sees the new certificate; a known one resumes what it agreed before.
    let fresh = try Conversation(store.context, self.client()).shakeHands()
    #expect(fresh.exchange())
    #expect(fresh.client.peer?.subject == "CN=after")
    let known = try Conversation(store.context, client).shakeHands()
    #expect(known.exchange())
    #expect(known.server.isResumed)
  }

  @Test func `Certificates reloaded during a handshake do not disturb it`() throws {
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [identity]),
      ticketKeys: nil
    )
    let talk = try Conversation(store.context, client())
    _ = talk.client.handshake()
    _ = talk.server.handshake()
    try replaceFiles(with: folder.issue(["DNS:shop.example"], subject: "after"))
    try store.reload()
    #expect(talk.shakeHands().exchange())
    #expect(talk.client.peer?.subject == "CN=before")
  }

  @Test func `Reloading a certificate that does not match its key fails and keeps the old one`()
    throws
  {
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [identity]),
      ticketKeys: nil
    )
    let before = store.context
    let other = try folder.issue(["DNS:shop.example"], subject: "after")
    // Half of a replacement: the certificate is new and the key is old.
    try Data(contentsOf: URL(fileURLWithPath: other.chain.name)).write(
      to: URL(fileURLWithPath: identity.chain.name),
      options: .atomic
    )
    let error = #expect(throws: TLSError.self) { try store.reload() }
    #expect(error?.kind == .mismatch)
    #expect(store.context === before)
    let talk = try Conversation(store.context, client()).shakeHands()
    #expect(talk.exchange())
    #expect(talk.client.peer?.subject == "CN=before")
  }

  @Test func `Each certificate is renewed by itself, though another cannot be`() throws {
    let other = try folder.issue(["DNS:garden.example"], subject: "garden before")
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [other, identity]),
      ticketKeys: nil
    )
    #expect(store.renew() == [.unchanged, .unchanged])
    try Data("rubbish".utf8).write(to: URL(fileURLWithPath: other.chain.name))
    try replaceFiles(with: folder.issue(["DNS:shop.example"], subject: "after"))
    let outcomes = store.renew()
    guard case .refused(let error) = outcomes[0], case .renewed(let facts) = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.subject == other.chain.name && facts.subject == "CN=after")
    #expect(store.context.certificates.map(\.subject) == ["CN=garden before", "CN=after"])
  }

  @Test func `Certificates can be reloaded with a new configuration`() throws {
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [identity]),
      ticketKeys: nil
    )
    var configuration = store.context.configuration
    configuration.protocols = ["http/1.1"]
    try store.reload(configuration)
    let talk = try Conversation(store.context, client()).shakeHands()
    #expect(talk.exchange())
    #expect(talk.client.applicationProtocol == "http/1.1")
  }
}
