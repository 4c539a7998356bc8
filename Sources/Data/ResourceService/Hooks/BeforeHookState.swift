// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import ResourceStore

/// The result of a question to a webhook before a write.
package enum BeforeResult: String, Sendable, CaseIterable {
  case accepted
  /// The write is accepted with attributes that the webhook sets.
  case changed
  case refused
  /// There was no answer that can be read.
  case failed
}

/// A question to a webhook before a write, with its result.
package struct BeforeOutcome: Sendable, Equatable {
  package let type: String
  package let result: BeforeResult
  /// The reason of a failure.
  package let reason: String?
  /// The time until the answer; `nil` for a question that was not sent.
  package let duration: Duration?

  package init(
    of type: String,
    _ result: BeforeResult,
    reason: String? = nil,
    after duration: Duration? = nil
  ) {
    self.type = type
    self.result = result
    self.reason = reason
    self.duration = duration
  }
}

/// The results of the last questions of this process to a webhook before writes.
package struct BeforeHookState: Sendable {
  package struct Failure: Sendable, Equatable {
    package let reason: String
    package let time: Timestamp
  }

  private struct Question {
    let time: Timestamp
    let hasFailed: Bool
  }

  /// The most questions by which a webhook is judged, and the milliseconds for which each counts.
  private static let (judgedQuestions, judgedMilliseconds) = (20, Int64(300_000))

  private var questions: [Question] = []
  /// The last failure, also one that others have followed since.
  package private(set) var lastFailure: Failure?

  package init() {}

  package mutating func add(_ outcome: BeforeOutcome, at now: Timestamp) {
    if questions.count == Self.judgedQuestions { questions.removeFirst() }
    questions.append(Question(time: now, hasFailed: outcome.result == .failed))
    if outcome.result == .failed {
      lastFailure = Failure(reason: outcome.reason ?? "", time: now)
    }
  }

  package var wasAsked: Bool { !questions.isEmpty }

  /// The questions by which the webhook is judged: those of the last minutes, or where there were none the
  /// last two if the last one failed.
  private func judged(at now: Timestamp) -> [Question] {
    let begin = now.advanced(byMilliseconds: -Self.judgedMilliseconds)
    let recent = questions.filter { $0.time >= begin }
    guard recent.isEmpty, questions.last?.hasFailed == true else { return recent }
    return questions.suffix(2)
  }

  /// The failure of a webhook in words, if half or more of the questions by which it is judged failed; `nil`
  /// for one that answers.
  package func trouble(at now: Timestamp) -> String? {
    let judged = judged(at: now)
    let failed = judged.count(where: \.hasFailed)
    guard let lastFailure, failed > 0, failed * 2 >= judged.count else { return nil }
    let share =
      judged.count == 1
      ? "its last question failed" : "\(failed) of its last \(judged.count) questions failed"
    return "\(share), at \(lastFailure.time): \(lastFailure.reason)"
  }

  /// True for a webhook with trouble of more than one question.
  package func hasFailedAgain(at now: Timestamp) -> Bool {
    trouble(at: now) != nil && judged(at: now).count(where: \.hasFailed) > 1
  }
}

/// The webhook of a type with the results of its last questions.
package struct AskedHook: Sendable {
  package let type: String
  package let hook: BeforeHook
  package var state = BeforeHookState()
  /// False without a key to sign questions, so that none is sent.
  package var isSigned = true

  package init(of type: String, _ hook: BeforeHook) {
    self.type = type
    self.hook = hook
  }

  /// The failure of the webhook, and what it does to writes; `nil` for one that answers.
  package func trouble(at now: Timestamp) -> String? {
    let unsigned = "it is not asked, since there is no key to sign with"
    return (isSigned ? state.trouble(at: now) : unsigned).map { trouble in
      let effect = hook.onFailure == .refuse ? "refused" : "accepted"
      return "\(trouble); writes that it gives no answer to are \(effect)"
    }
  }

  /// True if the trouble is more than one failed question, which may be chance.
  package func isFailing(at now: Timestamp) -> Bool {
    !isSigned || state.hasFailedAgain(at: now)
  }
}
