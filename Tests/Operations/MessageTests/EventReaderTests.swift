// SPDX-License-Identifier: Apache-2.0

import Filters
import FolderTesting
import Foundation
import Message
import Signals
import Testing

@Suite struct `Reading the log` {
  private let temporary = TemporaryFolder()
  private var state: String { "\(temporary.path)/log" }

  private func record(_ log: EventLog, on recorder: EventRecorder, _ status: Int, at time: Int64) {
    recorder.record(.request, .info, at: time, isNotable: status >= 500) { event in
      event.add(.status, status)
      event.add(.path, String(repeating: "a", count: 400))
    }
  }

  private func statuses(_ records: [EventRecord]) -> [EventValue?] { records.map { $0[.status] } }

  @Test func `The log's reader merges the events of all threads by time, each once`() throws {
    let log = try EventLog(state: nil, loops: 2, at: 0)
    let (first, second) = (log.makeRecorder(), log.makeRecorder())
    record(log, on: first, 500, at: 3)
    record(log, on: second, 200, at: 1)
    record(log, on: first, 503, at: 4)
    record(log, on: second, 201, at: 2)
    log.shared.record(.start, .info, at: 0) { $0.add(.process, 7) }
    var reader = EventReader(log)
    #expect(try reader.read().map(\.time) == [0, 1, 2, 3, 4])
    #expect(try reader.read().isEmpty)
    record(log, on: second, 404, at: 9)
    #expect(statuses(try reader.read()) == [.integer(404)])
  }

  @Test func `A reader that follows the log gets the events of all threads by time, in parts`()
    throws
  {
    let log = try EventLog(state: nil, loops: 2, at: 0)
    let (first, second) = (log.makeRecorder(), log.makeRecorder())
    var reader = EventReader(log)
    var times: [Int64] = []
    func follow(_ most: Int) throws -> Int {
      try reader.follow(atMost: most) { times.append($0.time) }
    }
    record(log, on: first, 500, at: 0)
    #expect(try follow(10) == 1)
    for time: Int64 in [1, 4, 5, 6] { record(log, on: first, 500, at: time) }
    for time: Int64 in [2, 3, 7] { record(log, on: second, 200, at: time) }
    #expect(try follow(3) == 3)
    #expect(try follow(3) == 3)
    record(log, on: second, 200, at: 8)
    #expect(try follow(3) == 2)
    #expect(try follow(3) == 0)
    #expect(times == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(reader.lost == 0)
    for time in 1...20_000 { record(log, on: first, 200, at: Int64(time)) }
    #expect(UInt64(try follow(.max)) + reader.lost == 20_000)
  }

  @Test func `Events that a reader keeps stay as they are while it goes on`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    var reader = EventReader(log)
    for status in 200..<300 {
      recorder.record(.request, .info, at: Int64(status), isNotable: false) { event in
        event.add(.status, status)
        event.add(.path, String(repeating: "a", count: status % 7 * 100))
      }
    }
    _ = try reader.read(limit: 0)
    for status in 300..<400 { record(log, on: recorder, status, at: Int64(status)) }
    var kept: [EventRecord] = []
    _ = try reader.follow(atMost: .max) { kept.append($0) }
    #expect(statuses(kept) == (300..<400).map { .integer($0) })
  }

  @Test func `The log's reader finds a failure that later successes have overwritten`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    record(log, on: recorder, 503, at: 0)
    for time in 1...20_000 { record(log, on: recorder, 200, at: Int64(time)) }
    var reader = EventReader(log)
    let found = try reader.read()
    #expect(found.first?[.status] == .integer(503))
    #expect(found.count < 20_000)
    var newest = EventReader(log)
    #expect(try newest.read(limit: 3).map(\.time) == [19_998, 19_999, 20_000])
  }

  @Test func `The log's reader finds the slowest events, however old they are`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    for time in 1...3_000 {
      recorder.record(.request, .info, at: Int64(time), isNotable: false) { event in
        event.add(.duration, nanoseconds: Int64(time % 1_000 == 7 ? 10_000_000 - time : time))
      }
    }
    recorder.record(.request, .info, at: 3_001, isNotable: false) { $0.add(.status, 200) }
    var reader = EventReader(log)
    let slowest = try reader.read(limit: 3, by: .duration)
    #expect(slowest.map(\.time) == [7, 1_007, 2_007])
  }

  @Test func `The log's reader finds events of the process before and of a new one`() throws {
    do {
      let log = try EventLog(state: state, loops: 1, at: 0)
      record(log, on: log.makeRecorder(), 200, at: 1)
    }
    let second = try EventLog(state: state, loops: 2, at: 0)
    record(second, on: second.makeRecorder(), 201, at: 2)
    var reader = try EventReader(state: state)
    #expect(statuses(try reader.read()) == [.integer(200), .integer(201)])
    let third = try EventLog(state: state, loops: 1, at: 0)
    record(third, on: third.makeRecorder(), 202, at: 3)
    record(second, on: second.makeRecorder(), 203, at: 4)
    #expect(statuses(try reader.read()) == [.integer(202), .integer(203)])
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(state)/log").sorted()
    #expect(files == ["all.2", "all.3", "notable.2", "notable.3"])
    let mode = try FileManager.default.attributesOfItem(atPath: "\(state)/log/all.3")
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(mode[.size] as? Int ?? 0 <= 64 << 20)
  }

  @Test func `A log file of another version is refused with its path`() throws {
    _ = try EventLog(state: state, loops: 1, at: 0)
    let memory = try SignalMemory(existing: "\(state)/log/all.1", isWritable: true)
    memory[1] = 2
    let error = #expect(throws: SignalFault.self) { try EventReader(state: state) }
    #expect(
      error?.description.hasPrefix("\(state)/log/all.1 is a log of version 2, expected 1") == true
    )
  }
}

