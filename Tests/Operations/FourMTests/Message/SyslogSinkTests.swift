// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Signals
import Synchronization
import Testing

@testable import FourM

/// A log whose events are sent to a syslog server by a clock that the test moves.
private final class SyslogBench: Sendable {
  let clock = ManualClock()
  let running: RunningLoop
  let log: EventLog
  let registry: SignalRegistry
  let reports = Mutex<[SinkReport]>([])
  private let recorded = Atomic(0)

  init() throws {
    running = try RunningLoop(clock: .manual(clock))
    log = try EventLog(state: nil, loops: 1, at: 0)
    registry = try SignalRegistry()
  }

  func sink(
    _ address: String,
    limits: EventQueue.Limits = EventQueue.Limits()
  ) async throws -> SyslogSink {
    try await SyslogSink(
      to: try SyslogTarget(address),
      log,
      EventSampling(share: 1, slow: .max),
      registry,
      host: "gate",
      process: 7,
      resolver: Resolver(pool: WorkerPool("names", threads: 1)),
      limits: limits,
      on: running.loop,
      report: { [self] report in reports.withLock { $0.append(report) } }
    )
  }

  /// Records a number of events, each with its number as path.
  func record(_ count: Int, padding: Int = 0) {
    for _ in 0..<count {
      let number = recorded.add(1, ordering: .relaxed).newValue
      log.shared.record(.request, .info, at: Int64(number)) { event in
        event.add(.path, "/\(number)")
        if padding > 0 { event.add(.query, String(repeating: "q", count: padding)) }
      }
    }
  }

  /// Moves the clock until something is so.
  func proceed(_ expectation: String, until holds: () throws -> Bool) async throws {
    try await waitUntil(expectation) {
      clock.advance(by: .milliseconds(50))
      return try holds()
    }
  }

  func lost(_ reason: String) -> UInt64 {
    let value = registry.snapshot()["portico_events_lost_total"]?["syslog", reason]
    if case .counter(let count)? = value { return count }
    return 0
  }

  var sent: UInt64 {
    if case .counter(let count)? = registry.snapshot()["portico_events_sent_total"]?["syslog"] {
      return count
    }
    return 0
  }
}

/// Reads messages behind their lengths; a number in decimals and a blank.
private func frame(_ socket: PlainSocket) throws -> String {
  let length = try socket.receive(through: " ")
  let count = try #require(Int(length.dropLast()), "a frame begins with \(length)")
  return String(decoding: try socket.receive(exactly: count), as: UTF8.self)
}

