// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TransportSecurity

@Suite struct `A TLS configuration` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private func bytes(of source: PEMSource) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: source.name)))
  }

  private func error(_ identity: TLSIdentity) -> TLSError? {
    #expect(throws: TLSError.self) {
      try TLSServerContext(TLSServerConfiguration(identities: [identity]), ticketKeys: nil)
    }
  }

  @Test func `may hold certificate and key as bytes, in one piece too`() throws {
    let together = try PEMSource.bytes(
      bytes(of: house.shop.key) + bytes(of: house.shop.chain),
      name: "both"
    )
    let server = try house.server {
      $0.identities = [TLSIdentity(chain: together, key: together)]
    }
    let authority = try bytes(of: house.authority.certificate)
    let client = try house.client {
      $0.trust = .authorities([.bytes(authority, name: "ca")])
    }
    #expect(try Conversation(server, client).shakeHands().exchange())
  }

  @Test func `names the file that is not there`() {
    let error = error(TLSIdentity(chainFile: "/nowhere/a.pem", keyFile: house.shop.key.name))
    #expect(error?.kind == .unreadable)
    #expect(
      error?.description == "/nowhere/a.pem: expected a readable file: No such file or directory"
    )
  }

  @Test func `names the folder that stands for a file`() {
    let error = error(TLSIdentity(chainFile: "/tmp", keyFile: house.shop.key.name))
    #expect(error?.description == "/tmp: expected a readable file: Is a directory")
  }

  @Test func `does not take a key for a certificate, nor the other way`() {
    let key = error(TLSIdentity(chain: house.shop.key, key: house.shop.key))
    #expect(key?.kind == .malformed)
    #expect(key?.subject == house.shop.key.name)
    #expect(key?.problem.hasPrefix("expected a certificate chain in PEM form, found none") == true)
    let chain = error(TLSIdentity(chain: house.shop.chain, key: house.shop.chain))
    #expect(chain?.kind == .malformed)
    #expect(chain?.problem.hasPrefix("expected a private key in PEM form") == true)
  }

  @Test func `tells a key that is not the certificate's`() {
    let error = error(TLSIdentity(chain: house.shop.chain, key: house.visitor.key))
    #expect(error?.kind == .mismatch)
    #expect(error?.subject == house.visitor.key.name)
    #expect(error?.problem.contains(house.shop.chain.name) == true)
    #expect(error?.problem.contains("key values mismatch") == true)
  }

  @Test func `tells a broken certificate behind a good one`() throws {
    let broken = "\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let chain = try bytes(of: house.shop.chain) + Array(broken.utf8)
    let error = error(TLSIdentity(chain: .bytes(chain, name: "chain"), key: house.shop.key))
    #expect(error?.kind == .malformed)
    #expect(error?.description.hasPrefix("chain: certificate 2 of") == true)
  }

  @Test func `refuses a key with a pass phrase instead of asking for it`() throws {
    let file = "\(house.authority.directory)/locked.key"
    try OpenSSLCommand.run(
      ["ec", "-in", house.shop.key.name, "-aes128", "-passout", "pass:x", "-out", file],
      in: house.authority.directory
    )
    let error = error(TLSIdentity(chain: house.shop.chain, key: .file(file)))
    #expect(error?.problem.contains("found an encrypted one") == true)
  }

  @Test func `refuses a key that is short`() throws {
    let short = try house.authority.issue(["DNS:shop.example"], key: .rsa(1024))
    let error = error(short)
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("key too small") == true)
  }

  @Test func `refuses a file that never ends`() {
    let error = error(TLSIdentity(chainFile: "/dev/zero", keyFile: house.shop.key.name))
    #expect(error?.kind == .malformed)
    #expect(error?.problem == "expected at most 1048576 bytes, found more")
  }

  @Test func `refuses what says nothing`() {
    #expect(throws: TLSError.self) {
      try TLSServerContext(TLSServerConfiguration(identities: []), ticketKeys: nil)
    }
    #expect(throws: TLSError.self) { try house.server { $0.protocols = ["h2", ""] } }
    #expect(throws: TLSError.self) {
      try house.server { $0.clientAuthentication = .required(trusting: []) }
    }
    #expect(throws: TLSError.self) {
      try house.server { $0.clientAuthentication = .optional(trusting: [house.shop.key]) }
    }
    #expect(throws: TLSError.self) {
      try house.server {
        $0.minimumVersion = .tls13
        $0.maximumVersion = .tls12
      }
    }
    #expect(throws: TLSError.self) { try house.client { $0.trust = .authorities([]) } }
    #expect(throws: TLSError.self) {
      try house.client { $0.trust = .authorities([.file("/nowhere")]) }
    }
    #expect(throws: TLSError.self) {
      try house.client {
        $0.identity = TLSIdentity(chain: house.visitor.chain, key: house.shop.key)
      }
    }
  }

  @Test func `with an expired certificate is used, with a warning`() throws {
    let late = try house.authority.issue(["DNS:shop.example"], subject: "late", validity: .past)
    let server = try house.server { $0.identities = [late] }
    #expect(server.warnings == ["\(late.chain.name): CN=late expired at 1609459200"])
    #expect(server.certificates.first?.isValid(at: 1_700_000_000) == false)
  }

  @Test func `warns of a chain out of order and of a nameless certificate`() throws {
    let nameless = try house.authority.issue([], subject: "nameless")
    let chain = try bytes(of: nameless.chain) + bytes(of: house.shop.chain)
    let server = try house.server {
      $0.identities = [TLSIdentity(chain: .bytes(chain, name: "chain"), key: nameless.key)]
    }
    #expect(
      server.warnings == [
        "chain: certificate 2 did not issue certificate 1",
        "chain: CN=nameless has no subjectAltName",
      ]
    )
  }

  @Test func `of a good certificate has no warnings and its facts`() throws {
    let server = try house.server()
    #expect(server.warnings.isEmpty)
    let facts = try #require(server.certificates.first)
    #expect(facts.hostNames == ["shop.example", "*.flowers.example"])
    #expect(facts.addresses == ["127.0.0.1", "::1"])
    #expect(facts.validFrom == 1_577_836_800)
    #expect(facts.validUntil == 4_733_510_400)
    #expect(facts.keyKind == .ecdsa)
  }
}
