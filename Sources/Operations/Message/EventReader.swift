// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Files
package import Signals

/// Reads the events of all rings of a log as one sequence in the order of time, live or back.
///
/// It only reads: it can neither slow nor stop the process that records.
package struct EventReader {
  /// The two rings of one process.
  private struct Generation {
    let number: Int
    var all: [EventCursor]
    /// `nil` once these were read: what is recorded after that is found in the ring of all events.
    var notable: [EventCursor]?
    /// The next event of each segment of all events, as far as it was read already, and its time.
    private var heads: [EventRecord?]
    private var times: [Int64?]

    init(_ number: Int, all: EventRing, notable: EventRing) {
      self.number = number
      self.all = (0..<all.segments).map { EventCursor(all, segment: $0) }
      self.notable = (0..<notable.segments).map { EventCursor(notable, segment: $0) }
      heads = Array(repeating: nil, count: all.segments)
      times = Array(repeating: nil, count: all.segments)
    }

    /// Returns the oldest event of all segments that was not read yet, among those that are wanted.
    mutating func next(where isWanted: (EventHead) -> Bool) -> EventRecord? {
      var oldest: (segment: Int, time: Int64)?
      for segment in all.indices {
        if times[segment] == nil {
          heads[segment] = all[segment].next(where: isWanted)
          times[segment] = heads[segment]?.time
        }
        guard let time = times[segment] else { continue }
        if let oldest, oldest.time <= time { continue }
        oldest = (segment, time)
      }
      guard let segment = oldest?.segment else { return nil }
      times[segment] = nil
      return heads[segment].take()
    }
  }

  private var generations: [Generation]
  private let files: EventFiles?

  /// Reads the log of this process.
  package init(_ log: EventLog) {
    generations = [Generation(0, all: log.all, notable: log.notable)]
    files = nil
  }

  /// Reads the log in a state folder, of the process that runs there and of the one before.
  package init(state: String) throws { try self.init(folder: EventLog.folder(in: state)) }

  private init(folder: String) throws {
    generations = []
    files = EventFiles(folder: folder)
    try findGenerations()
  }

  /// Returns a reader of this process's log and of the one before, where the log is in files.
  package static func history(of log: EventLog) throws -> EventReader {
    guard let folder = log.folder else { return EventReader(log) }
    return try EventReader(folder: folder)
  }

  /// The time of the oldest event that was read, in nanoseconds of Unix time, which tells how far
  /// back the log goes.
  package private(set) var oldest: Int64?

  /// Whether there is a log at all.
  package var hasRings: Bool { !generations.isEmpty }

  /// The number of events that were overwritten before they were read.
  package var lost: UInt64 { generations.reduce(0) { $0 + $1.all.reduce(0) { $0 + $1.lost } } }

  /// Adds the rings of processes that have begun since.
  private mutating func findGenerations() throws {
    guard let files else { return }
    let known = generations.last?.number ?? 0
    for number in try files.generations() where number > known {
      let memory = try SignalMemory(existing: files.all(number))
      let notable = try SignalMemory(existing: files.notable(number))
      generations.append(
        Generation(
          number,
          all: try EventRing(existing: memory, path: files.all(number)),
          notable: try EventRing(existing: notable, path: files.notable(number))
        )
      )
    }
  }

  /// Skips all events that are there.
  package mutating func skipToEnd() {
    for index in generations.indices {
      generations[index].notable = nil
      for segment in generations[index].all.indices { generations[index].all[segment].skipToEnd() }
    }
  }

  /// Returns the events since the last call that satisfy a condition, at most `limit` of them.
  package mutating func read(
    limit: Int = .max,
    by order: EventOrder = .time,
    where condition: (EventRecord) -> Bool = { _ in true }
  ) throws -> [EventRecord] {
    var selection = EventSelection(limit: limit, by: order)
    try visit { record in if condition(record) { selection.add(record) } }
    return selection.records
  }

  /// The time after which a reader that follows a log reads again: soon where much was recorded, so
  /// that the ring does not come around before, and seldom otherwise.
  static func pause(after count: Int) -> Duration {
    count < 256 ? .milliseconds(50) : .milliseconds(10)
  }

  /// Calls `body` with the next events of this process's log in the order of time, at most so many,
  /// and returns their number. A reader that follows a log does not read in another way as well.
  ///
  /// - Parameter isWanted: decides by an event's head whether it is read at all.
  package mutating func follow(
    atMost most: Int,
    where isWanted: (EventHead) -> Bool = { _ in true },
    _ body: (EventRecord) -> Void
  ) throws -> Int {
    guard generations.allSatisfy({ $0.notable == nil }) else {
      // The first time there may be notable events that were overwritten in the ring of all.
      let first = try read { isWanted($0.head) }
      first.forEach(body)
      return first.count
    }
    var count = 0
    for index in generations.indices {
      while count < most, let record = generations[index].next(where: isWanted) {
        body(record)
        count += 1
      }
    }
    return count
  }

  /// Calls `body` with each event since the last call, in no particular order.
  package mutating func visit(_ body: (EventRecord) -> Void) throws {
    try findGenerations()
    var oldest = oldest
    for index in generations.indices {
      EventReader.read(&generations[index]) { record in
        oldest = min(oldest ?? .max, record.time)
        body(record)
      }
    }
    self.oldest = oldest
  }

  private static func read(_ generation: inout Generation, _ body: (EventRecord) -> Void) {
    for segment in generation.all.indices {
      var first = UInt64.max
      while let record = generation.all[segment].next() {
        first = min(first, record.sequence)
        body(record)
      }
      // Notable events that were overwritten in the ring of all events.
      while let record = generation.notable?[segment].next() {
        if record.sequence < first { body(record) }
      }
    }
    generation.notable = nil
  }
}

/// The first of some events by their order, of which no more are kept than are wanted.
package struct EventSelection {
  private let limit: Int
  private let order: EventOrder
  private var found: [EventRecord] = []

  package init(limit: Int, by order: EventOrder = .time) {
    (self.limit, self.order) = (limit, order)
  }

  package mutating func add(_ record: EventRecord) {
    found.append(record)
    // The buffer holds twice as many as wanted before it is sorted and cut.
    if found.count >= 1_024, found.count / 2 >= limit { order.keep(limit, of: &found) }
  }

  /// The events in their order.
  package var records: [EventRecord] {
    var records = found
    order.keep(limit, of: &records)
    return records
  }
}

/// The order of events, which also tells which of too many are left out.
package enum EventOrder: String, CaseIterable, Sendable {
  /// The oldest first; the newest ones are kept.
  case time
  /// The slowest first, which are kept.
  case duration

  fileprivate func keep(_ limit: Int, of records: inout [EventRecord]) {
    switch self {
    case .time:
      records.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
      if records.count > limit { records.removeFirst(records.count - limit) }
    case .duration:
      records.sort { $0.nanoseconds > $1.nanoseconds }
      if records.count > limit { records.removeLast(records.count - limit) }
    }
  }
}

extension EventRecord {
  /// The duration; -1 without one.
  fileprivate var nanoseconds: Int64 {
    if case .duration(let duration)? = self[.duration] { duration } else { -1 }
  }
}

extension PlainError {
  /// A state folder has no log.
  package static func noLog(in state: String) -> PlainError {
    PlainError(
      "there is no log in \(EventLog.folder(in: state)); expected the --state of a `portico serve`; "
        + "without one the log is in memory, and `portico log --admin` shows it"
    )
  }
}
