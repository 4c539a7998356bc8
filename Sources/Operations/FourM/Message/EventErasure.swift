// SPDX-License-Identifier: Apache-2.0

package import Signals

/// Erases events from the rings of a log, while they are written and read.
package struct EventErasure {
  /// Erases the events in a state folder that satisfy a condition, of the process that runs there and of the
  /// one before, and returns their number.
  package static func erase(
    state: String,
    where isWanted: (EventRecord) -> Bool
  ) throws -> Int {
    try erase(folder: EventLog.folder(in: state), where: isWanted)
  }

  private static func erase(
    folder: String,
    where isWanted: (EventRecord) -> Bool
  ) throws -> Int {
    let files = EventFiles(folder: folder)
    var count = 0
    for number in try files.generations() {
      let rings = try [files.all(number), files.notable(number)].map { path in
        let memory = try SignalMemory(existing: path, isWritable: true)
        return try EventRing(existing: memory, path: path)
      }
      count += erase(rings, where: isWanted)
    }
    return count
  }

  /// The rings of one process; an event of both counts once.
  private static func erase(_ rings: [EventRing], where isWanted: (EventRecord) -> Bool) -> Int {
    let segments = rings.map(\.segments).max() ?? 0
    return (0..<segments).reduce(0) { count, segment in
      let erased = rings.filter { segment < $0.segments }.map { ring in
        var cursor = EventCursor(ring, segment: segment)
        return Set(cursor.erase(where: isWanted))
      }
      return count + erased.reduce(into: Set()) { $0.formUnion($1) }.count
    }
  }

  /// Erases the events of a process's log and of the one before that satisfy a condition.
  package static func erase(_ log: EventLog, where isWanted: (EventRecord) -> Bool) throws -> Int {
    guard let folder = log.folder else { return erase([log.all, log.notable], where: isWanted) }
    return try erase(folder: folder, where: isWanted)
  }
}
