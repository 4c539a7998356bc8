// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Signals

/// The metrics of a rollout's two editions, declared once for all loops.
struct RolloutSignals: Sendable {
  static let answersName = "portico_rollout_answers_total"
  static let composingName = "portico_rollout_composing_duration_seconds"

  /// The edition of a rollout that an answer is of.
  enum Edition: String {
    case published
    case candidate
  }

  /// Outcome of an answer.
  enum Outcome: String {
    case whole
    /// A part is missing, replaced by a default or stale.
    case degraded
    /// A status from 400 to 499.
    case clientError = "client_error"
    /// A status of 500 or above.
    case failed
  }

  let answers: GrowingFamily<Counter>
  let composing: GrowingFamily<Histogram>

  init(_ registry: SignalRegistry) throws(SignalFault) {
    answers = try registry.growing(
      RolloutSignals.answersName,
      "Answers of documents that were made anew where rollouts are declared, by edition and outcome.",
      labels: ["edition", "outcome"],
      folding: ["edition"]
    )
    composing = try registry.growing(
      RolloutSignals.composingName,
      "Time to the end of answers for which every call was made, where rollouts are declared, by edition.",
      unit: .seconds,
      labels: ["edition"],
      folding: ["edition"]
    )
  }
}

/// Records how the published edition and that of a rollout fare, and what is usual without one. It belongs to a
/// loop.
final class RolloutMeter {
  /// The series of one edition.
  private struct Arm {
    let whole: Counter
    let degraded: Counter
    let clientErrors: Counter
    let failed: Counter
    let composing: Histogram

    init(_ signals: RolloutSignals, _ edition: RolloutSignals.Edition) {
      func counter(_ outcome: RolloutSignals.Outcome) -> Counter {
        signals.answers.series([edition.rawValue, outcome.rawValue])
      }
      whole = counter(.whole)
      degraded = counter(.degraded)
      clientErrors = counter(.clientError)
      failed = counter(.failed)
      composing = signals.composing.series([edition.rawValue])
    }
  }

  private let published: Arm
  private let candidate: Arm
  private let shard: SignalShard

  init(_ signals: RolloutSignals, _ shard: SignalShard) {
    published = Arm(signals, .published)
    candidate = Arm(signals, .candidate)
    self.shard = shard
  }

  /// Records an answer of a document that was made for its visitor. Kept ones say nothing new, and a new edition
  /// has fewer of them; others, such as redirects and passed requests, say nothing about an edition.
  ///
  /// - Parameters:
  ///   - route: the document; empty for what belongs to none.
  ///   - isKept: whether it is a kept answer.
  ///   - composed: the time that it took, if every call for it was made.
  func answered(
    _ source: GatewayCounters.Source,
    _ status: Status,
    route: String,
    ofCandidate isOfCandidate: Bool,
    isKept: Bool,
    isDegraded: Bool,
    composed: Duration?
  ) {
    switch source {
    case .document, .plan: break
    // What is not found along the links of a candidate counts against it.
    case .problem: guard !isKept, isOfCandidate || !route.isEmpty else { return }
    case .hit, .stale, .passed, .kept, .record, .maintenance, .settings, .limited: return
    }
    let arm = isOfCandidate ? candidate : published
    switch status.code {
    case 500...: shard.add(arm.failed)
    case 400...: shard.add(arm.clientErrors)
    default: shard.add(isDegraded ? arm.degraded : arm.whole)
    }
    if let composed { shard.record(arm.composing, Int(clamping: composed.nanoseconds)) }
  }
}
