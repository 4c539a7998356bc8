// SPDX-License-Identifier: Apache-2.0

import Message
import Signals
import Testing

@Suite struct `An event as JSON` {
  private func record(
    _ kind: EventKind = .request,
    at time: Int64 = 1_700_000_000_100_000_000,
    _ fields: (EventEncoder) -> Void
  ) throws -> EventRecord {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(kind, .warning, at: time, isNotable: false, fields)
    var reader = EventReader(log)
    return try #require(try reader.read().first)
  }

  private func json(_ record: EventRecord, only names: [String]? = nil) -> String {
    var bytes: [UInt8] = []
    EventJSON(only: names).write(record, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `An event is an object with its values, lists and calls in their order`() throws {
    let record = try record { event in
      event.add(.path, "/\"\\\n\u{1}é")
      event.add(.status, -3)
      event.add(.degraded, true)
      event.add(.captured, "a=1")
      event.add(.captured, "b=2")
      event.add(.expire, instant: -1)
      event.add(.backends) { event in
        event.add(.backendName, "prices")
        event.add(.backendDuration, nanoseconds: 20_500_000)
      }
      event.add(.backends) { _ in }
    }
    #expect(
      json(record) == #"""
        {"time":"2023-11-14T22:13:20.1Z","event":"request","level":"warning",\#
        "path":"/\"\\\n\u0001é","status":-3,"degraded":true,"captured":["a=1","b=2"],\#
        "expire_at":"1969-12-31T23:59:59Z",\#
        "backends":[{"name":"prices","duration":0.0205},{}]}
        """#
    )
  }

  @Test(arguments: [
    (0, "0.0"), (1, "0.000000001"), (90_000, "0.00009"), (1_000_000_000, "1.0"),
    (81_250_000_000, "81.25"), (-1, "-0.000000001"), (-1_500_000_000, "-1.5"),
    (Int64.max, "9223372036.854775807"),
  ])
  func `A duration is written in seconds`(_ nanoseconds: Int64, _ text: String) throws {
    let record = try record { $0.add(.duration, nanoseconds: nanoseconds) }
    #expect(json(record, only: ["duration"]) == #"{"duration":\#(text)}"#)
  }

  @Test func `Members that are not wanted are left out, but not those of calls`() throws {
    let record = try record { event in
      event.add(.path, "/")
      event.add(.captured, "a=1")
      event.add(.backends) { $0.add(.backendName, "prices") }
    }
    #expect(json(record, only: ["backends"]) == #"{"backends":[{"name":"prices"}]}"#)
    #expect(json(record, only: ["level", "path"]) == #"{"level":"warning","path":"/"}"#)
    #expect(json(record, only: []) == "{}")
  }

  @Test func `Bytes that are no text are replaced, so that a line stays readable`() throws {
    let record = try record { event in
      let bytes: [UInt8] = [0x2F, 0xFF, 0x22, 0xC3, 0xA9]
      event.add(.path, bytes.span)
    }
    #expect(json(record, only: ["path"]) == "{\"path\":\"/\u{FFFD}\\\"é\"}")
  }

  @Test(arguments: EventKind.allCases)
  func `The name of an event's kind is its case in snake case`(_ kind: EventKind) throws {
    let words = "\(kind)".map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
    #expect(kind.name == words.joined())
    #expect(json(try record(kind) { _ in }, only: ["event"]) == #"{"event":"\#(kind.name)"}"#)
  }
}
