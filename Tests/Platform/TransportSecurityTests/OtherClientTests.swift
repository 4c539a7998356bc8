// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor
import Testing
import TransportSecurity

/// Our server and `openssl s_client`.
@Suite struct `A TLS server with openssl s_client` {
  let house: TestHouse
  let loopback: Loopback

  init() throws {
    house = try TestHouse.shared.get()
    loopback = try Loopback()
  }

  private func connect(
    to context: TLSServerContext,
    _ arguments: [String]
  ) throws -> (command: OpenSSLCommand, driver: Driver, failure: StreamFailure?) {
    let command = try OpenSSLCommand.start(
      ["s_client", "-connect", "127.0.0.1:\(loopback.port)"] + arguments,
      in: house.authority.directory
    )
    let socket = try loopback.accept()
    let driver = Driver(session: try context.session(on: socket), socket: socket)
    return (command, driver, driver.shakeHands())
  }

  private func finish(_ command: OpenSSLCommand, _ driver: Driver) -> String {
    driver.session.close()
    loopback.end(driver.socket)
    return command.outputToEnd()
  }

  @Test(arguments: [
    ["-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256"],
    ["-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384"],
    ["-tls1_3", "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"],
    ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-GCM-SHA384"],
    ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"],
    ["-groups", "X25519"], ["-groups", "P-256"], ["-groups", "P-384"],
    ["-sigalgs", "rsa_pss_rsae_sha256"], ["-sigalgs", "ecdsa_secp256r1_sha256"],
  ])
  func `Another TLS client is served with every strong cipher suite, group and signature`(
    arguments: [String]
  ) throws {
    let context = try house.server { $0.identities.append(house.shopWithRSA) }
    let (command, driver, failure) = try connect(
      to: context,
      arguments + [
        "-CAfile", "ca.pem", "-servername", "shop.example", "-verify_hostname", "shop.example",
        "-verify_return_error",
      ]
    )
    #expect(failure == nil)
    command.send("hello from outside\n")
    #expect(driver.receive(upTo: "\n").text == "hello from outside\n")
    #expect(driver.send("and back\n") == nil)
    let output = finish(command, driver)
    #expect(output.contains("and back"))
    #expect(output.contains("Verify return code: 0 (ok)") || output.contains("Verification: OK"))
    #expect(output.contains("Compression: NONE"))
  }

  @Test(arguments: [
    (["-tls1", "-cipher", "ALL:@SECLEVEL=0"], TLSRefusal.version),
    (["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], .version),
    // Without forward secrecy, without authenticated encryption, with finite-field groups.
    (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], .suite),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], .suite),
    (["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA"], .suite),
    (["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"], .suite),
    (["-tls1_2", "-cipher", "AECDH-AES128-SHA:@SECLEVEL=0"], .suite),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0"], .suite),
    (["-tls1_3", "-ciphersuites", "TLS_AES_128_CCM_SHA256"], .suite),
    (["-tls1_3", "-groups", "ffdhe2048"], .suite),
    (["-tls1_3", "-groups", "P-521"], .suite),
    (["-tls1_2", "-sigalgs", "ECDSA+SHA1:RSA+SHA1", "-cipher", "ALL:@SECLEVEL=0"], .suite),
  ])
  func `Another TLS client that offers only weak versions or cipher suites is refused`(
    arguments: [String],
    refusal: TLSRefusal
  ) throws {
    let context = try house.server { $0.identities.append(house.shopWithRSA) }
    let (command, driver, failure) = try connect(to: context, arguments)
    #expect(failure?.kind == .security)
    #expect(driver.session.refusal == refusal)
    #expect(!driver.session.isOpen)
    _ = finish(command, driver)
  }

  @Test(arguments: [
    (["-tls1_3"], "TLS_AES_128_GCM_SHA256"),
    (
      ["-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256"],
      "TLS_AES_128_GCM_SHA256"
    ),
    (
      ["-tls1_3", "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256"],
      "TLS_CHACHA20_POLY1305_SHA256"
    ),
    (["-tls1_2"], "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
    (
      ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305:ECDHE-RSA-AES128-GCM-SHA256"],
      "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    ),
  ])
  func `Another TLS client gets AES-128, or ChaCha20 if it prefers that`(
    arguments: [String],
    suite: String
  ) throws {
    let context = try house.server { $0.identities.append(house.shopWithRSA) }
    let (command, driver, failure) = try connect(to: context, arguments)
    #expect(failure == nil)
    #expect(driver.session.suite == suite)
    _ = finish(command, driver)
  }

  @Test func `A TLS client cannot renegotiate`() throws {
    let (command, driver, failure) = try connect(to: house.server(), ["-tls1_2"])
    #expect(failure == nil)
    command.send("R\n")
    let received = driver.receive()
    #expect(received.text == "")
    #expect(command.outputToEnd().contains("no renegotiation"))
  }

  @Test func `A TLS client that speaks plain HTTP is refused as such`() throws {
    let socket = try loopback.connect(to: loopback.port)
    let accepted = try loopback.accept()
    let session = try house.server().session(on: accepted)
    // Safe: the array is read during the call only.
    _ = unsafe write(socket, Array("GET / HTTP/1.1\r\n\r\n".utf8), 18)
    let failure = Driver(session: session, socket: accepted).shakeHands()
    #expect(failure?.kind == .security)
    #expect(session.refusal == .plainText)
    #expect(failure?.description.contains("http request") == true)
  }

  @Test
  func `A TLS client that goes away during the handshake counts as a reset, not as a refusal`()
    throws
  {
    let socket = try loopback.connect(to: loopback.port)
    let accepted = try loopback.accept()
    loopback.end(socket)
    let session = try house.server().session(on: accepted)
    let failure = Driver(session: session, socket: accepted).shakeHands()
    #expect(failure?.kind == .reset)
    #expect(session.refusal == nil)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `Another TLS client resumes a session from its file with a new server context`(
    version: String
  ) throws {
    let ring = try TestHouse.ring()
    let file = "\(house.authority.directory)/session\(version).pem"
    for (arguments, isResumed) in [(["-sess_out", file], false), (["-sess_in", file], true)] {
      // Another context each time, as on another loop or after a reload.
      let context = try house.server(ring: ring)
      let (command, driver, failure) = try connect(to: context, [version] + arguments)
      #expect(failure == nil)
      #expect(driver.session.isResumed == isResumed)
      #expect(driver.send("x") == nil)
      #expect(finish(command, driver).contains(isResumed ? "Reused" : "New"))
    }
  }
}
