// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The answers that one loop has given last, by what they depend on.
struct AnswerTable {
  /// Answers that are kept at most; when there are more, all go, and the hot ones are back at once.
  static let maximumAnswers = 4_096

  private var answers: [AnswerKey: ContentAnswer] = [:]

  /// A fresh answer.
  subscript(key: AnswerKey, at now: UnixTime) -> ContentAnswer? {
    guard let answer = answers[key], answer.expire > now else { return nil }
    return answer
  }

  mutating func keep(_ answer: ContentAnswer, for key: AnswerKey) {
    if answers.count >= AnswerTable.maximumAnswers { answers = [:] }
    answers[key] = answer
  }

  mutating func removeAll() { answers = [:] }
}
