// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TransportSecurity

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

  @Test func `A TLS configuration takes certificate and key as bytes, also from one file`() throws {
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

  @Test func `A certificate file that does not exist is named in the error`() {
    let error = error(TLSIdentity(chainFile: "/nowhere/a.pem", keyFile: house.shop.key.name))
    #expect(error?.kind == .unreadable)
    #expect(
      error?.description == "/nowhere/a.pem: expected a readable file: No such file or directory"
    )
  }

  @Test func `A folder in the place of a certificate file is named in the error`() {
    let error = error(TLSIdentity(chainFile: "/tmp", keyFile: house.shop.key.name))
    #expect(error?.description == "/tmp: expected a readable file: Is a directory")
  }

  @Test func `A key in the place of a certificate is refused, and a certificate in that of a key`()
  {
    let key = error(TLSIdentity(chain: house.shop.key, key: house.shop.key))
    #expect(key?.kind == .malformed)
    #expect(key?.subject == house.shop.key.name)
    #expect(key?.problem.hasPrefix("expected a certificate chain in PEM form, found none") == true)
    let chain = error(TLSIdentity(chain: house.shop.chain, key: house.shop.chain))
    #expect(chain?.kind == .malformed)
    #expect(chain?.problem.hasPrefix("expected a private key in PEM form") == true)
  }

  @Test func `A key that does not belong to the certificate is refused, naming both files`() {
    let error = error(TLSIdentity(chain: house.shop.chain, key: house.visitor.key))
    #expect(error?.kind == .mismatch)
    #expect(error?.subject == house.visitor.key.name)
    #expect(error?.problem.contains(house.shop.chain.name) == true)
    #expect(error?.problem.contains("key values mismatch") == true)
  }

  @Test func `A malformed second certificate of a chain is refused with its number`() throws {
    let broken = "\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let chain = try bytes(of: house.shop.chain) + Array(broken.utf8)
    let error = error(TLSIdentity(chain: .bytes(chain, name: "chain"), key: house.shop.key))
    #expect(error?.kind == .malformed)
    #expect(error?.description.hasPrefix("chain: certificate 2 of") == true)
  }

  @Test func `An encrypted private key is refused, without asking for its pass phrase`() throws {
    let file = "\(house.authority.directory)/locked.key"
    try OpenSSLCommand.run(
      ["ec", "-in", house.shop.key.name, "-aes128", "-passout", "pass:x", "-out", file],
      in: house.authority.directory
    )
    let error = error(TLSIdentity(chain: house.shop.chain, key: .file(file)))
    #expect(error?.problem.contains("found an encrypted one") == true)
  }

  @Test func `A key that is too short is refused`() throws {
    let short = try house.authority.issue(["DNS:shop.example"], key: .rsa(1024))
    let error = error(short)
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("key too small") == true)
  }

  @Test func `A certificate file of more than 1 MiB is refused`() {
    let error = error(TLSIdentity(chainFile: "/dev/zero", keyFile: house.shop.key.name))
    #expect(error?.kind == .malformed)
    #expect(error?.problem == "expected at most 1048576 bytes, found more")
  }

  @Test func `A TLS configuration that lacks or contradicts something is refused`() {
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

  @Test func `An expired certificate is used, with a warning`() throws {
    let late = try house.authority.issue(["DNS:shop.example"], subject: "late", validity: .past)
    let server = try house.server { $0.identities = [late] }
    #expect(server.warnings == ["\(late.chain.name): CN=late expired at 1609459200"])
    #expect(server.certificates.first?.isValid(at: 1_700_000_000) == false)
  }

  @Test func `A chain out of order and a certificate without names cause warnings`() throws {
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

  @Test func `A good certificate causes no warnings, and its names and validity are known`() throws
  {
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
