// SPDX-License-Identifier: Apache-2.0

package import Files
import Glibc
import Reactor
package import Signals
import Synchronization

/// Writes every event as a line of JSON to a file or the standard output, on a thread of its own.
///
/// It reads the log as any other reader. When its reader is too slow or the disk is full, it loses
/// events and counts them; requests are never held up.
package final class EventSink: Sendable {
  /// How long `close` waits for a reader.
  package static let patience = Duration.seconds(5)
  /// How often the log is read, in microseconds.
  private static let interval: UInt32 = 50_000

  private let pool: WorkerPool
  private let losses: EventLosses
  private let file: AppendedFile?
  private let isClosing = Atomic(false)
  /// The number of events that are being written.
  private let writing = Atomic(0)

  /// - Parameters:
  ///   - file: `nil` for the standard output.
  ///   - registry: where lost events are counted.
  ///   - report: is told of lost events, at most once in ten seconds and at the end, on any thread.
  package init(
    _ file: AppendedFile?,
    _ log: EventLog,
    _ registry: SignalRegistry,
    report: @escaping @Sendable (LostEvents) -> Void = { _ in }
  ) throws {
    self.file = file
    losses = try EventLosses(registry, report: report)
    pool = try WorkerPool(threads: 1)
    _ = pool.submit { [self] in run(EventReader(log)) }
  }

  private func run(_ reader: consuming EventReader) {
    var lost: UInt64 = 0
    while true {
      let isLast = isClosing.load(ordering: .acquiring)
      // A log in memory has no files that could be missing.
      let records = (try? reader.read()) ?? []
      if !records.isEmpty {
        writing.store(records.count, ordering: .relaxed)
        put(records)
        writing.store(0, ordering: .relaxed)
      }
      if reader.lost > lost { losses.note(Int(clamping: reader.lost - lost), .slow) }
      lost = reader.lost
      if isLast { break }
      if records.isEmpty { usleep(EventSink.interval) }
    }
  }

  private func put(_ records: [EventRecord]) {
    var lines: [UInt8] = []
    for record in records {
      record.writeJSON(to: &lines)
      lines.append(UInt8(ascii: "\n"))
    }
    guard let file else {
      if !StandardStream.output.write(lines) {
        losses.note(records.count, .failed("nobody reads them"))
      }
      return
    }
    do {
      try file.append(lines)
    } catch {
      losses.note(records.count, .failed(error.description))
    }
  }

  /// Waits until everything is written that was recorded, or a reader has read nothing for too long.
  package func close() {
    isClosing.store(true, ordering: .releasing)
    if !pool.close(waiting: EventSink.patience) {
      losses.note(writing.load(ordering: .relaxed), .slow)
    }
    losses.reportRest()
  }
}
