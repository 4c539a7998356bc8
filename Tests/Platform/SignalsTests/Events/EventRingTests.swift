// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Signals

@Suite struct `The ring of events` {
  private final class Writer: Sendable {
    let isDone = Atomic(false)
  }

  private static func ring(blocks: Int, segments: Int = 1) throws -> EventRing {
    let words =
      EventRing.pageWords + segments * (EventRing.pageWords + blocks * EventRing.blockWords)
    return EventRing(
      creatingIn: try SignalMemory(count: words),
      segments: segments,
      at: 1
    )
  }

  private static func read(_ cursor: inout EventCursor) -> [EventRecord] {
    var records: [EventRecord] = []
    while let record = cursor.next() { records.append(record) }
    return records
  }

  private static func record(_ recorder: EventRecorder, _ number: Int, isNotable: Bool = false) {
    recorder.record(.request, .info, at: Int64(number), isNotable: isNotable) { event in
      event.add(.status, number)
      event.add(.path, String(repeating: "a", count: number % 900))
    }
  }

  @Test func `A reader of events gets each of them in order, with its head and fields`() throws {
    let (all, notable) = (try Self.ring(blocks: 4), try Self.ring(blocks: 4))
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    recorder.record(.reload, .warning, at: 7, isNotable: true) { event in
      event.add(.site, "shop")
      event.add(.host, "")
      event.add(.status, -3)
      event.add(.degraded, true)
      event.add(.duration, nanoseconds: 81_000_000)
      event.add(.expire, instant: 5)
      event.add(.backends) { event in
        event.add(.backendName, "prices")
        event.add(.backendDuration, nanoseconds: 9)
      }
    }
    Self.record(recorder, 2)
    var cursor = EventCursor(all, segment: 0)
    let records = Self.read(&cursor)
    #expect(records.map(\.sequence) == [0, 1])
    let first = try #require(records.first)
    #expect(first.kind == .reload && first.level == .warning && first.time == 7 && !first.isCut)
    #expect(first[.site] == .text("shop") && first[.host] == nil)
    #expect(first[.status] == .integer(-3) && first[.degraded] == .boolean(true))
    #expect(first[.duration] == .duration(81_000_000) && first[.expire] == .instant(5_000_000_000))
    var calls: [EventValue?] = []
    first.forEachField { field in
      first.forEachField(of: field) {
        calls.append(first.value(of: $0))
        return true
      }
      return true
    }
    #expect(calls == [.text("prices"), .duration(9)])
    var second = EventCursor(notable, segment: 0)
    #expect(Self.read(&second).map(\.time) == [7])
  }

  @Test func `A reader that was overrun goes on with the oldest event and counts the lost ones`()
    throws
  {
    let all = try Self.ring(blocks: 2)
    let recorder = EventRecorder(all, notable: try Self.ring(blocks: 1), segment: 0)
    var cursor = EventCursor(all, segment: 0)
    Self.record(recorder, 0)
    #expect(cursor.next()?.sequence == 0)
    for number in 1...2_000 { Self.record(recorder, number) }
    let records = Self.read(&cursor)
    let first = try #require(records.first)
    #expect(first.sequence > 1)
    #expect(cursor.lost == first.sequence - 1)
    #expect(records.map(\.sequence) == Array(first.sequence...2_000))
    #expect(records.allSatisfy { $0[.status] == .integer(Int64($0.sequence)) })
    #expect(cursor.next() == nil)
    Self.record(recorder, 2_001)
    #expect(cursor.next()?.sequence == 2_001)
  }

  @Test func `A notable event stays when the ring of all events was overwritten`() throws {
    let (all, notable) = (try Self.ring(blocks: 1), try Self.ring(blocks: 1))
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    Self.record(recorder, 500, isNotable: true)
    for number in 0..<1_000 { Self.record(recorder, number) }
    var (of, kept) = (EventCursor(all, segment: 0), EventCursor(notable, segment: 0))
    #expect(!Self.read(&of).contains { $0.sequence == 0 })
    #expect(Self.read(&kept).map { $0[.status] } == [.integer(500)])
  }

  @Test
  func `Long texts of an event are cut at a character, and a group without room is left out whole`()
    throws
  {
    let all = try Self.ring(blocks: 1)
    let recorder = EventRecorder(all, notable: try Self.ring(blocks: 1), segment: 0)
    recorder.record(.request, .info, at: 1, isNotable: false) { event in
      event.add(.path, String(repeating: "é", count: 800) + "a")
      event.add(.query, "a" + String(repeating: "é", count: 800))
      for _ in 0..<100 {
        event.add(.backends) { event in
          event.add(.backendName, "prices")
          event.add(.backendErrorMessage, String(repeating: "u", count: 900))
        }
      }
      event.add(.status, 200)
    }
    var cursor = EventCursor(all, segment: 0)
    let found = cursor.next()
    let record = try #require(found)
    #expect(record.isCut)
    #expect(record[.path] == .text(String(repeating: "é", count: 512)))
    #expect(record[.query] == .text("a" + String(repeating: "é", count: 511)))
    #expect(record[.status] == .integer(200))
    var parts: [Int] = []
    record.forEachField { field in
      var count = 0
      record.forEachField(of: field) { _ in
        count += 1
        return true
      }
      if field.isGroup { parts.append(count) }
      return true
    }
    #expect(parts.count > 10 && parts.allSatisfy { $0 == 2 })
  }

