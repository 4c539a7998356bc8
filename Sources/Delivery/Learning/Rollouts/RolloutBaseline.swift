// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Signals

/// The answers of a site before a rollout, with which those of the new edition are compared.
package struct RolloutBaseline: Sendable, Equatable {
  /// The quantile at which durations are compared.
  static let quantile = 0.95

  package var counts = RolloutEvidence.Counts()
  /// The number of answers for which every call was made.
  package var composed: UInt64 = 0
  /// The 95th percentile of the time that these took, in nanoseconds.
  package var nanoseconds: UInt64 = 0

  package init() {}

  package init(_ arm: RolloutEvidence.Arm) {
    counts = arm.counts
    composed = arm.composing.count
    let seconds = arm.composing.quantile(RolloutBaseline.quantile) ?? 0
    nanoseconds = UInt64(exactly: (seconds * 1e9).rounded()) ?? 0
  }

  /// The 95th percentile in seconds; `nil` where fewer were composed.
  func latency(atLeast least: UInt64) -> Double? {
    composed >= least ? Double(nanoseconds) / 1e9 : nil
  }
}

/// The answers of a site in the last hour in which no rollout was on, minute by minute.
package struct BaselineWindow: Sendable {
  private static let minutes = 60

  /// The answers of each whole minute.
  private var past: [RolloutEvidence.Arm] = []
  /// The counts at the beginning of the present minute, and now.
  private var present: (since: UnixTime, first: RolloutEvidence.Arm, last: RolloutEvidence.Arm)?

  package init() {}

  /// Adds what the process has counted by now.
  package mutating func add(_ counted: RolloutEvidence.Arm, at now: UnixTime) {
    present?.last = counted
    if let minute = present, now.seconds - minute.since.seconds < 60 { return }
    pause()
    present = (now, counted, counted)
  }

  /// Leaves the answers out until the next call of `add`.
  package mutating func pause() {
    if let minute = present { past.append(minute.last.since(minute.first)) }
    if past.count > BaselineWindow.minutes { past.removeFirst() }
    present = nil
  }

  package var baseline: RolloutBaseline { RolloutBaseline(answers) }

  /// All answers of the window.
  package var answers: RolloutEvidence.Arm {
    var sum = RolloutEvidence.Arm()
    for minute in past { sum.add(minute) }
    if let present { sum.add(present.last.since(present.first)) }
    return sum
  }
}
