// SPDX-License-Identifier: Apache-2.0

package import Signals
import Synchronization

/// The log of a process: the rings into which all its threads record events.
package final class EventLog: Sendable {
  /// The size of the rings in files.
  private static let fileBytes = (all: 64 << 20, notable: 16 << 20)
  /// The size of the rings in memory, where no state folder is given.
  private static let memoryBytes = (all: 8 << 20, notable: 2 << 20)

  /// The folder of the log's files; `nil` for a log in memory.
  package let folder: String?
  package let all: EventRing
  package let notable: EventRing
  /// Held by whoever erases in a log in memory; one in files has a lock of its own.
  let erasing = Mutex(())
  /// For threads that record seldom.
  package let shared: SharedEventRecorder
  private let nextSegment = Atomic<Int>(1)

  /// - Parameters:
  ///   - folder: the state folder; without one the log is in memory.
  ///   - loops: the number of loops, each of which has a recorder of its own.
  ///   - time: nanoseconds of Unix time.
  package init(state folder: String?, loops: Int, at time: Int64) throws {
    let segments = loops + 1
    if let folder {
      let files = EventFiles(folder: EventLog.folder(in: folder))
      (all, notable) = try files.begin(segments: segments, bytes: EventLog.fileBytes, at: time)
      self.folder = files.folder
    } else {
      let rings = try [EventLog.memoryBytes.all, EventLog.memoryBytes.notable].map { bytes in
        let words = EventRing.words(bytes: bytes, segments: segments)
        return EventRing(creatingIn: try SignalMemory(count: words), segments: segments, at: time)
      }
      (all, notable) = (rings[0], rings[1])
      self.folder = nil
    }
    shared = SharedEventRecorder(EventRecorder(all, notable: notable, segment: 0))
  }

  /// Returns the folder of the log in a state folder.
  package static func folder(in state: String) -> String { "\(state)/log" }

  /// Returns a recorder for one more loop.
  package func makeRecorder() -> EventRecorder {
    let segment = nextSegment.add(1, ordering: .relaxed).oldValue
    return EventRecorder(all, notable: notable, segment: segment)
  }
}
