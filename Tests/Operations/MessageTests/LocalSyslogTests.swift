// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import Message
import ProgramTesting
import Reactor
import Signals
import Synchronization
import Testing

/// A log whose events go to a syslog service.
private final class SyslogBench: Sendable {
  let log: EventLog
  let registry: SignalRegistry
  let lost = Mutex<[LostEvents]>([])

  init() throws {
    log = try EventLog(state: nil, loops: 1, at: 0)
    registry = try SignalRegistry()
  }

  func sink(_ path: String) throws -> EventSink {
    let address = try #require(SocketAddress("unix:\(path)"))
    let service = LocalSyslog(at: address, host: "gate 1", process: 7)
    return try EventSink(service, of: .syslog, log, registry) { [self] report in
      if case .lost(let events) = report { lost.withLock { $0.append(events) } }
    }
  }

  /// The number of events that are counted as lost.
  var counted: UInt64 {
    let value = registry.snapshot()["portico_events_lost_total"]?["syslog", "failed"]
    if case .counter(let count)? = value { return count }
    return 0
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Events sent to the syslog service of the machine` {
  private static let script = """
    begin() { rsyslogd -n -f "$0/conf" -i "$0/pid" & process=$!; }
    trap 'kill $process; wait $process; exit' TERM
    begin
    until [ -S "$0/log" ]; do sleep 0.05; done
    echo ready
    until [ -e "$0/restart" ]; do sleep 0.05; done
    kill $process; wait $process; rm "$0/restart"; begin; wait $process; wait
    """

  /// An rsyslog that writes what comes to the file `out` of its folder.
  private func rsyslog() async throws -> RealServer {
    try await RealServer("bash", isReady: "ready") { _, folder in
      try """
      module(load="imuxsock" SysSock.Use="off")
      template(name="all" type="string" string="%syslogfacility-text%.%syslogseverity-text% \
      %timereported:::date-rfc3339% %hostname% %app-name% %procid% %msgid% %structured-data%|%msg%\\n")
      input(type="imuxsock" Socket="\(folder)/log" UseSpecialParser="off" ParseHostname="on"
        UseSysTimeStamp="off" IgnoreTimestamp="off" RateLimit.Interval="0")
      *.* action(type="omfile" file="\(folder)/out" template="all")

      """.write(toFile: "\(folder)/conf", atomically: true, encoding: .utf8)
      return ["-c", Self.script, folder]
    }
  }

  @Test func `A real rsyslog gets each event as JSON, with its level, instant and kind`()
    async throws
  {
    let server = try await rsyslog()
    let bench = try SyslogBench()
    let sink = try bench.sink("\(server.folder)/log")
    bench.log.shared.record(.request, .error, at: 5_999) { event in
      event.add(.path, "/\"]\n<0>1 é")
      event.add(.status, 500)
    }
    for number in 0..<1_000 {
      bench.log.shared.record(.reload, .info, at: 10_000 + Int64(number)) { _ in }
    }
    sink.close()
    var lines: [Substring] = []
    try await waitUntil("rsyslog has written all") {
      let out = String(decoding: (try? Files.read("\(server.folder)/out")) ?? [], as: UTF8.self)
      lines = out.split(separator: "\n")
      return lines.count == 1_001
    }
    #expect(
      lines.first.map(String.init)
        == #"local0.err 1970-01-01T00:00:00.000005Z gate1 portico 7 request -|"#
        + #"{"time":"1970-01-01T00:00:00.000005999Z","event":"request","level":"error","#
        + #""path":"/\"]\n<0>1 é","status":500}"#
    )
    #expect(lines.dropFirst().allSatisfy { $0.contains(" reload -|{") })
    #expect(bench.counted == 0)
  }

  @Test func `Events wait for a syslog service that begins anew`() async throws {
    let server = try await rsyslog()
    let bench = try SyslogBench()
    let sink = try bench.sink("\(server.folder)/log")
    bench.log.shared.record(.reload, .info, at: 1) { _ in }
    func lines() -> Int {
      ((try? Files.read("\(server.folder)/out")) ?? []).count { $0 == UInt8(ascii: "\n") }
    }
    try await waitUntil("the first event is written") { lines() == 1 }
    try Files.write([], to: "\(server.folder)/restart")
    try await waitUntil("it begins anew") {
      !FileManager.default.fileExists(atPath: "\(server.folder)/restart")
    }
    for number in 2...50 { bench.log.shared.record(.reload, .info, at: Int64(number)) { _ in } }
    sink.close()
    try await waitUntil("all events are written") { lines() == 50 }
    #expect(bench.counted == 0)
  }

  @Test func `Events for which there is no syslog service are counted with the reason`() throws {
    let bench = try SyslogBench()
    let path = "/tmp/portico-nobody-\(UUID().uuidString)"
    let sink = try bench.sink(path)
    for number in 0..<10 { bench.log.shared.record(.reload, .info, at: Int64(number)) { _ in } }
    sink.close()
    #expect(bench.counted == 10)
    let why = "connect to unix:\(path): No such file or directory (errno 2)"
    #expect(bench.lost.withLock { $0.allSatisfy { $0.reason == .failed(why) } })
    #expect(bench.lost.withLock { $0.reduce(0) { $0 + $1.count } } == 10)
  }
}
