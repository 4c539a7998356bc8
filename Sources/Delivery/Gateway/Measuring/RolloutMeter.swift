// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Signals

/// The metrics of a rollout's two editions, declared once for all loops.
struct RolloutSignals: Sendable {
  static let answersName = "portico_rollout_answers_total"
  static let composingName = "portico_rollout_composing_duration_seconds"

  /// Outcome of an answer.
  enum Outcome: String, CaseIterable {
    case whole
    /// A part is missing, replaced by a default or stale.
    case degraded
    /// A status of 500 or above.
    case failed
  }

  let answers: GrowingFamily<Counter>
  let composing: GrowingFamily<Histogram>

  init(_ registry: SignalRegistry) throws(SignalFault) {
    answers = try registry.growing(
      RolloutSignals.answersName,
      "Answers of documents while a rollout is on, by edition and outcome.",
      labels: ["edition", "outcome"],
      folding: ["edition"]
    )
    composing = try registry.growing(
      RolloutSignals.composingName,
      "Time to the end of answers that had to be composed while a rollout is on, by edition.",
      unit: .seconds,
      labels: ["edition"],
      folding: ["edition"]
    )
  }
}

/// Records how the two editions of a rollout fare. It belongs to a loop.
final class RolloutMeter {
  /// The series of one edition.
  private struct Arm {
    let whole: Counter
    let degraded: Counter
    let failed: Counter
    let composing: Histogram

    init(_ signals: RolloutSignals, _ edition: String) {
      func counter(_ outcome: RolloutSignals.Outcome) -> Counter {
        signals.answers.series([edition, outcome.rawValue])
      }
      whole = counter(.whole)
      degraded = counter(.degraded)
      failed = counter(.failed)
      composing = signals.composing.series([edition])
    }
  }

  private let published: Arm
  private let candidate: Arm
  private let shard: SignalShard

  init(
    _ signals: RolloutSignals,
    _ published: String,
    _ candidate: String,
    _ shard: SignalShard
  ) {
    self.published = Arm(signals, published)
    self.candidate = Arm(signals, candidate)
    self.shard = shard
  }

  /// Records an answer of a document; others, such as redirects and passed requests, say nothing about
  /// an edition.
  ///
  /// - Parameters:
  ///   - route: the document; empty for what belongs to none.
  ///   - composed: the time that it took, if it had to be composed.
  func answered(
    _ source: GatewayCounters.Source,
    _ status: Status,
    route: String,
    ofCandidate isOfCandidate: Bool,
    isDegraded: Bool,
    composed: Duration?
  ) {
    switch source {
    case .document, .hit, .stale, .plan: break
    case .problem: guard !route.isEmpty else { return }
    case .passed, .kept, .maintenance, .settings, .limited: return
    }
    let arm = isOfCandidate ? candidate : published
    if status.code >= 500 {
      shard.add(arm.failed)
    } else {
      shard.add(isDegraded ? arm.degraded : arm.whole)
    }
    if let composed { shard.record(arm.composing, Int(clamping: composed.nanoseconds)) }
  }
}
