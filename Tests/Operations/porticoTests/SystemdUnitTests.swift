// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// systemd itself is not there where tests run, so what it would forbid is held against what the service
/// does: `strace` writes every system call down.
@Suite(.timeLimit(.minutes(5))) struct `The systemd unit` {
  private let sites = ServedSites()

  private func unit() async throws -> String {
    let outcome = try await Program(BuiltCommand.path).run(["install-text", "service"])
    #expect(outcome.status == 0)
    return outcome.output
  }

  /// The words of a setting's lines.
  private func setting(_ name: String, in unit: String) -> [[String]] {
    unit.split(separator: "\n").filter { $0.hasPrefix("\(name)=") }
      .map { $0.dropFirst(name.count + 1).split(separator: " ").map(String.init) }
  }

  @Test func `The systemd unit has an exposure level of at most 2.5`() async throws {
    try Files.makeFolder(sites.folder)
    try sites.put(try await unit(), at: "portico.service")
    let outcome = try await Program("systemd-analyze").run([
      "security", "--offline=yes", "--no-pager", "--threshold=25",
      "\(sites.folder)/portico.service",
    ])
    #expect(outcome.status == 0, "\(outcome.output.suffix(200))")
    let level = try #require(
      outcome.output.firstMatch(of: /Overall exposure level for portico.service: ([0-9.]+)/)
    )
    #expect(try #require(Double(level.1)) <= 2.5)
  }

  /// The system calls that the unit lets through.
  private func allowed(by unit: String) async throws -> Set<String> {
    let listing = try await Program("systemd-analyze").run(["syscall-filter", "--no-pager"])
    var groups: [String: [String]] = [:]
    var group = ""
    for line in listing.output.split(separator: "\n") {
      let word = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("@") {
        group = word
      } else if !word.hasPrefix("#") {
        groups[group, default: []].append(word)
      }
    }
    func calls(of word: String) -> Set<String> {
      guard word.hasPrefix("@") else { return [word] }
      return (groups[word] ?? []).reduce(into: []) { $0.formUnion(calls(of: $1)) }
    }
    var allowed = calls(of: "@default")
    for words in setting("SystemCallFilter", in: unit) {
      let isRefusal = words.first?.hasPrefix("~") == true
      for word in words {
        let named = calls(of: word.hasPrefix("~") ? String(word.dropFirst()) : word)
        if isRefusal { allowed.subtract(named) } else { allowed.formUnion(named) }
      }
    }
    return allowed
  }

  private func ask(_ line: String, _ body: String? = nil, at address: SocketAddress) async throws {
    let answer = try await RunningCommand.ask(line, body, at: address)
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  /// Has one process do all that a service does, and another one relieve it; the calls of both.
  private func traced() async throws -> [Substring] {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
            + "{\"a\":true}"
        )
      }
    }
    defer { service.stop() }
    try sites.write(
      "shop",
      "backends: { b: { addresses: \"http://localhost:\(service.address.port)\", timeout: \"30s\" } },"
    )
    try sites.put(
      """
      { datatype: "x", budget: "30s", calls: { a: { backend: "b", path: "/a" } },
        body: { a: { $pick: "$.a.a" } } }
      """,
      at: "shop/Content/planned.json5"
    )
    for folder in ["state", "run"] { try Files.makeFolder("\(sites.folder)/\(folder)") }
    let certificate = try await TestCertificate()
    func options(_ plain: String, _ secure: String) -> [String] {
      [
        "--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/state", "--listen", plain,
        "--listen-tls", secure, "--certificate", certificate.certificate, "--key", certificate.key,
        "--admin", "unix:\(sites.folder)/run/admin.sock", "--events",
        "\(sites.folder)/state/events", "--keep-cache", "--takeover",
        "\(sites.folder)/run/takeover",
      ]
    }
    func start(_ options: [String], log: String) throws -> RunningCommand {
      try RunningCommand(options, under: ["strace", "-D", "-f", "-qq", "-o", log])
    }
    let operators = try #require(SocketAddress("unix:\(sites.folder)/run/admin.sock"))
    let logs = ["old", "new"].map { "\(sites.folder)/\($0)" }
    let old = try start(options("127.0.0.1:0", "127.0.0.1:0"), log: logs[0])
    // The greeting prints the URL to try after them.
    let places = try await old.places(until: "Operators: ")
    try #require(places.count == 3)
    try await ask("GET /config", at: places[0])
    try await ask("GET /planned", at: places[0])
    let secure = try await Program("curl").run([
      "-sS", "--cacert", certificate.certificate, "https://localhost:\(places[1].port)/config",
    ])
    #expect(secure.status == 0, "\(secure.errors)")
    try await ask("POST /purge", #"{"all":true}"#, at: operators)
    try await ask("GET /metrics", at: operators)
    try sites.put(#"{ datatype: "config", body: { of: "news" } }"#, at: "shop/Content/config.json5")
    try sites.put(#"{ maintenance: { message: "x" } }"#, at: "shop/Content/emergency.json5")
    try await ask("POST /reload", "{}", at: operators)
    try Files.remove("\(sites.folder)/shop/Content/emergency.json5")
    old.hangUp()
    _ = try await old.until("certificates in use: 1\n")

    let new = try start(options("\(places[0])", "\(places[1])"), log: logs[1])
    let greeting = try await new.until("is serving\n", errors: false)
    try #require(greeting.contains("is serving"))
    _ = try await old.until("nothing that is ever said")
    try await ask("GET /config", at: places[0])
    try await new.stop()
    _ = try await new.until("nothing that is ever said")
    return try logs.flatMap { log in
      try String(decoding: Files.read(log), as: UTF8.self).split(separator: "\n")
    }
  }

  @Test
  func `The systemd unit allows everything that the service and a takeover do`() async throws {
    let unit = try await unit()
    let allowed = try await allowed(by: unit)
    #expect(allowed.contains("accept4") && !allowed.contains("mount"))
    let lines = try await traced()
    // A debug build parses a literal each time that it comes by.
    let call = /^[0-9]+ +([a-z0-9_]+)\(/
    let calls = Set(lines.compactMap { $0.firstMatch(of: call)?.1 })
    for call in ["accept4", "epoll_wait", "sendmsg", "recvmsg", "inotify_add_watch", "fsync"] {
      #expect(calls.contains { $0 == call }, "\(call)")
    }
    let refused = calls.filter { !allowed.contains(String($0)) }
    #expect(refused.isEmpty, "\(refused)")

    let family = #/ socket\((AF_[A-Z0-9]+)/#
    let families = Set(lines.compactMap { $0.firstMatch(of: family)?.1 })
    // The C library asks which addresses the machine has, and does without where it may not.
    let known = setting("RestrictAddressFamilies", in: unit).joined() + ["AF_NETLINK"]
    #expect(families.allSatisfy { known.contains(String($0)) }, "\(families)")

    let mixed = lines.filter {
      $0.contains("PROT_WRITE|PROT_EXEC") && $0.contains(#/ (?:mmap|mprotect)\(/#)
    }
    #expect(mixed.isEmpty, "\(mixed)")

    let opening = #/ openat\([^"]*"([^"]+)", [^)]*(?:O_WRONLY|O_RDWR|O_CREAT)/#
    let written = lines.compactMap { $0.firstMatch(of: opening)?.1 }
    #expect(!written.isEmpty)
    for path in written {
      let isOwn = ["state/", "run/"].contains { path.hasPrefix("\(sites.folder)/\($0)") }
      #expect(isOwn || path.hasPrefix("/dev/"), "\(path)")
    }
  }
}
