// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The metrics of a rollout's two editions, declared once for all loops.
package struct RolloutSignals: Sendable {
  package static let answersName = "portico_rollout_answers_total"
  package static let composingName = "portico_rollout_composing_duration_seconds"

  /// The edition of a rollout that an answer is of.
  package enum Edition: String {
    case published
    case candidate
  }

  /// Outcome of an answer.
  package enum Outcome: String {
    case whole
    /// A part is missing, replaced by a default or stale.
    case degraded
    /// A status from 400 to 499.
    case clientError = "client_error"
    /// A status of 500 or above.
    case failed
  }

  package let answers: GrowingFamily<Counter>
  package let composing: GrowingFamily<Histogram>

  package init(_ registry: SignalRegistry) throws(SignalFault) {
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
