// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A listener for operators without a token` {
  private let sites = ServedSites()

  /// A command with a listener for operators, and where that is.
  private func serve(
    admin: String = "127.0.0.1:0",
    _ options: [String] = []
  ) async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    let command = try RunningCommand(
      ["--site", "\(sites.folder)/shop", "--listen", "127.0.0.1:0", "--admin", admin] + options
    )
    if let path = SocketAddress(admin), !path.isInternet {
      _ = try await command.until("/metrics\n", errors: false)
      return (command, path)
    }
    return (command, try await command.addresses().operators)
  }

  private func ask(
    _ line: String,
    _ fields: [String],
    _ body: String = "",
    at operators: SocketAddress
  ) async throws -> PlainAnswer {
    let head = [line + " HTTP/1.1", "Connection: close", "Content-Length: \(body.utf8.count)"]
    let text = (head + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(text)
      return PlainAnswer(try socket.receiveAll())
    }
  }

  @Test(arguments: [
    ("localhost", "200"), ("LOCALHOST:8081", "200"), ("127.0.0.1:8081", "200"),
    ("127.8.0.9", "200"), ("[::1]:9", "200"), ("evil.example", "403"),
    ("evil.example:8081", "403"), ("localhost.evil.example", "403"), ("127.0.0.1.nip.io", "403"),
    ("10.0.0.1:8081", "403"), ("[2001:db8::1]", "403"), ("0.0.0.0", "403"),
  ])
  func `An operators' listener without a token answers under local names only`(
    host: String,
    status: String
  ) async throws {
    let (command, operators) = try await serve()
    for line in ["GET /config", "GET /metrics", "POST /purge"] {
      let json = ["Host: \(host)", "Content-Type: application/json"]
      let answer = try await ask(line, json, #"{"tag":"a"}"#, at: operators)
      #expect(answer.status == status, "\(line)")
      guard status == "403" else { continue }
      #expect(try answer.json.text("detail")?.hasPrefix("expected Host to be localhost") == true)
    }
    // Probes come by whatever name they were given.
    #expect(try await ask("GET /ready", ["Host: \(host)"], at: operators).status == "200")
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    (["Origin: http://127.0.0.1:8081"], "200"), (["Origin: HTTP://127.0.0.1:8081"], "200"),
    (["Sec-Fetch-Site: same-origin"], "200"), (["Sec-Fetch-Site: none"], "200"),
    (["Origin: http://127.0.0.1:8081", "Sec-Fetch-Site: same-origin"], "200"),
    (["Origin: http://evil.example"], "403"), (["Origin: null"], "403"), (["Origin:"], "403"),
    (["Origin: https://127.0.0.1:8081"], "403"), (["Origin: http://127.0.0.1:3000"], "403"),
    (["Origin: http://localhost:8081"], "403"),
    (["Origin: http://127.0.0.1:8081", "Origin: http://evil.example"], "403"),
    (["Sec-Fetch-Site: cross-site"], "403"), (["Sec-Fetch-Site: same-site"], "403"),
    (["Sec-Fetch-Site: anything"], "403"),
    (["Origin: http://127.0.0.1:8081", "Sec-Fetch-Site: cross-site"], "403"),
    (["Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"], "403"),
  ])
  func `An operators' listener without a token answers pages of its own origin only`(
    fields: [String],
    status: String
  ) async throws {
    let (command, operators) = try await serve()
    let own = ["Host: 127.0.0.1:8081", "Content-Type: application/json"]
    for line in ["GET /config", "POST /reload"] {
      let answer = try await ask(line, own + fields, at: operators)
      #expect(answer.status == status, "\(line)")
      guard status == "403" else { continue }
      #expect(try answer.json.text("detail")?.hasPrefix("pages of other origins") == true)
    }
    withExtendedLifetime(command) {}
  }

  @Test(arguments: ["/reload", "/purge"])
  func `An operators' listener changes nothing for a content type other than JSON`(
    path: String
  ) async throws {
    let (command, operators) = try await serve()
    let types = [
      [], ["Content-Type: text/plain"], ["Content-Type: text/plain; application/json"],
      ["Content-Type: application/x-www-form-urlencoded"], ["Content-Type: text/json"],
    ]
    for type in types {
      for body in ["", #"{"all":true}"#] {
        let answer = try await ask("POST \(path)", ["Host: localhost"] + type, body, at: operators)
        #expect(answer.status == "415", "\(type)")
        #expect(try answer.json.text("detail") == "expected application/json")
      }
    }
    withExtendedLifetime(command) {}
  }

  @Test func `Refused hosts and origins at the operators' listener are counted and logged`()
    async throws
  {
    let (command, operators) = try await serve()
    _ = try await ask("GET /config", ["Host: evil.example"], at: operators)
    let line = try await command.until(", whose Host is not this machine\n")
    #expect(line.contains("portico: operators: 403 to 127.0.0.1:"))
    for _ in 0..<2 {
      _ = try await ask("GET /config", ["Host: localhost", "Origin: null"], at: operators)
    }
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    #expect(metrics.contains("\nportico_admin_refusals_total{reason=\"host\"} 1\n"))
    #expect(metrics.contains("\nportico_admin_refusals_total{reason=\"origin\"} 2\n"))
    withExtendedLifetime(command) {}
  }

  @Test
  func `An operators' listener on a Unix socket does not check hosts and origins`() async throws {
    try Files.makeFolder(sites.folder)
    let (command, operators) = try await serve(admin: "unix:\(sites.folder)/admin.sock")
    let foreign = ["Host: a", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site"]
    #expect(try await ask("GET /config", foreign, at: operators).status == "200")
    withExtendedLifetime(command) {}
  }

  @Test func `An operators' listener with a token does not check hosts and origins`() async throws {
    try sites.write("shop", "")
    try sites.put("0123456789abcdef", at: "admin-token")
    let (command, operators) = try await serve(["--admin-token", "\(sites.folder)/admin-token"])
    let foreign = ["Host: gateway.example", "Origin: https://board.example"]
    let token = ["Authorization: Bearer 0123456789abcdef"]
    #expect(try await ask("GET /config", foreign + token, at: operators).status == "200")
    #expect(try await ask("GET /config", foreign, at: operators).status == "401")
    withExtendedLifetime(command) {}
  }
}
