// SPDX-License-Identifier: Apache-2.0

import Glibc
import Signals
package import Sites

// A share of few answers says little: one failure of ten is no error rate of 10 %. So an edition is worse
// only where the lower end of the share's confidence interval (Wilson's score interval, 95 %) is beyond the
// bound, and good enough for the next step only where the share itself is within. In between the step goes
// on, until there are enough answers to tell.

/// The judgement of the evidence of one step of a rollout.
package struct RolloutVerdict: Sendable, Equatable {
  package enum Standing: String, Sendable {
    /// There are too few answers to say anything.
    case unknown = "too few answers"
    case within = "within its bound"
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
    /// The shares of the candidate's answers and of the published edition's, from 0 to 1.
    package let candidate: Double
    package let published: Double
    /// The largest share that the candidate may have.
    package let limit: Double
    package let standing: Standing

    /// Compares a share of answers with its limit.
    fileprivate init(
      _ name: String,
      _ subject: String,
      _ part: UInt64,
      of all: UInt64,
      published: Double,
      limit: Double,
      isKnown: Bool
    ) {
      self.name = name
      self.subject = subject
      candidate = all == 0 ? 0 : Double(part) / Double(all)
      self.published = published
      self.limit = limit
      if !isKnown {
        standing = .unknown
      } else if candidate <= limit {
        standing = .within
      } else {
        let isSure = RolloutVerdict.lowerEnd(of: part, of: all) > limit
        standing = isSure ? .beyond : .open
      }
    }
  }

  /// The quantile at which durations are compared, and the share that may be longer.
  private static let quantile = 0.95
  /// Standard deviations of the confidence interval.
  private static let deviations = 1.96

  package let evidence: RolloutEvidence
  package let measures: [Measure]

  package init(_ evidence: RolloutEvidence, by bounds: RolloutSettings) {
    self.evidence = evidence
    let (candidate, published) = (evidence.candidate, evidence.published)
    let least = UInt64(bounds.answers)
    let isKnown = candidate.answers >= least
    // Too few answers of the published edition say nothing; then the bounds hold by themselves.
    let isComparable = published.answers >= least
    func measure(
      _ name: String,
      _ subject: String,
      _ part: (RolloutEvidence.Arm) -> UInt64,
      _ points: Double
    ) -> Measure {
      let usual = isComparable ? Double(part(published)) / Double(published.answers) : 0
      return Measure(
        name,
        subject,
        part(candidate),
        of: candidate.answers,
        published: usual,
        limit: min(1, usual + points / 100),
        isKnown: isKnown
      )
    }
    measures = [
      measure("errors", "failed answers", \.failed, bounds.errors),
      measure("degraded", "degraded answers", \.degraded, bounds.degraded),
      RolloutVerdict.latency(candidate.composing, published.composing, least, bounds.latency),
    ]
  }

  /// Compares how many of the candidate's answers take longer than nearly all of the published edition's,
  /// times the factor.
  private static func latency(
    _ candidate: HistogramSnapshot,
    _ published: HistogramSnapshot,
    _ least: UInt64,
    _ factor: Double
  ) -> Measure {
    let (all, others) = (candidate.count, published.count)
    let usual = others >= least ? published.quantile(quantile) : nil
    let bound = (usual ?? .infinity) * factor
    return Measure(
      "latency",
      "slow answers",
      all - min(all, candidate.count(upTo: bound)),
      of: all,
      published: others == 0 ? 0 : Double(others - published.count(upTo: bound)) / Double(others),
      limit: 1 - quantile,
      isKnown: usual != nil && all >= least
    )
  }

  /// The lower end of the confidence interval of a share (Wilson's score interval).
  fileprivate static func lowerEnd(of part: UInt64, of all: UInt64) -> Double {
    guard all > 0 else { return 0 }
    let (share, count, square) = (Double(part) / Double(all), Double(all), deviations * deviations)
    let middle = share + square / (2 * count)
    let margin =
      deviations * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0, (middle - margin) / (1 + square / count))
  }

  /// The sentence that says in what the candidate is worse; `nil` if it is in nothing, or that is not sure.
  package var fault: String? {
    guard let worst = measures.first(where: { $0.standing == .beyond }) else { return nil }
    let answers =
      worst.name == "latency" ? evidence.candidate.composing.count : evidence.candidate.answers
    return
      "\(RolloutVerdict.percent(worst.candidate)) \(worst.subject) of \(answers), at most "
      + "\(RolloutVerdict.percent(worst.limit)) expected"
  }

  /// Whether there are enough answers, and all that is known is within its bound.
  package var allowsNextStep: Bool {
    measures[0].standing == .within
      && measures.allSatisfy { $0.standing == .within || $0.standing == .unknown }
  }

  /// A share in percent, with one decimal.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