  @Test func `Fields kept from one event are the same in the next one, and cut ones are not kept`()
    throws
  {
    let all = try Self.ring(blocks: 1)
    let recorder = EventRecorder(all, notable: try Self.ring(blocks: 1), segment: 0)
    var (kept, cut): (EncodedFields?, EncodedFields?)
    recorder.record(.request, .info, at: 1, isNotable: false) { event in
      event.add(.status, 200)
      kept = event.addKeeping { event in
        event.add(.document, "flowers")
        event.add(.expire, instant: 5)
      }
    }
    let fields = try #require(kept)
    recorder.record(.request, .info, at: 2, isNotable: false) { event in
      event.add(fields)
      event.add(.status, 304)
    }
    recorder.record(.request, .info, at: 3, isNotable: false) { event in
      cut = event.addKeeping { $0.add(.path, String(repeating: "a", count: 2_000)) }
    }
    recorder.record(.request, .info, at: 4, isNotable: false) { event in
      for _ in 0..<16 { event.add(.path, String(repeating: "a", count: 1_017)) }
      event.add(fields)
    }
    var cursor = EventCursor(all, segment: 0)
    let records = Self.read(&cursor)
    #expect(records.map { $0[.status] } == [.integer(200), .integer(304), nil, nil])
    #expect(
      records.map { $0[.document] } == [.text("flowers"), .text("flowers"), nil, nil]
    )
    #expect(records[1][.expire] == .instant(5_000_000_000))
    #expect(cut == nil)
    #expect(records.map(\.isCut) == [false, false, true, true])
  }

  @Test func `A reader beside a writer at full speed gets whole events only`() async throws {
    let all = try Self.ring(blocks: 2)
    let notable = try Self.ring(blocks: 1)
    let writer = Writer()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let recorder = EventRecorder(all, notable: notable, segment: 0)
        for number in 0..<100_000 { Self.record(recorder, number) }
        writer.isDone.store(true, ordering: .releasing)
      }
      for _ in 0..<2 {
        group.addTask {
          var cursor = EventCursor(all, segment: 0)
          var last: UInt64?
          while true {
            let isLast = writer.isDone.load(ordering: .acquiring)
            while let record = cursor.next() {
              let number = Int(record.sequence)
              #expect(record[.status] == .integer(Int64(number)))
              guard case .text(let path)? = record[.path] else {
                #expect(number % 900 == 0)
                continue
              }
              #expect(path.utf8.count == number % 900 && path.utf8.allSatisfy { $0 == 0x61 })
              #expect(last.map { $0 < record.sequence } ?? true)
              last = record.sequence
            }
            if isLast { break }
          }
          #expect(last == 99_999)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test
  func `Memory that is no ring of events, of another version or damaged is refused with a reason`()
    throws
  {
    let ring = try Self.ring(blocks: 1)
    #expect(throws: Never.self) { try EventRing(existing: ring.memory, path: "log") }
    ring.memory[1] = 9
    #expect(
      #expect(throws: SignalFault.self) { try EventRing(existing: ring.memory, path: "log") }?
        .description
        == "log is a log of version 9, expected 1; it is readable by the release of Portico that "
        + "wrote it"
    )
    ring.memory[1] = 1
    ring.memory[3] = 900
    #expect(
      #expect(throws: SignalFault.self) { try EventRing(existing: ring.memory, path: "log") }?
        .description == "log is damaged: 1 segments of 900 blocks in 9216 words"
    )
    let other = try SignalMemory(count: 4_096)
    #expect(
      #expect(throws: SignalFault.self) { try EventRing(existing: other, path: "log") }?
        .description == "log is no log of events"
    )
  }

  @Test func `A damaged block of events is skipped, and the next one is read`() throws {
    let all = try Self.ring(blocks: 4)
    let recorder = EventRecorder(all, notable: try Self.ring(blocks: 1), segment: 0)
    for number in 0..<400 { Self.record(recorder, number) }
    let first = all.start(of: 0) + EventRing.pageWords
    for word in 0..<100 { all.memory[first + word] = .max }
    var cursor = EventCursor(all, segment: 0)
    let records = Self.read(&cursor)
    #expect(records.count > 50)
    #expect(records.last?.sequence == 399)
  }
}

@Suite struct `The fields of events` {
  @Test func `Each field of events has one definition and a name of its own`() {
    #expect(EventField.definitions.map(\.field).count == EventField.allCases.count)
    #expect(Set(EventField.definitions.map(\.field)) == Set(EventField.allCases))
    let paths = EventField.definitions.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(paths.contains("backends.name"))
  }

  @Test func `Fields of events keep the numbers that stand in stored events`() {
    let numbers = EventField.allCases.map(\.rawValue)
    #expect(
      numbers == [
        1, 2, 3, 4, 5, 6, 10, 11, 12, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34, 35, 36, 37, 40, 41,
        43, 44, 48, 49, 50, 60, 61, 62, 63, 64, 65, 67, 68, 69, 70, 71, 72, 73, 81, 82, 83, 84, 85,
        86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105,
        106, 107, 108, 109, 110, 111, 112, 113,
      ]
    )
  }
}
