// SPDX-License-Identifier: Apache-2.0

import Signals
import Synchronization

/// The share of the log that is written elsewhere: as the options say, or more or less of it for a while.
package final class EventVerbosity: Sendable {
  package enum Level: String, Sendable, CaseIterable {
    /// Everything, whatever the options leave out.
    case all
    /// As the options say.
    case usual
    case warning
    case error
  }

  private let state = Mutex<(level: Level, until: Int64)>((.usual, 0))

  package init() {}

  /// Sets a level until an instant, in seconds since 1970, from which on the usual one holds again.
  package func set(_ level: Level, until: Int64) { state.withLock { $0 = (level, until) } }

  /// The level at an instant, and when it ends; `nil` for the usual one.
  package func order(at now: Int64) -> (level: Level, until: Int64)? {
    let (level, until) = state.withLock { $0 }
    return level == .usual || now >= until ? nil : (level, until)
  }

  /// The level at an instant.
  package func level(at now: Int64) -> Level { order(at: now)?.level ?? .usual }
}

extension EventVerbosity.Level {
  /// Whether an event is written at all.
  func admits(_ record: EventRecord) -> Bool {
    switch self {
    case .all, .usual: true
    case .warning: record.level != .info
    case .error: record.level == .error
    }
  }
}
