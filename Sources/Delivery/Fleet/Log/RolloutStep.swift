// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The state of a rollout after one of its changes. All nodes take it at the same instant.
package struct RolloutStep: Sendable, Equatable {
  /// The Unix second in which the rollout began. With the edition it tells rollouts apart.
  package let began: Int64
  /// The number of this change of the rollout, from 0. Of two changes with the same number, one has no effect.
  package let number: Int64
  /// The buckets of installations, out of 10,000, that have the edition from now on.
  package let share: Int
  /// True for the end of the rollout, which no step follows.
  package let isOver: Bool
  /// The rollout as the site knows it.
  package let details: DataValue

  package init(
    began: Int64,
    number: Int64,
    share: Int,
    isOver: Bool = false,
    details: DataValue = .null
  ) {
    self.began = began
    self.number = number
    self.share = share
    self.isOver = isOver
    self.details = details
  }
}

extension RolloutStep {
  static let shares = 0...10_000

  var members: [(String, DataValue)] {
    [
      ("began", .number(began)), ("number", .number(number)), ("buckets", .number(share)),
      ("over", .boolean(isOver)), ("details", details),
    ]
  }

  init?(_ data: DataValue) {
    guard let began = data["began"]?.integer, let number = data["number"]?.integer,
      let share = data["buckets"]?.integer.flatMap({ Int(exactly: $0) }),
      Self.shares.contains(share), case .bool(let isOver)? = data["over"]?.content
    else { return nil }
    self.init(
      began: began,
      number: number,
      share: share,
      isOver: isOver,
      details: data["details"] ?? .null
    )
  }
}

/// The word that nobody has the edition of a rollout any more. Unlike a step it needs no store: nodes obey it on
/// receipt, in any order, and steps of the rollout that they read later give the edition to nobody.
package struct RolloutWithdrawal: Sendable, Equatable {
  /// The Unix second in which the rollout began.
  package let began: Int64
  package let edition: String
  package let reason: String

  package init(began: Int64, edition: String, reason: String) {
    self.began = began
    self.edition = edition
    self.reason = reason
  }

  /// True for steps of the rollout.
  func isOf(_ entry: FleetEntry) -> Bool {
    entry.step?.began == began && entry.change?.edition.name == edition
  }
}

extension RolloutWithdrawal {
  var members: [(String, DataValue)] {
    [("began", .number(began)), ("edition", .text(edition)), ("reason", .text(reason))]
  }

  init?(_ data: DataValue) {
    guard let began = data["began"]?.integer, let edition = data["edition"]?.string else {
      return nil
    }
    self.init(began: began, edition: edition, reason: data["reason"]?.string ?? "")
  }
}

extension RecordedEntry {
  /// True for a change of what is served that holds in place of another one of its kind, whichever a node has read
  /// first.
  ///
  /// Of two publications the later one holds. Nodes may give orders for a rollout at the same moment: the end of a
  /// rollout holds over all its steps, a later step over earlier ones, and of two with the same number, or two ends,
  /// the one that the log had first.
  package func holds(over other: RecordedEntry) -> Bool {
    guard case .rollout(let change, let step) = entry.content,
      case .rollout(let otherChange, let otherStep) = other.entry.content
    else { return order > other.order }
    let own = Self.rank(change, step)
    let others = Self.rank(otherChange, otherStep)
    return own == others ? order < other.order : own > others
  }

  private static func rank(
    _ change: FleetChange,
    _ step: RolloutStep
  ) -> (Int64, String, Int, Int64) {
    (step.began, change.edition.name, step.isOver ? 1 : 0, step.isOver ? 0 : step.number)
  }
}
