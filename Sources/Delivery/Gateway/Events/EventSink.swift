// SPDX-License-Identifier: Apache-2.0

package import Files
import Reactor
package import Signals
import Synchronization

/// Where the events of all loops go: a file, or the standard output.
///
/// A reader that is too slow, or a disk that is full, loses events and never holds up a request. What
/// is lost is counted and reported.
package final class EventSink: Sendable {
  /// Bytes that wait to be written at most.
  package static let maximumWaitingBytes = 8 << 20
  /// How long `close` waits for a reader.
  package static let patience = Duration.seconds(5)

  /// The site whose events these are, where there may be others'.
  let site: String?
  let queries: EventQueries
  private let writer: EventWriter

  /// - Parameters:
  ///   - file: `nil` for the standard output.
  ///   - queries: what events show of queries.
  ///   - registry: where lost events are counted.
  ///   - report: is told of lost events, at most once in ten seconds and at the end, on any thread.
  package init(
    _ file: AppendedFile?,
    queries: EventQueries = EventQueries(),
    _ registry: SignalRegistry,
    report: @escaping @Sendable (LostEvents) -> Void = { _ in }
  ) throws {
    site = nil
    self.queries = queries
    writer = try EventWriter(file, EventLosses(registry, report: report))
  }

  private init(_ sink: EventSink, of site: String) {
    self.site = site
    queries = sink.queries
    writer = sink.writer
  }

  /// The same for the events of one site, which say so.
  package func of(site: String) -> EventSink { EventSink(self, of: site) }

  func write(_ lines: [UInt8], events: Int) { writer.write(lines, events: events) }

  /// Writes one line of what is no request.
  package func record(_ line: [UInt8]) { write(line, events: 1) }

  /// Waits until everything is written that was handed over, or a reader has read nothing for too long.
  package func close() { writer.close() }
}

/// Writes the events of all sites, on a thread of its own.
private final class EventWriter: Sendable {
  private let pool: WorkerPool
  private let losses: EventLosses
  private let file: AppendedFile?
  private let waiting = Atomic<Int>(0)
  private let waitingEvents = Atomic<Int>(0)

  init(_ file: AppendedFile?, _ losses: EventLosses) throws(SystemError) {
    self.file = file
    self.losses = losses
    pool = try WorkerPool(threads: 1)
  }

  func write(_ lines: [UInt8], events: Int) {
    let count = lines.count
    let before = waiting.add(count, ordering: .relaxed).oldValue
    waitingEvents.add(events, ordering: .relaxed)
    guard before + count <= EventSink.maximumWaitingBytes,
      pool.submit({ [self] in
        put(lines, events: events)
        waiting.subtract(count, ordering: .relaxed)
        waitingEvents.subtract(events, ordering: .relaxed)
      })
    else {
      waiting.subtract(count, ordering: .relaxed)
      waitingEvents.subtract(events, ordering: .relaxed)
      losses.note(events, .slow)
      return
    }
  }

  private func put(_ lines: [UInt8], events: Int) {
    guard let file else {
      if !StandardStream.output.write(lines) { losses.note(events, .failed("nobody reads them")) }
      return
    }
    do {
      try file.append(lines)
    } catch {
      losses.note(events, .failed(error.description))
    }
  }

  func close() {
    if !pool.close(waiting: EventSink.patience) {
      losses.note(waitingEvents.load(ordering: .relaxed), .slow)
    }
    losses.reportRest()
  }
}
