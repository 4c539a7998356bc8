// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Learning
import Reactor
import Signals

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
