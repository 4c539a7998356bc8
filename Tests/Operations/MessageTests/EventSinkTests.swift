// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Message
import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The file of events` {
  @Test func `The event file has every event as a line of JSON when it is closed`() throws {
    let temporary = TemporaryFolder()
    let file = "\(temporary.path)/events"
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    let sink = try EventSink(try LogFile(file), log, SignalRegistry())
    for number in 0..<1_000 {
      recorder.record(.request, .info, at: Int64(number), isNotable: number % 2 == 0) { event in
        event.add(.path, "/\"\n\(number)")
      }
    }
    sink.close()
    let lines = String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1_000)
    #expect(
      lines.last
        == #"{"time":"1970-01-01T00:00:00.000000999Z","event":"request","level":"info","path":"/\"\n999"}"#
    )
  }

  @Test func `An event file that cannot be written counts lost events and says why`() throws {
    let told = Mutex<[LostEvents]>([])
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let registry = try SignalRegistry()
    let sink = try EventSink(try LogFile("/dev/full"), log, registry) { report in
      if case .lost(let lost) = report { told.withLock { $0.append(lost) } }
    }
    for number in 0..<3 { log.shared.record(.reload, .info, at: Int64(number)) { _ in } }
    sink.close()
    #expect(told.withLock { $0.reduce(0) { $0 + $1.count } } == 3)
    let why = "cannot write /dev/full: No space left on device"
    #expect(told.withLock { $0.allSatisfy { $0.reason == .failed(why) } })
    #expect(registry.snapshot()["portico_events_lost_total"]?["file", "failed"] == .counter(3))
  }
}
