// SPDX-License-Identifier: Apache-2.0

package import Signals

/// Erases events from the rings of a log, while they are written and read.
///
/// A pass covers the events that are written so far, and a further one those that have been written
/// since. An event is written to the ring of all events first and then to that of notable ones. So,
/// to erase while events are recorded, make a pass, wait until every recorder is between two
/// events, and make a second pass.
package struct EventErasure {
  /// The rings of one process with their cursors, by segment.
  private struct Generation {
    var cursors: [[EventCursor]]
    /// By segment the numbers of the erased events; an event of both rings has the same.
    var erased: [Set<UInt64>]

    init(_ rings: [EventRing]) {
      let segments = rings.map(\.segments).max() ?? 0
      cursors = (0..<segments).map { segment in
        rings.filter { segment < $0.segments }.map { EventCursor($0, segment: segment) }
      }
      erased = [Set<UInt64>](repeating: [], count: segments)
    }

    mutating func erase(where isWanted: (EventRecord) -> Bool) {
      for segment in cursors.indices {
        for ring in cursors[segment].indices {
          erased[segment].formUnion(cursors[segment][ring].erase(where: isWanted))
        }
      }
    }
  }

  private var generations: [Generation]

  /// The number of events that were erased so far; one of both rings counts once.
  package var count: Int {
    generations.reduce(0) { $0 + $1.erased.reduce(0) { $0 + $1.count } }
  }

  /// Erases in the log of a state folder: of the process that runs there, and of the one before.
  package init(state: String) throws {
    generations = try EventErasure.generations(in: EventLog.folder(in: state))
  }

  /// Erases in the log of this process, and of the one before.
  package init(_ log: EventLog) throws {
    guard let folder = log.folder else {
      generations = [Generation([log.all, log.notable])]
      return
    }
    generations = try EventErasure.generations(in: folder)
  }

  private static func generations(in folder: String) throws -> [Generation] {
    let files = EventFiles(folder: folder)
    return try files.generations().map { number in
      Generation(
        try [files.all(number), files.notable(number)].map { path in
          let memory = try SignalMemory(existing: path, isWritable: true)
          return try EventRing(existing: memory, path: path)
        }
      )
    }
  }

  /// Erases the events that satisfy a condition and were not seen by a pass before.
  package mutating func pass(where isWanted: (EventRecord) -> Bool) {
    for index in generations.indices { generations[index].erase(where: isWanted) }
  }

  /// Erases the events of a log that satisfy a condition in one pass, and returns their number.
  package static func erase(_ log: EventLog, where isWanted: (EventRecord) -> Bool) throws -> Int {
    var erasure = try EventErasure(log)
    erasure.pass(where: isWanted)
    return erasure.count
  }
}
