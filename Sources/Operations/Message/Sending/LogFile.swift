// SPDX-License-Identifier: Apache-2.0

package import Files
package import Signals

/// A file with a line of JSON for each event, rotated by size and by day. It is for one thread.
package final class LogFile: EventDestination {
  /// The pause before a rotation that failed is tried again, in nanoseconds of the events' time.
  private static let pause: Int64 = 10_000_000_000

  private let path: String
  private let rotation: LogRotation?
  private var file: AppendedFile
  private var lines = EventLines()
  private var size = 0
  /// The day of the file's first event; `nil` while it has none.
  private var day: Int64?
  /// No rotation is tried before this event time.
  private var earliestRotation = Int64.min

  /// Opens a file; creates it if it is missing.
  ///
  /// - Parameter rotation: `nil` if the file only grows; only regular files are rotated.
  package init(_ path: String, _ rotation: LogRotation? = nil) throws(FileError) {
    self.path = path
    file = try AppendedFile(path, isForGroup: true)
    self.rotation = try file.isRegular() ? rotation : nil
    try examine()
  }

  package func put(_ record: EventRecord, _ report: (SinkReport) -> Void) {
    let start = lines.bytes.count
    lines.add(record)
    guard rotation != nil else { return }
    let day = RotatedFiles.day(of: record.time / 1_000_000_000)
    if isRotationDue(size + lines.bytes.count, day), record.time >= earliestRotation {
      let line = lines.removeLast(from: start)
      flush(report)
      rotate(record.time, report)
      lines = line
    }
    if self.day == nil { self.day = day }
  }

  package func flush(_ report: (SinkReport) -> Void) {
    guard lines.count > 0 else { return }
    do throws(FileError) {
      try file.append(lines.bytes)
      size += lines.bytes.count
    } catch {
      report(.lost(LostEvents(count: lines.count, reason: .failed(error.description))))
    }
    lines.removeAll()
  }

  /// Opens the path again, behind which another program may have put another file.
  package func reopen(_ report: (SinkReport) -> Void) {
    do throws(FileError) {
      file = try AppendedFile(path, isForGroup: true)
      try examine()
      report(.reopened)
    } catch {
      report(.failed("\(error); the old file stays in use"))
    }
  }

  /// Reads the size of the file and the day of its first event.
  private func examine() throws(FileError) {
    guard rotation != nil else { return }
    size = try file.size()
    day = size > 0 ? RotatedFiles.day(of: try file.changed()) : nil
  }

  private func isRotationDue(_ newSize: Int, _ newDay: Int64) -> Bool {
    guard let rotation, let day else { return false }
    if let bytes = rotation.bytes, newSize > bytes { return true }
    return rotation.isDaily && newDay > day
  }

  private func rotate(_ time: Int64, _ report: (SinkReport) -> Void) {
    guard let rotation, let day else { return }
    do throws(FileError) {
      let old = RotatedFiles(of: path)
      // A process that takes over writes to the same file, and may have moved it.
      if try file.isInPlace() { try Files.move(path, to: try old.next(ofDay: day)) }
      file = try AppendedFile(path, isForGroup: true)
      try examine()
      try old.remove(keeping: rotation.kept)
    } catch {
      earliestRotation = time + LogFile.pause
      report(.failed("\(error); expected to begin a new file and keep \(rotation.kept) old ones"))
    }
  }
}
