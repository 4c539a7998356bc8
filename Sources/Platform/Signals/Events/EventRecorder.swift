// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Records the events of one thread, without locks.
///
/// Events that failed, were degraded or slow are also written to a second ring, so that a burst of
/// successes does not overwrite them.
package final class EventRecorder {
  private let encoder = EventEncoder()
  private var all: EventSegment
  private var notable: EventSegment
  /// The number of events so far. An event has the same number in both rings.
  private var sequence: UInt64 = 0

  /// - Parameter segment: the number of a segment that no other recorder of the rings has.
  package init(_ all: EventRing, notable: EventRing, segment: Int) {
    self.all = EventSegment(all, segment)
    self.notable = EventSegment(notable, segment)
  }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - time: nanoseconds of Unix time.
  ///   - isNotable: whether it is written to the second ring as well.
  ///   - fields: adds the fields.
  @inline(__always)
  package func record(
    _ kind: EventKind,
    _ level: EventLevel,
    at time: Int64,
    isNotable: Bool,
    _ fields: (EventEncoder) -> Void
  ) {
    encoder.begin(kind, level, at: time)
    fields(encoder)
    append(isNotable: isNotable)
  }

  private func append(isNotable: Bool) {
    let words = encoder.end(sequence)
    all.append(encoder, words: words)
    if isNotable { notable.append(encoder, words: words) }
    sequence += 1
  }
}

/// A recorder behind a lock, for threads that record seldom.
package final class SharedEventRecorder: Sendable {
  private let recorder: Mutex<EventRecorder>

  package init(_ recorder: sending EventRecorder) { self.recorder = Mutex(recorder) }

  /// Returns when no thread is within an event of it.
  package func settle() { recorder.withLock { _ in } }

  /// Records an event that nobody should miss.
  package func record(
    _ kind: EventKind,
    _ level: EventLevel,
    at time: Int64,
    _ fields: @Sendable (EventEncoder) -> Void
  ) {
    recorder.withLock { recorder in
      recorder.record(kind, level, at: time, isNotable: true, fields)
    }
  }
}