@Suite(.timeLimit(.minutes(5))) struct `Events sent to a syslog server` {
  @Test
  func `Syslog messages over TCP are counted by octets and all arrive at a stop`() async throws {
    let bench = try SyslogBench()
    let received = Mutex<[String]>([])
    let isOver = Atomic(false)
    let server = try ScriptedServer { socket, _ in
      defer { isOver.store(true, ordering: .releasing) }
      while true {
        let message = try frame(socket)
        received.withLock { $0.append(message) }
      }
    }
    defer { server.stop() }
    let sink = try await bench.sink("tcp://\(server.address)")
    bench.record(1_000)
    await sink.close()
    try await waitUntil("the server has read everything") { isOver.load(ordering: .acquiring) }
    let messages = received.withLock { $0 }
    #expect(messages.count == 1_000)
    #expect(
      messages.first?.hasPrefix("<134>1 1970-01-01T00:00:00Z gate portico 7 request [") == true
    )
    #expect(messages.enumerated().allSatisfy { $1.hasSuffix("] /\($0 + 1)") })
    #expect(bench.sent == 1_000)
    #expect(bench.reports.withLock { $0.isEmpty })
  }

  @Test func `A sink that is released without a close leaves its loop running`() async throws {
    let bench = try SyslogBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    bench.record(3)
    for scheme in ["tcp", "udp"] { _ = try await bench.sink("\(scheme)://\(port.address)") }
    for _ in 0..<100 { bench.clock.advance(by: .seconds(1)) }
    bench.record(3)
    for _ in 0..<100 { bench.clock.advance(by: .milliseconds(50)) }
    #expect(try await bench.running.loop.perform { _ in true })
  }

  @Test func `Events wait for a syslog server that is not there, and say so once`() async throws {
    let bench = try SyslogBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let place = port.address
    bench.record(3)
    let sink = try await bench.sink("tcp://\(place)")
    try await bench.proceed("the first attempt has failed") {
      bench.reports.withLock { !$0.isEmpty }
    }
    for _ in 0..<100 { bench.clock.advance(by: .seconds(1)) }
    let received = Mutex<[String]>([])
    let server = try ScriptedServer(at: place) { socket, _ in
      while true {
        let message = try frame(socket)
        received.withLock { $0.append(message) }
      }
    }
    defer { server.stop() }
    try await bench.proceed("the events arrive") { received.withLock { $0.count == 3 } }
    bench.clock.advance(by: .seconds(2))
    bench.record(1)
    try await bench.proceed("the server counts as reached") {
      bench.reports.withLock { $0.last == .reached }
    }
    let reports = bench.reports.withLock { $0 }
    #expect(reports.count == 2)
    let why = "connect to \(place): Connection refused (errno 111); events wait until it is reached"
    #expect(reports.first == .failed(why))
    #expect(bench.lost("slow") == 0 && bench.lost("failed") == 0)
    await sink.close()
  }

  @Test
  func `Events are sent again over a new syslog connection if the old one broke`() async throws {
    let bench = try SyslogBench()
    let received = Mutex<[String]>([])
    let end = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { socket, number in
      if number == 1 {
        // Messages that are not read stay with the sender once this side has no room for them.
        end.wait()
        return
      }
      while true {
        let message = try frame(socket)
        received.withLock { $0.append(message) }
      }
    }
    defer { server.stop() }
    let sink = try await bench.sink("tcp://\(server.address)")
    let count = 3_000
    bench.record(count, padding: 1_000)
    try await bench.proceed("much is written") { bench.sent > 500 }
    end.signal()
    try await bench.proceed("the rest has come") {
      received.withLock { $0.last?.hasSuffix(" /\(count)") == true }
    }
    await sink.close()
    let numbers = received.withLock { messages in
      messages.compactMap { $0.split(separator: " /").last.flatMap { Int($0) } }
    }
    // Messages that this side's system had accepted and nobody read are lost; after that none is
    // lost or out of order.
    let first = try #require(numbers.first)
    #expect(numbers == Array(first...count))
    #expect(bench.sent == UInt64(count) && bench.lost("failed") == 0)
    #expect(first < 500, "\(first)")
  }

  @Test func `Events go on after a syslog server has closed the connection`() async throws {
    let bench = try SyslogBench()
    let received = Mutex<[String]>([])
    let server = try ScriptedServer { socket, number in
      repeat {
        let message = try frame(socket)
        received.withLock { $0.append(message) }
      } while number > 1
      socket.close()
    }
    defer { server.stop() }
    let sink = try await bench.sink("tcp://\(server.address)")
    bench.record(1)
    try await bench.proceed("the server has closed") {
      return bench.reports.withLock { $0.contains(.failed(SyslogBench.closed)) }
    }
    bench.record(5)
    try await bench.proceed("all are there") { received.withLock { $0.count == 6 } }
    #expect(received.withLock { $0.last?.hasSuffix("/6") } == true)
    await sink.close()
  }

  @Test
  func `Events are dropped and counted while a syslog server stalls, then go on`() async throws {
    let bench = try SyslogBench()
    let goesOn = Atomic(false)
    let received = Mutex<[String]>([])
    let server = try ScriptedServer { socket, _ in
      socket.shrinkBuffers()
      try blockUntil("it may read") { goesOn.load(ordering: .acquiring) }
      while true {
        let message = try frame(socket)
        received.withLock { $0.append(message) }
      }
    }
    defer { server.stop() }
    var limits = EventQueue.Limits()
    limits.events = 400
    let sink = try await bench.sink("tcp://\(server.address)", limits: limits)
    // Far more than all buffers in between hold; recording waits for nobody.
    var rounds = 0
    try await bench.proceed("the queue is full") {
      bench.record(200, padding: 900)
      rounds += 1
      return bench.lost("slow") > 1_000
    }
    goesOn.store(true, ordering: .releasing)
    let all = UInt64(rounds * 200)
    try await bench.proceed("whatever was not dropped has arrived") {
      UInt64(received.withLock { $0.count }) + bench.lost("slow") == all
    }
    bench.record(1)
    try await bench.proceed("new ones arrive as well") {
      received.withLock { $0.last?.hasSuffix("/\(all + 1)") } == true
    }
    let order = received.withLock { $0.compactMap { Int($0.split(separator: "/").last ?? "") } }
    #expect(order == order.sorted() && Set(order).count == order.count)
    await sink.close()
  }

  @Test func `Events that no syslog server takes are given up and counted at a stop`() async throws
  {
    let bench = try SyslogBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let sink = try await bench.sink("tcp://\(port.address)")
    bench.record(10)
    await sink.close()
    #expect(bench.lost("failed") == 10)
  }

  @Test func `Events reach a real rsyslog over UDP, TCP and a Unix socket`() async throws {
    let script = """
      rsyslogd -n -f "$0/conf" -i "$0/pid" & trap "kill $!" TERM
      place=$(printf ":%04X " "$1")
      until [ -S "$0/log" ] && grep -q "$place" /proc/net/udp && grep -q "$place" /proc/net/tcp; do
        sleep 0.05
      done
      echo ready; wait; wait
      """
    let server = try await RealServer("bash", isReady: "ready") { address, folder in
      try """
      module(load="imudp")
      module(load="imtcp")
      module(load="imuxsock" SysSock.Use="off")
      template(name="all" type="string" string="%syslogfacility-text%.%syslogseverity-text% \
      %timereported:::date-rfc3339% %hostname% %app-name% %procid% %msgid% %structured-data%|%msg%\\n")
      input(type="imudp" address="127.0.0.1" port="\(address.port)" name="udp")
      input(type="imtcp" address="127.0.0.1" port="\(address.port)" name="tcp")
      input(type="imuxsock" Socket="\(folder)/log" UseSpecialParser="off" ParseHostname="on"
        UseSysTimeStamp="off" IgnoreTimestamp="off")
      *.* action(type="omfile" file="\(folder)/out" template="all")

      """.write(toFile: "\(folder)/conf", atomically: true, encoding: .utf8)
      return ["-c", script, folder, "\(address.port)"]
    }
    let bench = try SyslogBench()
    for place in [
      "udp://\(server.address)", "tcp://\(server.address)", "unix:\(server.folder)/log",
    ] {
      let sink = try await bench.sink("\(place)?format=json")
      let plain = try await bench.sink("\(place)?facility=daemon")
      bench.log.shared.record(.request, .error, at: 5_000) { event in
        event.add(.path, "/\"]\n\(place)")
        event.add(.status, 500)
      }
      // Each sink reads the whole log of the process; a UDP socket that is not open yet refuses.
      let wanted = [
        "local0.err 1970-01-01T00:00:00.000005Z gate portico 7 request -|{\"time\":",
        "daemon.err 1970-01-01T00:00:00.000005Z gate portico 7 request [portico@32473 level="
          + #""error" path="/\"\]?\#(place)" status="500"]|/"]?\#(place) 500"#,
      ]
      try await bench.proceed("rsyslog has written what came by \(place)") {
        let out = String(decoding: (try? Files.read("\(server.folder)/out")) ?? [], as: UTF8.self)
        let lines = out.split(separator: "\n").filter { $0.contains(place) }
        return wanted.allSatisfy { line in lines.contains { $0.hasPrefix(line) } }
      }
      await sink.close()
      await plain.close()
    }
  }
}

extension SyslogBench {
  fileprivate static let closed =
    "the server has closed the connection; events wait until it is reached"
}