@Suite struct `Filters of events` {
  private func record() throws -> EventRecord {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(.request, .error, at: 5_000_000_000, isNotable: true) { event in
      event.add(.session, "s-1")
      event.add(.status, 503)
      event.add(.duration, nanoseconds: 81_000_000)
      event.add(.degraded, true)
      event.add(.expire, instant: 9)
      for (name, span) in [("catalog", Int64(3_000_000)), ("prices", 80_000_000)] {
        event.add(.backends) { event in
          event.add(.backendName, name)
          event.add(.backendDuration, nanoseconds: span)
        }
      }
    }
    var reader = EventReader(log)
    return try #require(try reader.read().first)
  }

  @Test(arguments: [
    (#"status >= 500 AND backends.name = "prices" AND duration > 80ms"#, true),
    ("backends.name = catalog AND backends.name = prices", true),
    ("backends.name = reviews", false),
    ("backends.duration > 50ms", true),
    ("duration = 3ms", false),
    ("name:*", false),
    ("time > ago(6s)", true),
    ("time > ago(1s)", false),
    ("event = request AND level = error", true),
    ("level = info", false),
    ("session = s-1 AND degraded = true", true),
    ("expire_at < 1970-01-01T00:00:10Z", true),
    ("language:*", false),
  ])
  func `An event filter matches the head, the fields and any call of an event`(
    filter: String,
    expected: Bool
  ) throws {
    guard filter != "name:*" else {
      #expect(throws: (any Error).self) { try EventFilter(filter) }
      return
    }
    let filter = try EventFilter(filter)
    #expect(filter.matches(try record(), now: 10_000_000_000) == expected)
  }

  @Test func `An event filter knows every field and suggests the nearest name`() {
    let error = #expect(throws: FilterError.self) { try EventFilter("backend.name = prices") }
    #expect(error?.message == "there is no field backend.name; did you mean backends.name?")
    let names = EventFilter.schema.fields.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `The event of a service's health is shown with the service and the endpoint`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(.health, .warning, at: 5_000_000_000, isNotable: true) { event in
      event.add(.state, "unwell")
      event.add(.backends) { event in
        event.add(.backendName, "prices")
        event.add(.backendEndpoint, "http://10.0.0.1:9000")
      }
    }
    var reader = EventReader(log)
    let record = try #require(try reader.read().first)
    #expect(
      EventText(isTree: true).text(record)
        == "1970-01-01T00:00:05Z health state=unwell backends.name=prices "
        + "backends.endpoint=http://10.0.0.1:9000\n"
    )
  }

  @Test func `An event is shown as text, as a tree, as chosen fields and in a histogram`() throws {
    let record = try record()
    #expect(
      EventText().text(record) == "1970-01-01T00:00:05Z 503 81ms session=s-1 degraded=true\n"
    )
    #expect(
      EventText(isTree: true).text(record).hasSuffix(
        "\n  ├─ catalog ? ? 3ms\n  └─ prices ? ? 80ms\n"
      )
    )
    #expect(
      EventText(fields: ["status", "backends.name", "host"]).text(record)
        == "503\tcatalog,prices\t-\n"
    )
    var histogram = EventHistogram()
    histogram.add(record)
    #expect(histogram.text == "00:00 \(String(repeating: "!", count: 50)) 1, 1 failed\n")
  }
}
