// SPDX-License-Identifier: Apache-2.0

package import Files
package import Reactor
import Synchronization

/// Where the events of all loops go: a file, or the standard output. A reader that is too slow loses
/// events, and never holds up a request.
package final class EventSink: Sendable {
  /// Bytes that wait to be written at most.
  package static let maximumWaitingBytes = 8 << 20

  /// The site whose events these are, where there may be others'.
  let site: String?
  private let writer: Writer

  /// - Parameter file: `nil` for the standard output.
  package init(_ file: AppendedFile?) throws(SystemError) {
    site = nil
    writer = Writer(file, try WorkerPool(threads: 1))
  }

  private init(_ sink: EventSink, of site: String) {
    self.site = site
    writer = sink.writer
  }

  /// The same for the events of one site, which say so.
  package func of(site: String) -> EventSink { EventSink(self, of: site) }

  /// Events that nobody has seen.
  package var lost: UInt64 { writer.lost.load(ordering: .relaxed) }

  func write(_ lines: [UInt8], events: Int) { writer.write(lines, events: events) }

  /// Writes one line of what is no request.
  package func record(_ line: [UInt8]) { write(line, events: 1) }

  /// Waits until everything is written that was handed over.
  package func close() { writer.pool.close() }
}

/// What the sinks of all sites write to.
private final class Writer: Sendable {
  let pool: WorkerPool
  let lost = Atomic<UInt64>(0)
  private let file: AppendedFile?
  private let waiting = Atomic<Int>(0)

  init(_ file: AppendedFile?, _ pool: WorkerPool) {
    self.file = file
    self.pool = pool
  }

  func write(_ lines: [UInt8], events: Int) {
    let count = lines.count
    let before = waiting.add(count, ordering: .relaxed).oldValue
    guard before + count <= EventSink.maximumWaitingBytes,
      pool.submit({ [self] in
        put(lines, events: events)
        waiting.subtract(count, ordering: .relaxed)
      })
    else {
      waiting.subtract(count, ordering: .relaxed)
      lost.add(UInt64(events), ordering: .relaxed)
      return
    }
  }

  private func put(_ lines: [UInt8], events: Int) {
    guard let file else {
      StandardStream.output.write(String(decoding: lines, as: UTF8.self))
      return
    }
    do {
      try file.append(lines)
    } catch {
      lost.add(UInt64(events), ordering: .relaxed)
    }
  }
}
