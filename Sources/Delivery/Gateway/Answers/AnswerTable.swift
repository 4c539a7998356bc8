// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPCaching

/// An answer that a loop has given, for as long as it is fresh and not purged.
final class HeldAnswer {
  let answer: ContentAnswer
  /// `nil` where nothing is purged, since there is no store.
  private let watch: PurgeWatch?

  init(_ answer: ContentAnswer, _ watch: PurgeWatch?) {
    self.answer = answer
    self.watch = watch
  }

  /// Whether it may be given once more.
  func isGood(at now: UnixTime) -> Bool { answer.expire > now && watch?.isPurged != true }
}

/// The answers that one loop has given last, by what they depend on.
struct AnswerTable {
  /// Answers that are kept at most; when there are more, all go, and the hot ones are back at once.
  static let maximumAnswers = 4_096

  private var answers: [AnswerKey: HeldAnswer] = [:]

  /// The answer of a document, and what is kept of it for the next who ask.
  ///
  /// - Parameter store: whose purges let go of it.
  mutating func answer(
    to key: AnswerKey,
    _ asked: ContentRequest,
    _ builder: AnswerBuilder,
    in store: AnswerStore?
  ) -> (answer: ContentAnswer, kept: HeldAnswer) {
    if let kept = answers[key], kept.isGood(at: builder.now) { return (kept.answer, kept) }
    let epoch = store?.purgeEpoch
    let (made, tags) = builder.answer(to: key, asked.target, asked.edge)
    var watch: PurgeWatch?
    if let store, let epoch {
      watch = PurgeWatch(
        of: Array(asked.target.path.utf8),
        tags: tags.compactMap { TagName($0) },
        since: epoch,
        in: store
      )
    }
    let kept = HeldAnswer(ContentAnswer(made, .hit), watch)
    if answers.count >= AnswerTable.maximumAnswers { answers = [:] }
    answers[key] = kept
    return (ContentAnswer(made, .made), kept)
  }

  /// Gives up what may not be given any more.
  mutating func tidy(at now: UnixTime) {
    for (key, answer) in answers where !answer.isGood(at: now) { answers[key] = nil }
  }

  mutating func removeAll() { answers = [:] }
}
