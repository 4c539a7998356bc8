// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Operators with a token` {
  private static let word = "0123456789abcdef-~+/="

  private let sites = ServedSites()

  private var file: String { "\(sites.folder)/admin-token" }

  private func serve(
    _ options: [String] = [],
    environment: [String: String] = [:]
  ) async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    if !Files.exists(file) { try sites.put("\(Self.word)\n", at: "admin-token") }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + options,
      environment: environment
    )
    return (command, try await command.addresses().operators)
  }

  private func ask(
    _ line: String,
    _ authorization: String?,
    at operators: SocketAddress
  ) async throws -> String {
    let field = authorization.map { "Authorization: \($0)\r\n" } ?? ""
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Type: application/json\r\n\(field)\r\n"
      )
      return try socket.receiveAll()
    }
  }

  @Test func `The operators' listener lets in the token, and probes without one`() async throws {
    let (command, operators) = try await serve(["--admin-token", file])
    let good = ["Bearer \(Self.word)", "bearer \(Self.word)", "BEARER   \(Self.word) "]
    for authorization in good {
      let answer = try await ask("GET /config", authorization, at: operators)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(authorization)")
      #expect(!answer.contains(Self.word))
    }
    for path in ["/live", "/ready"] {
      #expect(try await ask("GET \(path)", nil, at: operators).hasPrefix("HTTP/1.1 200 "))
    }
    for path in ["/metrics", "/config", "/purges", "/purges/1", "/nothing", "/live/", "/ready/x"] {
      let answer = try await ask("GET \(path)", nil, at: operators)
      #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"), "\(path)")
      #expect(answer.contains("www-authenticate: Bearer realm=\"portico\"\r\n"))
    }
    for path in ["/purge", "/reload"] {
      #expect(try await ask("POST \(path)", nil, at: operators).hasPrefix("HTTP/1.1 401 "))
    }
    let reloaded = try await ask("POST /reload", "Bearer \(Self.word)", at: operators)
    #expect(reloaded.hasPrefix("HTTP/1.1 200 "))
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    "Bearer", "Bearer ", "Bearer 0123456789abcdef-~+/", "Bearer 0123456789abcdef-~+/==",
    "Bearer 0123456789ABCDEF-~+/=", "Basic 0123456789abcdef-~+/=", "0123456789abcdef-~+/=",
    "Bearer 0123456789abcdef-~+/=\r\nAuthorization: Bearer 0123456789abcdef-~+/=",
  ])
  func `The operators' listener answers 401 to a wrong token`(authorization: String) async throws {
    let (command, operators) = try await serve(["--admin-token", file])
    let answer = try await ask("GET /config", authorization, at: operators)
    #expect(answer.hasPrefix("HTTP/1.1 401 "))
    #expect(
      answer.contains("www-authenticate: Bearer realm=\"portico\", error=\"invalid_token\"\r\n")
    )
    withExtendedLifetime(command) {}
  }

  @Test func `A new operators' token replaces the old one on reload, and a bad one does not`()
    async throws
  {
    let (command, operators) = try await serve(["--admin-token", file])
    let (old, new) = ("Bearer \(Self.word)", "Bearer another-word-of-16")
    func status(_ authorization: String) async throws -> String {
      PlainAnswer(try await ask("GET /config", authorization, at: operators)).status
    }
    try sites.put("short", at: "admin-token")
    command.hangUp()
    let refusal = try await command.until("expected 16 to 4096\n")
    #expect(
      refusal.contains(
        "portico: the old operators' token stays in use: \(file) has no usable token"
      )
    )
    #expect(try await status(old) == "200")
    try sites.put("another-word-of-16", at: "admin-token")
    command.hangUp()
    _ = try await command.until("the operators' token is reloaded\n")
    #expect(try await status(old) == "401")
    #expect(try await status(new) == "200")
  }

  @Test func `The operators' token is read from the service manager's credentials`() async throws {
    let (command, operators) = try await serve(environment: [
      "CREDENTIALS_DIRECTORY": sites.folder
    ])
    #expect(try await ask("GET /config", nil, at: operators).hasPrefix("HTTP/1.1 401 "))
    let good = try await ask("GET /config", "Bearer \(Self.word)", at: operators)
    #expect(good.hasPrefix("HTTP/1.1 200 "))
    withExtendedLifetime(command) {}
  }

  @Test
  func `The operators' listener on the loopback needs no token unless one is given`() async throws {
    let (command, operators) = try await serve()
    #expect(try await ask("GET /config", nil, at: operators).hasPrefix("HTTP/1.1 200 "))
    withExtendedLifetime(command) {}
  }

  @Test func `The operators' listener answers over TLS`() async throws {
    let certificate = try await TestCertificate()
    let (command, operators) = try await serve([
      "--admin-token", file, "--admin-tls", "--certificate", certificate.certificate, "--key",
      certificate.key,
    ])
    let outcome = try await Program("curl").run([
      "-s", "--cacert", certificate.certificate, "-H", "Authorization: Bearer \(Self.word)",
      "https://127.0.0.1:\(operators.port)/config",
    ])
    #expect(outcome.output.contains("\"tls\":true"), "\(outcome.output)")
    withExtendedLifetime(command) {}
  }

  @Test
  func `Refusals at the operators' listener are counted, and logged now and then`() async throws {
    let (command, operators) = try await serve(["--admin-token", file])
    _ = try await ask("GET /purges/a%0Ab", nil, at: operators)
    let line = try await command.until(", whose token is missing\n")
    #expect(line.contains("portico: operators: 401 to 127.0.0.1:"))
    #expect(line.contains(" for GET /purges/a%0Ab"))
    for _ in 0..<5 { _ = try await ask("GET /config", "Bearer wrong", at: operators) }
    let metrics = try await ask("GET /metrics", "Bearer \(Self.word)", at: operators)
    #expect(metrics.contains("\nportico_admin_refusals_total{reason=\"missing\"} 1\n"))
    #expect(metrics.contains("\nportico_admin_refusals_total{reason=\"wrong\"} 5\n"))
    try await command.stop()
    // Of those that followed within ten seconds nothing is said; a slow machine says one more.
    let rest = try await command.until("nothing that is ever said")
    #expect(rest.split(separator: "\n").count { $0.contains(" 401 to ") } <= 1)
  }

  @Test(arguments: [
    (["--admin", "192.0.2.1:8081"], "which other machines can reach"),
    (["--admin", "0.0.0.0:8081"], "which other machines can reach"),
    (["--admin-token", "x"], "--admin-token is for --admin, which is not given"),
    (["--admin-tls"], "--admin-tls is for --admin, which is not given"),
    (["--admin", "127.0.0.1:0", "--admin-tls"], "--certificate goes together with"),
    (["--admin", "here"], "--admin is here, expected 127.0.0.1:8081"),
  ])
  func `Wrong options of the operators' listener are refused with the reason`(
    options: [String],
    why: String
  ) async throws {
    try sites.write("shop", "")
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve", "--site", "\(sites.folder)/shop", "--listen", "127.0.0.1:0"] + options
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("short", "it has 5 bytes; expected 16 to 4096"), ("", "it has 0 bytes"),
    ("sixteen letters and a space", "its byte 8 is 32; expected letters, digits and -._~+/= alone"),
    (String(repeating: "a", count: 4_097), "it has 4097 bytes"),
  ])
  func `A file without a valid operators' token is refused with the reason`(
    text: String,
    why: String
  ) async throws {
    try sites.write("shop", "")
    try sites.put(text, at: "admin-token")
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve", "--admin-token", file] + sites.arguments(["shop"])
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(file) has no usable token: \(why)"))
  }

  @Test func `An operators' token that would be sent unencrypted causes a warning`() async throws {
    try sites.write("shop", "")
    try sites.put(Self.word, at: "admin-token")
    // No machine has this address, so that the command ends.
    let outcome = try await Program(BuiltCommand.path).run([
      "serve", "--site", "\(sites.folder)/shop", "--listen", "127.0.0.1:0", "--admin",
      "192.0.2.1:8081", "--admin-token", file,
    ])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("the operators' token is sent to 192.0.2.1:8081 unencrypted")
    )
  }
}
