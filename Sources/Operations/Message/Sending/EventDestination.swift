// SPDX-License-Identifier: Apache-2.0

import Reactor
package import Signals

/// The destination of a sink's events. It is used by the sink's thread alone, and may block it.
package protocol EventDestination: AnyObject {
  /// Adds an event to those that the next `flush` writes.
  func put(_ record: EventRecord, _ report: (SinkReport) -> Void)

  /// Writes the events that were put, and reports those that are lost.
  func flush(_ report: (SinkReport) -> Void)

  /// Opens the file again, since another program may have moved it.
  func reopen(_ report: (SinkReport) -> Void)
}

/// A message of a sink to operators.
package enum SinkReport: Sendable, Equatable {
  case lost(LostEvents)
  case reopened
  /// Another host accepts events again.
  case reached
  /// Something that costs no event, such as a rotation that failed.
  case failed(String)
}

/// The standard output with a line of JSON for each event.
package final class OutputLines: EventDestination {
  private let hasLevels: Bool
  private var lines = EventLines()

  /// - Parameter hasLevels: whether each line begins with its level as journald reads it, such as `<3>`.
  package init(hasLevels: Bool) { self.hasLevels = hasLevels }

  package func put(_ record: EventRecord, _ report: (SinkReport) -> Void) {
    lines.add(record, hasLevel: hasLevels)
  }

  package func flush(_ report: (SinkReport) -> Void) {
    guard lines.count > 0 else { return }
    if !StandardStream.output.write(lines.bytes) {
      report(.lost(LostEvents(count: lines.count, reason: .failed("nobody reads them"))))
    }
    lines.removeAll()
  }

  package func reopen(_ report: (SinkReport) -> Void) {}
}

/// Lines of JSON that are to be written, one for each event.
package struct EventLines {
  /// The room that is kept for further lines.
  private static let keptBytes = 1 << 20

  package private(set) var bytes: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ record: EventRecord, hasLevel: Bool = false) {
    if hasLevel { bytes += "<\(record.level.severity)>".utf8 }
    EventJSON.whole.write(record, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    count += 1
  }

  /// Removes the last line, which begins at a place.
  package mutating func removeLast(from start: Int) -> EventLines {
    defer {
      bytes.removeSubrange(start...)
      count -= 1
    }
    var last = EventLines()
    (last.bytes, last.count) = (Array(bytes[start...]), 1)
    return last
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= EventLines.keptBytes)
    count = 0
  }
}

extension EventLevel {
  /// The severity in syslog (RFC 5424 section 6.2.1) and in journald's prefixes.
  var severity: Int {
    switch self {
    case .info: 6
    case .warning: 4
    case .error: 3
    }
  }
}
