// SPDX-License-Identifier: Apache-2.0

package import Files
package import Reactor
import Synchronization

/// Where the events of all loops go: a file, or the standard output. A reader that is too slow loses
/// events, and never holds up a request.
package final class EventSink: Sendable {
  /// Bytes that wait to be written at most.
  package static let maximumWaitingBytes = 8 << 20

  private let file: AppendedFile?
  private let pool: WorkerPool
  private let waiting = Atomic<Int>(0)
  private let lostEvents = Atomic<UInt64>(0)

  /// - Parameter file: `nil` for the standard output.
  package init(_ file: AppendedFile?) throws(SystemError) {
    self.file = file
    pool = try WorkerPool(threads: 1)
  }

  /// Events that nobody has seen.
  package var lost: UInt64 { lostEvents.load(ordering: .relaxed) }

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
      lostEvents.add(UInt64(events), ordering: .relaxed)
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
      lostEvents.add(UInt64(events), ordering: .relaxed)
    }
  }

  /// Waits until everything is written that was handed over.
  package func close() { pool.close() }
}
