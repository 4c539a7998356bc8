// SPDX-License-Identifier: Apache-2.0

import Reactor
package import Signals

/// The destination of a sink's events. It is used by the sink's thread alone, and may block it.
package protocol EventDestination: AnyObject {
  /// Writes events in their order, and reports those that are lost.
  func put(_ records: [EventRecord], _ report: (SinkReport) -> Void)

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

  /// - Parameter hasLevels: whether each line begins with its level as journald reads it, such as `<3>`.
  package init(hasLevels: Bool) { self.hasLevels = hasLevels }

  package func put(_ records: [EventRecord], _ report: (SinkReport) -> Void) {
    var lines: [UInt8] = []
    for record in records { OutputLines.write(record, hasLevel: hasLevels, to: &lines) }
    if !StandardStream.output.write(lines) {
      report(.lost(LostEvents(count: records.count, reason: .failed("nobody reads them"))))
    }
  }

  static func write(_ record: EventRecord, hasLevel: Bool, to lines: inout [UInt8]) {
    if hasLevel { lines += "<\(record.level.severity)>".utf8 }
    record.writeJSON(to: &lines)
    lines.append(UInt8(ascii: "\n"))
  }

  package func reopen(_ report: (SinkReport) -> Void) {}
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
