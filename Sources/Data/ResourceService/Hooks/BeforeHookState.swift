// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import ResourceStore
import Synchronization

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

  /// The failure of a webhook in words: half or more of the questions of the last minutes failed, or the
  /// last one where there were none for minutes. `nil` for one that answers.
  package func trouble(at now: Timestamp) -> String? {
    let begin = now.advanced(byMilliseconds: -Self.judgedMilliseconds)
    let recent = questions.filter { $0.time >= begin }
    let judged = recent.isEmpty ? Array(questions.suffix(1)) : recent
    let failed = judged.count(where: \.hasFailed)
    guard let lastFailure, failed > 0, failed * 2 >= judged.count else { return nil }
    let share =
      judged.count == 1
      ? "its last question failed" : "\(failed) of its last \(judged.count) questions failed"
    return "\(share), at \(lastFailure.time): \(lastFailure.reason)"
  }
}

/// The webhook of a type with the results of its last questions.
package struct AskedHook: Sendable {
  package let type: String
  package let hook: BeforeHook
  package var state = BeforeHookState()

  package init(of type: String, _ hook: BeforeHook) {
    self.type = type
    self.hook = hook
  }

  /// The failure of the webhook, and what it does to writes; `nil` for one that answers.
  package func trouble(at now: Timestamp) -> String? {
    state.trouble(at: now).map { trouble in
      let effect = hook.onFailure == .refuse ? "refused" : "accepted"
      return "\(trouble); writes that it gives no answer to are \(effect)"
    }
  }
}

extension ResourceService {
  /// The webhooks before writes of the present types. One that was declared anew begins anew.
  package var askedHooks: [AskedHook] {
    let asked = beforeHooks.withLock(\.self)
    return store.types.types.compactMap { type in
      guard let hook = type.before else { return nil }
      if let known = asked[type.name], known.hook == hook { return known }
      return AskedHook(of: type.name, hook)
    }
  }

  /// Counts a question to the webhook of a type.
  func count(_ outcome: BeforeOutcome, of hook: BeforeHook, at now: Timestamp) {
    let types = store.types
    beforeHooks.withLock { hooks in
      if hooks[outcome.type]?.hook != hook {
        hooks = hooks.filter { types[$0.key] != nil }
        hooks[outcome.type] = AskedHook(of: outcome.type, hook)
      }
      hooks[outcome.type]?.state.add(outcome, at: now)
    }
    settings.asked(outcome)
  }
}
