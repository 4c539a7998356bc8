// SPDX-License-Identifier: Apache-2.0

package import Measure

/// All alerts: those that hold, and those of the last hour that no longer do. A value without a
/// clock; times are seconds since 1970.
package struct AlertBook: Sendable {
  package enum State: String, Sendable {
    /// The condition holds, though not for long enough yet.
    case pending
    case firing, resolved
  }

  package struct Entry: Sendable, Equatable {
    /// The condition as it was last found.
    package fileprivate(set) var condition: AlertCondition
    package fileprivate(set) var state: State
    /// The beginning of this state.
    package fileprivate(set) var since: Int64
    fileprivate var lastHeld: Int64
    /// The severities as which its firing was reported: an alert that becomes urgent is reported once more.
    package fileprivate(set) var told: [AlertCondition.Severity] = []

    init(
      condition: AlertCondition,
      state: State,
      since: Int64,
      lastHeld: Int64,
      told: [AlertCondition.Severity] = []
    ) {
      (self.condition, self.state, self.since) = (condition, state, since)
      (self.lastHeld, self.told) = (lastHeld, told)
    }
  }

  /// A change of an alert's state that is to be reported.
  package enum Change: Sendable, Equatable {
    case fired(Entry)
    case resolved(Entry)
  }

  /// The seconds after which a condition that no longer holds is over.
  static let calm: Int64 = 60
  /// The time for which an alert that is over is shown.
  package static let memory: Int64 = 3_600
  /// The most alerts at once; further ones wait for room.
  package static let mostEntries = 1_000
  package static let mostSilences = 100
  /// The longest silence, and the longest time until one begins: 30 days.
  package static let longestSilence: Int64 = 30 * 86_400

  private var entries: [String: Entry] = [:]
  package private(set) var silences: [AlertSilence] = []

  package init() {}

  /// All alerts: the firing ones first, the newest of each state first.
  package var all: [Entry] {
    let order: [State] = [.firing, .pending, .resolved]
    func rank(_ entry: Entry) -> Int { order.firstIndex(of: entry.state) ?? 0 }
    return entries.values.sorted { first, second in
      (rank(first), second.since, first.condition.id)
        < (rank(second), first.since, second.condition.id)
    }
  }

  /// Takes over the conditions that hold now, and returns the changes to report.
  package mutating func update(_ conditions: [AlertCondition], at now: Int64) -> [Change] {
    silences.removeAll { $0.until <= now }
    for condition in conditions { hold(condition, at: now) }
    var changes: [Change] = []
    for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
      var entry = entry
      let isOver = now - entry.lastHeld >= AlertBook.calm
      switch entry.state {
      case .pending:
        if now > entry.lastHeld {
          // A condition with a gap starts again from zero.
          entries[id] = nil
          continue
        }
        if now - entry.since >= entry.condition.patience {
          (entry.state, entry.since) = (.firing, now)
        }
      case .firing where isOver:
        (entry.state, entry.since) = (.resolved, now)
        if !entry.told.isEmpty { changes.append(.resolved(entry)) }
        entry.told = []
      case .resolved where now - entry.since >= AlertBook.memory:
        entries[id] = nil
        continue
      case .firing, .resolved: break
      }
      // An alert that fires while it is silenced is reported when the silence ends.
      if entry.state == .firing, entry.isToBeTold, silence(of: entry.condition, at: now) == nil {
        entry.told.append(entry.condition.severity)
        changes.append(.fired(entry))
      }
      entries[id] = entry
    }
    return changes
  }

  /// Adds an alert that a previous process had.
  mutating func restore(_ entry: Entry) {
    guard entries.count < AlertBook.mostEntries else { return }
    entries[entry.condition.id] = entry
  }

  private mutating func hold(_ condition: AlertCondition, at now: Int64) {
    guard var entry = entries[condition.id], entry.state != .resolved else {
      guard entries[condition.id] != nil || entries.count < AlertBook.mostEntries else { return }
      entries[condition.id] = Entry(
        condition: condition,
        state: .pending,
        since: now,
        lastHeld: now
      )
      return
    }
    (entry.condition, entry.lastHeld) = (condition, now)
    entries[condition.id] = entry
  }

  /// Silences some alerts for a time; a silence of the same alerts, or with the same id, is replaced.
  ///
  /// - Returns: whether there was room.
  package mutating func add(_ silence: AlertSilence) -> Bool {
    silences.removeAll { $0.id == silence.id || $0.scope == silence.scope }
    guard silences.count < AlertBook.mostSilences else { return false }
    silences.append(silence)
    return true
  }

  /// The silence that covers an alert at an instant.
  package func silence(of alert: AlertCondition, at now: Int64) -> AlertSilence? {
    silences.first { $0.isActive(at: now) && $0.covers(alert) }
  }
}

extension AlertBook.Entry {
  /// Whether its firing was not reported yet, or not as urgent as it is.
  fileprivate var isToBeTold: Bool {
    told.isEmpty || condition.severity == .page && !told.contains(.page)
  }
}
