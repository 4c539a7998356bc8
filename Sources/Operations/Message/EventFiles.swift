// SPDX-License-Identifier: Apache-2.0

import Files
import Signals

/// The files of the log in a state folder. Each process has a pair of its own: `all.N` with every event,
/// and `notable.N` with those that failed, were degraded or slow. The pair of the process before is
/// kept.
struct EventFiles {
  private static let kept = 2

  let folder: String

  /// The numbers of the processes that have files here, in their order.
  func generations() throws(FileError) -> [Int] {
    guard Files.exists(folder) else { return [] }
    let names = try FileTree(folder).files.map(\.path)
    return names.compactMap { name in
      name.hasPrefix("all.") ? Int(name.dropFirst(4)) : nil
    }.sorted()
  }

  func all(_ generation: Int) -> String { "\(folder)/all.\(generation)" }

  func notable(_ generation: Int) -> String { "\(folder)/notable.\(generation)" }

  /// The file that is locked by whoever erases here, of whatever process.
  var erasingLock: String { "\(folder)/erasing.lock" }

  /// Creates the rings of a new process, and removes those of processes long ago. One that still writes
  /// to a removed file goes on without harm.
  func begin(
    segments: Int,
    bytes: (all: Int, notable: Int),
    at time: Int64
  ) throws -> (all: EventRing, notable: EventRing) {
    try Files.makeFolder(folder)
    let known = try generations()
    let number = (known.last ?? 0) + 1
    // The ring of notable events comes first, so that whoever lists the folder finds both or none.
    let notable = try ring(notable(number), segments, bytes.notable, at: time)
    let all = try ring(all(number), segments, bytes.all, at: time)
    for old in known.dropLast(EventFiles.kept - 1) {
      try Files.remove(self.all(old))
      try Files.remove(self.notable(old))
    }
    return (all, notable)
  }

  private func ring(
    _ path: String,
    _ segments: Int,
    _ bytes: Int,
    at time: Int64
  ) throws(SignalFault) -> EventRing {
    let words = EventRing.words(bytes: bytes, segments: segments)
    let memory = try SignalMemory(file: path, count: words)
    return EventRing(creatingIn: memory, segments: segments, at: time)
  }
}
