// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A service with a syslog server` {
  private let sites = ServedSites()

  @Test func `A service sends its last event to the syslog server before it ends`() async throws {
    try sites.write("shop", "")
    let received = Mutex("")
    let isOver = Atomic(false)
    let server = try ScriptedServer { socket, _ in
      let all = try socket.receiveAll()
      received.withLock { $0 = all }
      isOver.store(true, ordering: .releasing)
    }
    defer { server.stop() }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--syslog", "tcp://\(server.address)?format=json"]
    )
    let visitors = try await command.addresses().visitors
    _ = try await RunningCommand.ask("GET /nothing", at: visitors)
    try await command.stop()
    try await waitUntil("the connection has ended") { isOver.load(ordering: .acquiring) }
    let text = received.withLock { $0 }
    let kinds = text.matches(of: /"event":"(\w+)"/).map { String($0.1) }
    #expect(kinds == ["publication", "start", "request", "stop"])
  }

  @Test func `A service serves and stops without its syslog server, and says so`() async throws {
    try sites.write("shop", "")
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let place = port.address
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--syslog", "tcp://\(place)"])
    let visitors = try await command.addresses().visitors
    #expect(try await RunningCommand.ask("GET /config", at: visitors).hasPrefix("HTTP/1.1 200"))
    let why = "portico: tcp://\(place): connect to \(place): Connection refused (errno 111); events"
    #expect(try await command.until("is reached\n").contains(why))
    try await command.stop()
    #expect(try await command.until("\u{4}").contains("events are lost: connect to \(place)"))
  }

  @Test(arguments: [
    (["--syslog", "10.0.0.9"], "--syslog: 10.0.0.9 is no syslog server; expected udp://HOST:PORT"),
    (["--send-share", "101"], "--send-share is 101, expected 0 to 100"),
  ])
  func `Wrong options of syslog are refused with the reason`(
    _ words: [String],
    _ why: String
  ) async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + words)
    #expect(try await command.until(why).contains(why))
    #expect(try await command.ended() == 2)
  }
}
