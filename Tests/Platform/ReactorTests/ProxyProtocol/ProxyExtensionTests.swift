// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing

@Suite struct `Extensions of a PROXY header` {
  /// What HAProxy 2.6 sends for a client with a certificate, with all its options.
  private let secured = hex(
    """
    0d0a0d0a000d0a515549540a2111008f7f0000017f000001bc2046b9030004a9e06c5b010008687474702f312e31
    02000c73686f702e6578616d706c6505000d37463030303030313a4243323020004f0700000000210007544c5376
    312e3322000d666c6f77657220636c69656e742500075253413230343824000a5253412d53484132353623001654
    4c535f4145535f3235365f47434d5f534841333834
    """
  )

  @Test
  func `PROXY extensions sent by HAProxy describe a client with a certificate`()
    throws
  {
    let (header, length) = try #require(try ProxyHeader.parse(secured.span))
    #expect(length == secured.count)
    #expect(header.source?.description == "127.0.0.1:48160")
    let said = header.extensions
    #expect(said.applicationProtocol == Array("http/1.1".utf8))
    #expect(said.authority == "shop.example")
    #expect(said.uniqueID == Array("7F000001:BC20".utf8))
    let security = try #require(said.security)
    #expect(security.isEncrypted && security.hasCertificate && security.hasSessionCertificate)
    #expect(security.isVerified)
    #expect(security.version == "TLSv1.3")
    #expect(security.cipher == "TLS_AES_256_GCM_SHA384")
    #expect(security.commonName == "flower client")
    #expect(security.signatureAlgorithm == "RSA-SHA256")
    #expect(security.keyAlgorithm == "RSA2048")
  }

  @Test
  func `The checksum of a PROXY header detects a change of any bit of addresses and extensions`() {
    for index in 16..<secured.count {
      for bit in 0..<8 {
        var broken = secured
        broken[index] ^= 1 << bit
        // A changed type makes the checksum an extension that nobody knows.
        guard index != 28 else { continue }
        #expect(throws: PlainError.self, "byte \(index)") {
          _ = try ProxyHeader.parse(broken.span)
        }
      }
    }
  }

  @Test func `The checksum of a PROXY header counts its own bytes as zero`() {
    var zeroed = secured
    zeroed.replaceSubrange(31..<35, with: [0, 0, 0, 0])
    expectRefusal(of: zeroed, for: "checksum")
  }

  @Test(
    arguments: [
      [4, 0, 0], [4, 0, 3, 1, 2, 3], [4, 0, 0, 4, 0, 1, 9], [0x30, 0, 2, 0x6E, 0x73],
      [0xEA, 0, 1, 1, 0xEA, 0, 1, 2], [0xF0, 0, 0],
    ] as [[UInt8]]
  )
  func `PROXY extensions without a meaning here are skipped, as often as they come`(
    extensions: [UInt8]
  ) throws {
    let header = try #require(try ProxyHeader.parse(extended(extensions).span)).header
    #expect(header.source?.description == "192.0.2.1:80")
    #expect(header.extensions == ProxyExtensions())
  }

  @Test(
    arguments: [
      [4], [4, 0], [4, 0, 1], [4, 0, 0, 4], [4, 255, 255], [1, 0, 3, 0x68, 0x32], [5, 0, 200, 1],
      [0x20, 0, 8, 1, 0, 0, 0, 0, 0x21, 0, 9], [0x20, 0, 6, 1, 0, 0, 0, 0, 0x21],
    ] as [[UInt8]]
  )
  func `PROXY extensions whose lengths do not add up are refused`(extensions: [UInt8]) {
    expectRefusal(of: extended(extensions), for: "reaches past the header", "are no extension")
  }

  @Test(
    arguments: [
      // No protocol, no host, a control character, not UTF-8.
      [1, 0, 0], [2, 0, 0], [2, 0, 2, 0x61, 0], [2, 0, 1, 10], [2, 0, 1, 0x7F], [2, 0, 1, 0xFF],
      // A checksum of another size, a TLS extension without its start.
      [3, 0, 0], [3, 0, 3, 1, 2, 3], [3, 0, 5, 1, 2, 3, 4, 5], [0x20, 0, 0],
      [0x20, 0, 4, 1, 0, 0, 0],
      // Twice.
      [2, 0, 1, 0x61, 2, 0, 1, 0x61], [1, 0, 1, 0x61, 4, 0, 0, 1, 0, 1, 0x62], [5, 0, 0, 5, 0, 0],
      [0x20, 0, 5, 0, 0, 0, 0, 0, 0x20, 0, 5, 1, 0, 0, 0, 0],
      [0x20, 0, 13, 1, 0, 0, 0, 0, 0x22, 0, 1, 0x61, 0x22, 0, 1, 0x62],
      // A name with a line feed.
      [0x20, 0, 9, 1, 0, 0, 0, 0, 0x22, 0, 1, 10],
    ] as [[UInt8]]
  )
  func `PROXY extensions that are malformed or come twice are refused`(extensions: [UInt8]) {
    expectRefusal(of: extended(extensions), for: "cannot have these", "stands twice", "of 5 bytes")
  }

  @Test func `PROXY extensions longer than their limits are refused`() throws {
    let id = [UInt8](repeating: 7, count: 128)
    let header = try ProxyHeader.parse(extended([5, 0, 128] + id).span)?.header
    #expect(header?.extensions.uniqueID == id)
    expectRefusal(of: extended([5, 0, 129] + id + [7]), for: "cannot have these")
    expectRefusal(
      of: extended([2, 1, 0] + [UInt8](repeating: 0x61, count: 256)),
      for: "cannot have these"
    )
    expectRefusal(
      of: extended([1, 1, 0] + [UInt8](repeating: 0x61, count: 256)),
      for: "cannot have these"
    )
  }

  @Test(
    arguments: [(0, 0), (1, 0), (3, 0), (5, 0), (7, 0), (3, 1), (6, 0)] as [(UInt8, UInt8)]
  )
  func `PROXY extensions tell apart TLS, certificates and whether these were verified`(
    client: UInt8,
    verify: UInt8
  ) throws {
    let bytes = extended([0x20, 0, 5, client, 0, 0, verify, 0])
    let security = try #require(try ProxyHeader.parse(bytes.span)).header.extensions.security
    #expect(security?.isEncrypted == (client & 1 != 0))
    #expect(security?.hasCertificate == (client & 2 != 0))
    #expect(security?.hasSessionCertificate == (client & 4 != 0))
    #expect(security?.isVerified == (verify == 0))
  }

  @Test func `PROXY extensions with random bytes are refused or read within their bounds`() {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      var bytes = secured
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[12 + Int(state >> 33) % (bytes.count - 12)] = UInt8(truncatingIfNeeded: state >> 24)
      }
      if let (_, length) = try? ProxyHeader.parse(bytes.span) { #expect(length <= bytes.count) }
    }
  }
}
