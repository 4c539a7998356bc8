// SPDX-License-Identifier: Apache-2.0

import Glibc
import Signals

// A share of few answers says little: one failure of ten is no error rate of 10 %. So an edition is worse
// only where the lower end of the share's confidence interval (Wilson's score interval, 99 %) is beyond the
// bound, and is published only where the upper end is within. In between the step goes on, until there are
// enough answers to tell. The shares before the rollout are estimates too: an edition is given back for
// what is beyond the upper end of their interval, and goes on by the shares themselves. A simulation of 10,000
// rollouts is the test of these limits.

/// The judgement of the evidence of one step of a rollout.
package struct RolloutVerdict: Sendable, Equatable {
  package enum Standing: String, Sendable {
    /// There are too few answers to say anything.
    case unknown = "too few answers"
    /// The published edition has too few answers to compare with.
    case incomparable = "too few answers to compare with"
    case within = "within its bound"
    /// The share is within the bound, and may be so by chance.
    case likely = "within its bound, perhaps by chance"
    /// The share is beyond the bound, and may be so by chance.
    case open = "beyond its bound, perhaps by chance"
    case beyond = "beyond its bound"
  }

  /// One of the shares that are compared.
  package struct Measure: Sendable, Equatable {
    /// The key of its bound in the site file.
    package let name: String
    /// The share in words: "failed answers".
    package let subject: String
    /// The number of answers of which the candidate's share is one.
    package let answers: UInt64
    /// The shares of the candidate's answers, of the published edition's meanwhile, and of those before the
    /// rollout, from 0 to 1; `nil` where too few are known.
    package let candidate: Double
    package let published: Double
    package let before: Double?
    /// The largest share with which the candidate goes on.
    package let limit: Double
    package let standing: Standing
  }

  /// The share of answers that may take longer.
  private static let slowShare = 1 - RolloutBaseline.quantile
  /// Standard deviations of the confidence intervals.
  private static let deviations = 2.576

  package let evidence: RolloutEvidence
  package let measures: [Measure]

  /// - Parameters:
  ///   - before: the answers before the rollout; with too few of them the candidate goes on by the bounds
  ///     themselves, and is given back by the published edition's answers meanwhile.
  ///   - least: the answers of the candidate without which nothing is concluded; those of the bounds if `nil`.
  package init(
    _ evidence: RolloutEvidence,
    before: RolloutBaseline,
    by bounds: RolloutSettings,
    atLeast least: UInt64? = nil
  ) {
    self.evidence = evidence
    let known = UInt64(bounds.answers)
    let least = least ?? known
    let (candidate, published) = (evidence.candidate.counts, evidence.published.counts)
    func measure(
      _ name: String,
      _ subject: String,
      _ part: KeyPath<RolloutEvidence.Counts, UInt64>,
      _ points: Double
    ) -> Measure {
      let usual = before.counts.answers >= known ? before.counts : nil
      let highest = usual ?? (published.answers >= known ? published : nil)
      let share = usual.map { RolloutVerdict.share($0[keyPath: part], of: $0.answers) }
      let limit = min(1, (share ?? 0) + points / 100)
      let tolerated = highest.map { counts in
        RolloutVerdict.ends(of: counts[keyPath: part], of: counts.answers).upper
      }
      return Measure(
        name: name,
        subject: subject,
        answers: candidate.answers,
        candidate: RolloutVerdict.share(candidate[keyPath: part], of: candidate.answers),
        published: RolloutVerdict.share(published[keyPath: part], of: published.answers),
        before: share,
        limit: limit,
        standing: candidate.answers < least
          ? .unknown
          : RolloutVerdict.standing(
            of: candidate[keyPath: part],
            of: candidate.answers,
            limit,
            tolerated: max(limit, min(1, (tolerated ?? 0) + points / 100))
          )
      )
    }
    measures = [
      measure("errors", "failed answers", \.failed, bounds.errors),
      measure("clientErrors", "answers of 4xx", \.clientErrors, bounds.clientErrors),
      measure("degraded", "degraded answers", \.degraded, bounds.degraded),
      RolloutVerdict.latency(evidence, before, least, known, bounds.latency),
    ]
  }

  /// Compares how many of the candidate's answers take longer than nearly all did before, times the factor.
  private static func latency(
    _ evidence: RolloutEvidence,
    _ before: RolloutBaseline,
    _ least: UInt64,
    _ known: UInt64,
    _ factor: Double
  ) -> Measure {
    let (candidate, published) = (evidence.candidate.composing, evidence.published.composing)
    let (all, others) = (candidate.count, published.count)
    // A quantile takes more values than a share.
    let known = known * 5
    let usual =
      before.latency(atLeast: known)
      ?? (others >= known ? published.quantile(RolloutBaseline.quantile) : nil)
    let bound = (usual ?? .infinity) * factor
    let slow = all - min(all, candidate.count(upTo: bound))
    let standing: Standing =
      if all < least || before.composed == 0 && others == 0 {
        .unknown
      } else if usual == nil {
        .incomparable
      } else {
        RolloutVerdict.standing(of: slow, of: all, slowShare, tolerated: slowShare)
      }
    return Measure(
      name: "latency",
      subject: "slow answers",
      answers: all,
      candidate: share(slow, of: all),
      published: share(others - min(others, published.count(upTo: bound)), of: others),
      before: nil,
      limit: slowShare,
      standing: standing
    )
  }

  private static func standing(
    of part: UInt64,
    of all: UInt64,
    _ limit: Double,
    tolerated: Double
  ) -> Standing {
    let ends = ends(of: part, of: all)
    if ends.lower > tolerated { return .beyond }
    if share(part, of: all) > limit { return .open }
    return ends.upper > limit ? .likely : .within
  }

  private static func share(_ part: UInt64, of all: UInt64) -> Double {
    all == 0 ? 0 : Double(part) / Double(all)
  }

  /// The ends of the confidence interval of a share (Wilson's score interval).
  private static func ends(of part: UInt64, of all: UInt64) -> (lower: Double, upper: Double) {
    guard all > 0 else { return (0, 1) }
    let (share, count, square) = (share(part, of: all), Double(all), deviations * deviations)
    let middle = share + square / (2 * count)
    let margin =
      deviations * sqrt(max(0, share * (1 - share) / count + square / (4 * count * count)))
    let whole = 1 + square / count
    return (max(0, (middle - margin) / whole), min(1, (middle + margin) / whole))
  }

  /// The sentence that says in what the candidate is worse; `nil` if it is in nothing, or that is not sure.
  package var fault: String? {
    guard let worst = measures.first(where: { $0.standing == .beyond }) else { return nil }
    return
      "\(RolloutVerdict.percent(worst.candidate)) \(worst.subject) of \(worst.answers), at most "
      + "\(RolloutVerdict.percent(worst.limit)) expected"
  }

  /// The measure that keeps the candidate from going on, if any does.
  ///
  /// - Parameter isLast: whether the candidate would be published, and so has to be within its bounds for
  ///   sure.
  package func obstacle(isLast: Bool) -> Measure? {
    measures.first { measure in
      switch measure.standing {
      case .within: false
      case .likely: isLast
      // Where nothing or little is composed, that little says nothing.
      case .unknown: measure.name != "latency"
      case .incomparable, .open, .beyond: true
      }
    }
  }

  /// A share in percent, with one decimal.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
