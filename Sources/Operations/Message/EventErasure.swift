// SPDX-License-Identifier: Apache-2.0

import Files
package import Signals
import Synchronization

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

  /// The lock that keeps others from erasing in the same rings.
  private enum Lock {
    case memory(EventLog)
    case file(PositionedFile)
  }

  private let lock: Lock
  private var generations: [Generation]

  /// The number of events that were erased so far; one of both rings counts once.
  package var count: Int { generations.reduce(0) { $0 + $1.erased.reduce(0) { $0 + $1.count } } }

  /// Erases in the log of a state folder: of the process that runs there, and of the one before.
  package init(state: String) throws {
    (lock, generations) = try EventErasure.files(in: EventLog.folder(in: state))
  }

  /// Erases in the log of this process, and of the one before.
  package init(_ log: EventLog) throws {
    if let folder = log.folder {
      (lock, generations) = try EventErasure.files(in: folder)
    } else {
      (lock, generations) = (.memory(log), [Generation([log.all, log.notable])])
    }
  }

  private static func files(in folder: String) throws -> (Lock, [Generation]) {
    let files = EventFiles(folder: folder)
    let lock = Lock.file(try PositionedFile(writing: files.erasingLock))
    let generations = try files.generations().map { number in
      Generation(
        try [files.all(number), files.notable(number)].map { path in
          let memory = try SignalMemory(existing: path, isWritable: true)
          return try EventRing(existing: memory, path: path)
        }
      )
    }
    return (lock, generations)
  }

  /// Erases the events that satisfy a condition and were not seen by a pass before. It waits for whoever erases
  /// there now.
  package mutating func pass(where isWanted: (EventRecord) -> Bool) throws {
    switch lock {
    case .memory(let log): log.erasing.withLock { _ in erase(where: isWanted) }
    case .file(let file):
      try file.lock()
      defer { file.unlock() }
      erase(where: isWanted)
    }
  }

  private mutating func erase(where isWanted: (EventRecord) -> Bool) {
    for index in generations.indices { generations[index].erase(where: isWanted) }
  }

  /// Erases the events of a log that satisfy a condition in one pass, and returns their number.
  package static func erase(_ log: EventLog, where isWanted: (EventRecord) -> Bool) throws -> Int {
    var erasure = try EventErasure(log)
    try erasure.pass(where: isWanted)
    return erasure.count
  }
}
