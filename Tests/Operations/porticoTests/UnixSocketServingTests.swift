// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

/// Services and a listener at Unix sockets, beside a listener for visitors and one for operators.
@Suite(.timeLimit(.minutes(5))) struct `Unix sockets of a served site` {
  private let sites = ServedSites()
  /// The names of services with the paths that they were asked for.
  private let asked = Asked()

  private final class Asked: Sendable { let all = Mutex<Set<String>>([]) }

  /// A service that tells the host, the path and the sender that it sees, and its name.
  private func service(_ name: String) throws -> ScriptedServer {
    let address = try #require(SocketAddress("unix:\(sites.folder)/\(name).sock"))
    return try ScriptedServer(at: address) { [asked] peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n").lowercased()
        let path = head.split(separator: " ").dropFirst().first ?? ""
        asked.all.withLock { _ = $0.insert("\(name) \(path)") }
        let host = head.firstMatch(of: /\r\nhost: ([^\r]*)/)?.1 ?? "none"
        let sender = head.firstMatch(of: /\r\nx-forwarded-for: ([^\r]*)/)?.1 ?? "none"
        let body = #"{"name":"\#(name)","path":"\#(path)","host":"\#(host)","sender":"\#(sender)"}"#
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      }
    }
  }

  /// Writes a site with a backend, a pass to it and a document of it.
  private func write(addresses: String, _ more: String = "") throws {
    try sites.write(
      "shop",
      "backends: { shop: { addresses: \(addresses), timeout: \"20s\" \(more) }, "
        + "next: { addresses: \"unix:\(sites.folder)/next.sock\", health: false } }, "
        + #"passes: { "/p": { backend: "shop" } }"#
    )
    try sites.put(
      #"""
      {
        datatype: "item", budget: "20s", calls: { item: { backend: "shop", path: "/item" } },
        body: { name: { $pick: "$.item.name" }, host: { $pick: "$.item.host" } },
      }
      """#,
      at: "shop/Content/item.json5"
    )
  }

  private func socket(_ name: String) -> String { "\"unix:\(sites.folder)/\(name).sock\"" }

  private func ask(_ line: String, at address: SocketAddress) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, host: "shop.example", at: address))
  }

  /// Asks until an answer contains a text, and returns it.
  private func body(
    of target: String,
    containing text: String,
    at address: SocketAddress
  ) async throws -> String {
    try await waitFor("\(target) has \(text)") {
      let answer = try await RunningCommand.ask("GET \(target)", at: address)
      return answer.contains(text) ? PlainAnswer(answer).body : nil
    }
  }

  @Test func `A service at a Unix socket answers plans, passes, health checks and its mirror`()
    async throws
  {
    try Files.makeFolder(sites.folder)
    let services = (try service("shop"), try service("next"))
    try write(
      addresses: socket("shop"),
      #", health: "/health", mirror: { backend: "next", share: 100 }"#
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    let composed = try await ask("GET /item", at: visitors)
    #expect(composed.body.contains(#""name":"shop","host":"localhost""#), "\(composed)")
    let passed = try await ask("GET /p/a?b=1", at: visitors)
    #expect(
      passed.body
        == #"{"name":"shop","path":"/p/a?b=1","host":"shop.example","sender":"127.0.0.1"}"#
    )
    let backends = try await body(of: "/backends", containing: "\"well\"", at: operators)
    #expect(backends.contains(#""endpoint":"unix:\#(sites.folder)/shop.sock""#), "\(backends)")
    try await waitUntil("the mirror was called, and the service checked") {
      asked.all.withLock { $0.isSuperset(of: ["next /item", "shop /health"]) }
    }
    let log = try await body(of: "/log", containing: "/p", at: operators)
    #expect(log.contains("unix:\(sites.folder)/shop.sock"), "\(log)")
    withExtendedLifetime((command, services)) {}
  }

  @Test func `A next edition moves a service to another Unix socket, and back to a port`()
    async throws
  {
    try Files.makeFolder(sites.folder)
    let services = (try service("shop"), try service("next"))
    try write(addresses: "[\(socket("shop")), { address: \(socket("next")), weight: 0 }]")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, _) = try await command.addresses()
    _ = try await body(of: "/p", containing: #""name":"shop""#, at: visitors)
    try write(addresses: "[{ address: \(socket("shop")), weight: 0 }, \(socket("next"))]")
    _ = try await body(of: "/p", containing: #""name":"next""#, at: visitors)
    let port = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nport")
    }
    try write(addresses: "\"http://\(port.address)\"")
    _ = try await body(of: "/p", containing: "\r\n\r\nport", at: visitors)
    withExtendedLifetime((command, services)) {}
  }

  @Test func `Operators are told the path of a socket that is not there, and what was expected`()
    async throws
  {
    try write(addresses: socket("shop"))
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    let problem =
      "connect to unix:\(sites.folder)/shop.sock: No such file or directory (errno 2); "
      + "expected the socket of a process that listens there"
    let health = try await body(of: "/health?verbose", containing: problem, at: operators)
    #expect(health.contains("its endpoint accepts no connections: \(problem)"), "\(health)")
    let backends = try await body(of: "/backends", containing: problem, at: operators)
    #expect(backends.contains(#""problem":"\#(problem)""#), "\(backends)")
    let page = try await RunningCommand.ask("GET /", at: operators, accept: "text/html")
    #expect(page.contains(problem), "\(page)")
    #expect(try await ask("GET /p", at: visitors).status == "502")
    let failures = try await body(of: "/backends", containing: "\"refused\"", at: operators)
    #expect(failures.contains("unix:\(sites.folder)/shop.sock:/p"), "\(failures)")
    for kind in ["health", "request"] {
      let events = try await body(of: "/log?q=event%3D\(kind)", containing: problem, at: operators)
      #expect(events.contains("unix:\(sites.folder)/shop.sock"), "\(events)")
    }
    let service = try service("shop")
    _ = try await body(of: "/p", containing: #""name":"shop""#, at: visitors)
    withExtendedLifetime((command, service)) {}
  }

  @Test func `A listener at a Unix socket tells its rights, and its visitors have no address`()
    async throws
  {
    try Files.makeFolder(sites.folder)
    let service = try service("shop")
    try write(addresses: socket("shop"))
    let place = "unix:\(sites.folder)/p.sock"
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--listen", place])
    let said = try await command.until("/metrics\n", errors: false)
    #expect(said.contains("  \(place) (mode 0660)\n"), "\(said)")
    let passed = try await ask("GET /p", at: try #require(SocketAddress(place)))
    #expect(passed.body.contains(#""host":"shop.example","sender":"none""#), "\(passed)")
    let second = try RunningCommand(["--listen", place])
    let refused = try await second.until("another process listens at \(place)")
    #expect(refused.contains("another process listens at \(place)"), "\(refused)")
    #expect(try await second.ended() == 1)
    try await command.stop(atOnce: true)
    let third = try RunningCommand(["--listen", place])
    let again = try await third.until(place, errors: false)
    #expect(again.contains(place), "\(again)")
    withExtendedLifetime((third, service)) {}
  }

  @Test(arguments: ["--listen", "--listen-proxy", "--listen-tls", "--admin", "--upstream"])
  func `A path of more than 107 bytes is refused with that number`(option: String) async throws {
    let path = "unix:/" + String(repeating: "a", count: 107)
    let command = try RunningCommand([option, path])
    let said = try await command.until("\n")
    #expect(said.contains("unix:/path, up to 107 bytes"), "\(said)")
    #expect(try await command.ended() == 2)
  }

  @Test(.enabled(if: Files.exists("/usr/sbin/nginx")))
  func `An nginx at a Unix socket is a service`() async throws {
    try Files.makeFolder(sites.folder)
    let path = "\(sites.folder)/shop.sock"
    let nginx = try await RealServer.nginx { _, _ in
      """
      server {
        listen unix:\(path);
        location / { default_type application/json;
          return 200 '{"name":"nginx","host":"$host"}'; }
      }
      """
    }
    try write(addresses: socket("shop"))
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, _) = try await command.addresses()
    let composed = try await ask("GET /item", at: visitors)
    #expect(composed.body.contains(#""name":"nginx","host":"localhost""#), "\(composed)")
    let passed = try await ask("GET /p", at: visitors)
    #expect(passed.body == #"{"name":"nginx","host":"shop.example"}"#)
    try await nginx.stop()
    #expect(try await ask("GET /p", at: visitors).status == "502")
    withExtendedLifetime(command) {}
  }
}
