// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Testing
import TransportSecurity

/// Our client and `openssl s_server`.
@Suite struct `A TLS client with openssl s_server` {
  let house: TestHouse
  let loopback: Loopback

  init() throws {
    house = try TestHouse.shared.get()
    loopback = try Loopback()
  }

  private func start(
    _ identity: TLSIdentity,
    _ arguments: [String]
  ) throws -> (OpenSSLCommand, ReservedPort) {
    let port = try ReservedPort()
    let command = try OpenSSLCommand.start(
      [
        "s_server", "-accept", "\(port.address)", "-cert", identity.chain.name,
        "-key", identity.key.name, "-naccept", "1",
      ] + arguments,
      in: house.authority.directory
    )
    #expect(command.output(upTo: "ACCEPT").contains("ACCEPT"))
    return (command, port)
  }

  @Test(arguments: [["-tls1_2"], ["-tls1_3"], ["-groups", "P-384"]])
  func `A TLS client verifies another server and exchanges bytes with it`(
    arguments: [String]
  ) throws {
    let (command, port) = try start(house.shop, arguments + ["-alpn", "http/1.1", "-rev"])
    defer { command.stop() }
    let socket = try loopback.connect(to: port.address.port)
    let session = try house.client().session(on: socket, to: TLSServerName("shop.example"))
    let driver = Driver(session: session, socket: socket)
    #expect(driver.shakeHands() == nil)
    #expect(session.applicationProtocol == "http/1.1")
    #expect(session.peer?.hostNames == ["shop.example", "*.flowers.example"])
    #expect(driver.send("abcdef\n") == nil)
    #expect(driver.receive(upTo: "\n").text == "fedcba\n")
    session.close()
  }

  @Test(arguments: [
    (["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], TLSRefusal.version),
    (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], .suite),
    (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], .suite),
  ])
  func `A TLS client refuses a server with weak versions or cipher suites`(
    arguments: [String],
    refusal: TLSRefusal
  ) throws {
    let (command, port) = try start(house.shop, arguments)
    defer { command.stop() }
    let socket = try loopback.connect(to: port.address.port)
    let session = try house.client().session(on: socket, to: TLSServerName("shop.example"))
    let failure = Driver(session: session, socket: socket).shakeHands()
    #expect(failure?.kind == .security)
    #expect(session.refusal == refusal)
  }

  @Test func `A TLS client shows its certificate to a server that requires one`() throws {
    let (command, port) = try start(
      house.shop,
      ["-Verify", "1", "-verify_return_error", "-CAfile", "ca.pem", "-rev"]
    )
    defer { command.stop() }
    let socket = try loopback.connect(to: port.address.port)
    let context = try house.client { $0.identity = house.visitor }
    let session = try context.session(on: socket, to: TLSServerName("shop.example"))
    let driver = Driver(session: session, socket: socket)
    #expect(driver.shakeHands() == nil)
    #expect(driver.send("known\n") == nil)
    #expect(driver.receive(upTo: "\n").text == "nwonk\n")
  }
}
