// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import Reactor
import Synchronization
import Testing

/// A client that asks again and again, over a connection that it keeps for as long as it may. One that
/// has been silent for a second may be closed at any moment, as every client knows.
private final class SteadyClient: Sendable {
  private let isDone = Atomic(false)
  let answered = Atomic(0)
  let failures = Mutex<[String]>([])

  struct NoAnswer: Error { let text: String }

  func run(_ address: SocketAddress, _ path: String = "/config") {
    var connection: PlainSocket?
    var last = ContinuousClock.now
    while !isDone.load(ordering: .acquiring) {
      do {
        if last.duration(to: .now) > .seconds(1) { connection = nil }
        let socket = try connection ?? PlainSocket(to: address)
        let head = try SteadyClient.ask(path, over: socket)
        last = .now
        answered.add(1, ordering: .relaxed)
        // As fast as it could it would take the processor from the processes that take over.
        usleep(1_000)
        connection = head.contains("connection: close") ? nil : socket
      } catch {
        failures.withLock { $0.append("\(error)") }
        connection = nil
      }
    }
  }

  /// The head of an answer that is as it should be.
  static func ask(_ path: String, over socket: PlainSocket) throws -> String {
    try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = try socket.receive(through: "\r\n\r\n")
    guard head.hasPrefix("HTTP/1.1 200 "),
      let start = head.firstRange(of: "content-length: ")?.upperBound,
      let length = Int(head[start...].prefix(while: \.isNumber))
    else { throw NoAnswer(text: head) }
    _ = try socket.receive(exactly: length)
    return head
  }

  func stop() { isDone.store(true, ordering: .releasing) }

  /// Waits until so many more requests are answered.
  func answers(_ count: Int) async throws {
    let wanted = answered.load(ordering: .relaxed) + count
    try await waitUntil("\(count) more requests are answered") {
      answered.load(ordering: .relaxed) >= wanted
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A process that takes over another` {
  private let sites = ServedSites()

  private func start(
    _ places: [String],
    takeover: Bool = true,
    state: String = "state",
    loops: Int = 2,
    files: (soft: Int, hard: Int)? = nil
  ) throws -> RunningCommand {
    try sites.write("shop", "")
    var words = ["--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/\(state)"]
    for place in places { words += ["--listen", place] }
    if takeover { words += ["--takeover", "\(sites.folder)/takeover"] }
    words += ["--admin", "unix:\(sites.folder)/\(state).sock"]
    return try RunningCommand(words, files: files, loops: loops)
  }

  /// The number of sockets that listen at a port, of all processes.
  private func listening(at port: UInt16) throws -> Int {
    // Foundation reads no more than the beginning of a file that says that it is empty.
    let table = String(decoding: try Files.read("/proc/net/tcp"), as: UTF8.self)
    let ending = ":" + String(format: "%04X", Int(port))
    return table.split(separator: "\n").count { line in
      let columns = line.split(separator: " ")
      return columns.count > 3 && columns[1].hasSuffix(ending) && columns[3] == "0A"
    }
  }

  @Test
  func `No request is lost in ten takeovers, and the number of sockets stays`() async throws {
    var present = try start(["127.0.0.1:0", "127.0.0.1:0"])
    let addresses = try await present.places(until: "Try:").prefix(2)
    let places = addresses.map { "\($0)" }
    let operators = try #require(SocketAddress("unix:\(sites.folder)/state.sock"))
    let clients = (0..<3).map { _ in SteadyClient() }
    async let first: Void = onThread { clients[0].run(addresses[0]) }
    async let second: Void = onThread { clients[1].run(addresses[1]) }
    async let third: Void = onThread { clients[2].run(operators, "/metrics") }
    for _ in 0..<10 {
      for client in clients { try await client.answers(20) }
      let next = try start(places)
      _ = try await next.until("Try:", errors: false)
      #expect(try await present.ended() == 0)
      present = next
      for address in addresses { #expect(try listening(at: address.port) == 2) }
    }
    for client in clients { try await client.answers(20) }
    for client in clients { client.stop() }
    _ = try await (first, second, third)
    for client in clients { #expect(client.failures.withLock { $0 } == []) }
  }

  @Test
  func `After a takeover a kept connection is closed with its next answer`() async throws {
    let old = try start(["127.0.0.1:0"])
    let address = try #require(try await old.places(until: "Try:").first)
    let kept = try PlainSocket(to: address)
    #expect(try await !onThread { try SteadyClient.ask("/config", over: kept) }.contains("close"))
    // The old process stops to accept some time after it was told so, and closes what has had no request
    // for two seconds; so this client asks all the while, unless the machine is too slow for that.
    async let wasTold = onThread {
      var last = ContinuousClock.now
      while true {
        let head: String
        do {
          head = try SteadyClient.ask("/config", over: kept)
        } catch {
          guard last.duration(to: .now) >= .seconds(2) else { throw error }
          return false
        }
        if head.contains("close") { return true }
        last = .now
      }
    }
    let new = try start(["\(address)"])
    _ = try await new.until("Try:", errors: false)
    if try await wasTold { #expect(try await onThread { try kept.receiveAll() } == "") }
    #expect(try await old.ended() == 0)
  }

  @Test
  func `A takeover takes any number of sockets and needs no more loops than told`() async throws {
    let old = try start(["127.0.0.1:0", "127.0.0.1:0"], loops: 130)
    let addresses = try await old.places(until: "Try:").prefix(2)
    let poor = try start(addresses.map { "\($0)" }, files: (soft: 256, hard: 256))
    let reason = try await poor.until("\n")
    #expect(reason.contains("may not have as many open files; expected"), "\(reason)")
    #expect(try await poor.ended() == 1)
    let new = try start(addresses.map { "\($0)" })
    _ = try await new.until("Try:", errors: false)
    #expect(try await old.ended() == 0)
    for address in addresses {
      #expect(try listening(at: address.port) == 130)
      for _ in 0..<20 {
        #expect(try await RunningCommand.ask("GET /config", at: address).contains("200 OK"))
      }
    }
    withExtendedLifetime(new) {}
  }

  @Test func `After a takeover the new process listens only where it is told to`() async throws {
    let old = try start(["127.0.0.1:0", "127.0.0.1:0"])
    let before = try await old.places(until: "Try:").prefix(2)
    let new = try start(["\(before[0])", "127.0.0.1:0"])
    let after = try await new.places(until: "Try:").prefix(2)
    #expect(try await old.ended() == 0)
    #expect(after[0] == before[0] && after[1] != before[1])
    #expect(try listening(at: before[1].port) == 0)
    for address in after {
      #expect(try await RunningCommand.ask("GET /config", at: address).contains("200 OK"))
    }
    withExtendedLifetime(new) {}
  }

  @Test func `A second process at the same address or state is refused without a takeover`()
    async throws
  {
    let old = try start(["127.0.0.1:0"])
    let place = try #require(try await old.places(until: "Try:").first)
    let beside = try start(["\(place)"], takeover: false, state: "other")
    let said = try await beside.until("replace it\n")
    #expect(said.contains("portico: another process listens at \(place); expected"), "\(said)")
    #expect(try await beside.ended() == 1)
    let same = try start(["127.0.0.1:0"], takeover: false)
    let reason = try await same.until("replace it\n")
    let part = "uses the state in \(sites.folder)/state; expected"
    #expect(reason.contains(part), "\(reason)")
    #expect(try await same.ended() == 1)
    #expect(try await RunningCommand.ask("GET /config", at: place).contains("200 OK"))
    withExtendedLifetime(old) {}
  }
}
