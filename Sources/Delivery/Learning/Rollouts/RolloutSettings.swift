// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Services
package import Sites

/// Settings of rollouts: the shares of installations that get a new edition one after the other, and how much
/// worse than the published one it may do meanwhile.
package struct RolloutSettings: Sendable, Hashable {
  static let percentages = 0.01...100.0
  static let maximumSteps = 20
  /// Up to a week.
  static let holds = 1...604_800
  static let counts = 1...1_000_000
  static let points = 0.0...100.0
  static let factors = 1.0...100.0

  /// Percentages of installations, rising.
  package var steps: [Double] = [1, 5, 20, 50]
  /// Seconds that each step lasts at least.
  package var hold = 600
  /// Answers of the edition before anything is concluded from them.
  package var answers = 100
  /// Percentage points by which the share of failed answers may be above that before the rollout.
  package var errors = 1.0
  /// The same for the share of answers with a status from 400 to 499.
  package var clientErrors = 2.0
  /// The same for the share of degraded answers.
  package var degraded = 2.0
  /// Factor by which composing may take longer than before the rollout.
  package var latency = 1.5

  package init() {}

  /// The buckets of installations, out of 10,000, at each step.
  package var shares: [Int] { steps.map { Int(($0 * 100).rounded()) } }

  static let shape = Shape.object(RolloutSettings()) {
    Member(
      "steps",
      \.steps,
      stepsShape,
      "Percentages of installations that get the new edition, one after the other; everybody after the "
        + "last.",
      examples: [[5, 25]]
    )
    Member("hold", \.hold, .integer(holds), "Seconds that each step lasts at least.")
    Member(
      "answers",
      \.answers,
      .integer(counts),
      "Answers of the new edition, made anew, at a step before it is judged, and before the next step."
    )
    Member(
      "errors",
      \.errors,
      .number(points),
      "Percentage points by which the share of failed answers may be above that before the rollout."
    )
    Member(
      "clientErrors",
      \.clientErrors,
      .number(points),
      "Percentage points by which the share of answers with a status from 400 to 499 may be above that before "
        + "the rollout."
    )
    Member(
      "degraded",
      \.degraded,
      .number(points),
      "Percentage points by which the share of degraded answers may be above that before the rollout."
    )
    Member(
      "latency",
      \.latency,
      .number(factors),
      "Factor by which composing an answer may take longer than before the rollout, at the 95th percentile."
    )
  }

  private static let stepsShape = Shape<Double>.number(percentages)
    .oneOrMore(atLeast: 1, atMost: maximumSteps)
    .adjusted { steps, value, subject, context in
      guard zip(steps, steps.dropFirst()).contains(where: { $0 >= $1 }) else { return }
      context.badValue(
        value,
        "\(subject) do not rise; expected each share larger than the one before"
      )
    }
}

extension RolloutSettings: SiteSection {
  package static let declaration = SectionDeclaration(
    "rollout",
    shape,
    "How an operator rolls out a new edition, to a rising share of installations; not at all, unless "
      + "given.",
    examples: [["steps": [5, 25], "hold": 900]]
  )
}

extension SiteSettings {
  /// Settings of rollouts of new editions; `nil`: there are none.
  package var rollout: RolloutSettings? { self[RolloutSettings.self] }

  /// The settings that keep another edition from being rolled out beside this one, by their keys:
  /// those of the gateway as a whole, and services that are declared in another way.
  package func obstacles(toRollout candidate: SiteSettings) -> [String] {
    let (own, others) = (written, candidate.written)
    let ownKeys = gatewayKeys
    let keys = ownKeys + candidate.gatewayKeys.filter { !ownKeys.contains($0) }
    let backends = declaredBackends.map(\.name).filter { name in
      let other = others["backends"]?[name]
      return other != nil && other != own["backends"]?[name]
    }
    return keys.filter { own[$0] != others[$0] } + backends.map { "backends.\($0)" }
  }
}
