// SPDX-License-Identifier: Apache-2.0

import Signals

/// An event that is to be sent to another host.
struct QueuedEvent {
  let record: EventRecord
  /// The number of events that it stands for.
  let weight: Double
  let isNotable: Bool
}

/// The events that wait to be sent, the oldest first. Where it is full, new ones are refused.
package struct EventQueue {
  /// The limits of the queue, in events and in bytes.
  package struct Limits: Sendable {
    /// Half a second of 100,000 requests a second.
    package var events = 50_000
    /// By the bytes that the events take in the log.
    var bytes = 32 << 20

    package init() {}
  }

  private let limits: Limits
  private var events: [QueuedEvent] = []
  private var first = 0
  private var bytes = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  var count: Int { events.count - first }

  /// Adds an event, unless there is no room. Successes may take three quarters of the room, so that
  /// a burst of them leaves room for failures.
  mutating func offer(_ event: QueuedEvent) -> Bool {
    let (mostEvents, mostBytes) =
      event.isNotable
      ? (limits.events, limits.bytes) : (limits.events / 4 * 3, limits.bytes / 4 * 3)
    guard count < mostEvents, bytes + event.record.byteCount <= mostBytes else { return false }
    events.append(event)
    bytes += event.record.byteCount
    return true
  }

  /// Removes the oldest events, at most so many and so large together, unless one alone is larger.
  mutating func take(atMost most: Int, bytes mostBytes: Int = .max) -> [QueuedEvent] {
    var taken: [QueuedEvent] = []
    var size = 0
    for event in events[first...].prefix(most) {
      guard taken.isEmpty || size + event.record.byteCount <= mostBytes else { break }
      taken.append(event)
      size += event.record.byteCount
    }
    first += taken.count
    bytes -= size
    // Events that were taken are removed in one step once they are the larger part, so that a
    // removal costs little.
    if first * 2 >= events.count {
      events.removeFirst(first)
      first = 0
    }
    return taken
  }
}
