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
    case warning, error
  }

  /// A level until an instant, in seconds since 1970, from which on the usual one holds again.
  struct Order: Sendable {
    fileprivate(set) var level = Level.usual
    fileprivate var until: Int64 = 0

    /// The level at an instant.
    func level(at now: Int64) -> Level { now >= until ? .usual : level }
  }

  private let state = Mutex(Order())

  package init() {}

  /// Sets a level until an instant, in seconds since 1970, from which on the usual one holds again.
  package func set(_ level: Level, until: Int64) {
    state.withLock { $0 = Order(level: level, until: until) }
  }

  /// The last order, for those who look at many events at once.
  var latest: Order { state.withLock { $0 } }

  /// The level at an instant, and when it ends; `nil` for the usual one.
  package func order(at now: Int64) -> (level: Level, until: Int64)? {
    let order = latest
    let level = order.level(at: now)
    return level == .usual ? nil : (level, order.until)
  }
}

extension EventVerbosity.Level {
  /// Whether an event of a level is written at all.
  func admits(_ level: EventLevel) -> Bool {
    switch self {
    case .all, .usual: true
    case .warning: level != .info
    case .error: level == .error
    }
  }
}
