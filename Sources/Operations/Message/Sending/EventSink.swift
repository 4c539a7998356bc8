// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor
package import Signals
import Synchronization

/// Writes every event to a file, the standard output or the syslog service, on a thread of its own.
///
/// It reads the log as any other reader. When the program that reads its output is too slow or the
/// disk is full, it loses events and counts them; it never delays requests.
package final class EventSink: Sendable {
  /// The longest time that `close` waits for a reader.
  package static let patience = Duration.seconds(5)
  /// The most events that are written at once.
  private static let batch = 512

  private let pool: WorkerPool
  private let losses: EventLosses
  private let report: @Sendable (SinkReport) -> Void
  private let destination: Mutex<any EventDestination>
  private let verbosity: EventVerbosity
  private let isClosing = Atomic(false)
  private let isToReopen = Atomic(false)
  /// The number of events that are being written.
  private let writing = Atomic(0)

  /// - Parameters:
  ///   - kind: the kind of the destination, as metrics name it.
  ///   - registry: where lost events are counted.
  ///   - verbosity: operators' word for a while on how much is written.
  ///   - report: called on any thread with messages for operators; about lost events at most once
  ///     in ten seconds and at the end.
  package init(
    _ destination: sending any EventDestination,
    of kind: SinkKind = .file,
    _ log: EventLog,
    _ registry: SignalRegistry,
    verbosity: EventVerbosity = EventVerbosity(),
    report: @escaping @Sendable (SinkReport) -> Void = { _ in }
  ) throws {
    self.destination = Mutex(destination)
    (self.report, self.verbosity) = (report, verbosity)
    losses = try EventLosses(registry, of: kind) { report(.lost($0)) }
    pool = WorkerPool("events", threads: 1)
    _ = pool.submit { [self] in run(EventReader(log)) }
  }

  private func run(_ reader: consuming EventReader) {
    var lost: UInt64 = 0
    var sincePause = 0
    while true {
      let isLast = isClosing.load(ordering: .acquiring)
      if isToReopen.exchange(false, ordering: .acquiringAndReleasing) {
        destination.withLock { $0.reopen(take) }
      }
      let read = destination.withLock { write(from: &reader, to: $0) }
      if reader.lost > lost { losses.note(Int(clamping: reader.lost - lost), .slow) }
      lost = reader.lost
      sincePause += read
      if read == EventSink.batch { continue }
      if isLast { break }
      usleep(UInt32(EventReader.pause(after: sincePause) / .microseconds(1)))
      sincePause = 0
    }
  }

  /// Writes the next events, and returns how many were read.
  private func write(from reader: inout EventReader, to destination: any EventDestination) -> Int {
    let order = verbosity.latest
    func isAdmitted(_ head: EventHead) -> Bool {
      order.level(at: head.time / 1_000_000_000).admits(head.level)
    }
    // A log in memory has no files that could be missing.
    let read = try? reader.follow(atMost: EventSink.batch, where: isAdmitted) { record in
      writing.add(1, ordering: .relaxed)
      destination.put(record, take)
    }
    destination.flush(take)
    writing.store(0, ordering: .relaxed)
    return read ?? 0
  }

  private func take(_ report: SinkReport) {
    switch report {
    case .lost(let events): losses.note(events.count, events.reason)
    case .reopened, .reached, .failed: self.report(report)
    }
  }

  /// Asks the sink's thread to open the file again soon, since another program has moved it.
  package func reopen() { isToReopen.store(true, ordering: .releasing) }

  /// Waits until everything that was recorded is written, or a reader has read nothing for too
  /// long.
  package func close() {
    isClosing.store(true, ordering: .releasing)
    if !pool.close(waiting: EventSink.patience) {
      losses.note(writing.load(ordering: .relaxed), .slow)
    }
    losses.reportRest()
  }
}
