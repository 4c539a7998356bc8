// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import DataFiles
import Edges
import Editions
import HTTPCaching
import Sites

/// Answers of documents without plans: in the store that all loops share, and the latest ones of
/// this loop in a table of its own. It belongs to a loop.
struct DocumentAnswers {
  /// The answer of a document that a loop holds, in the forms in which it sends it.
  final class Held {
    private let answer: ContentAnswer
    private var entry: HotEntry

    init(_ answer: ContentAnswer, _ entry: HotEntry) {
      self.answer = answer
      self.entry = entry
    }

    /// Returns the answer if it may be given once more.
    func take(at now: Int64) -> ContentAnswer? { entry.hit(at: now) ? answer : nil }

    func isFresh(at now: Int64) -> Bool { entry.isFresh(at: now) }
  }

  /// Maximum number of held answers; beyond it all are dropped, and those in use are soon held
  /// again.
  private static let maximumAnswers = 4_096

  private let store: AnswerStore
  private var answers: [AnswerKey: Held] = [:]

  init(_ store: AnswerStore) { self.store = store }

  /// Returns the answer of a document, made if it is not stored, and the object that holds it for
  /// further requests.
  mutating func answer(
    to key: AnswerKey,
    _ asked: ContentRequest,
    _ builder: AnswerBuilder,
    at now: Int64
  ) throws(DataFileError) -> (answer: ContentAnswer, held: Held) {
    if let held = answers[key], let answer = held.take(at: now) { return (answer, held) }
    let cacheKey = DocumentAnswers.cacheKey(of: key, asked, builder, in: store)
    if case .fresh(let entry) = store.lookup(cacheKey.view, at: now),
      let known = entry.payload as? SharedAnswer
    {
      let answer = ContentAnswer(known, .hit)
      return (answer, hold(answer, entry, key, now))
    }
    let begun = store.purgeEpoch
    let (made, tags) = try builder.answer(to: key, asked.target, asked.edge)
    let new = NewEntry(
      cacheKey,
      made,
      kind: .document,
      lifetime: EntryLifetime(storedAt: now, freshUntil: made.expire.milliseconds),
      privacy: made.privacy,
      tags: Set(tags.compactMap { TagName($0) })
    )
    let entry = store.store(new, begun: begun, at: now).entry
    return (ContentAnswer(made, .made), hold(ContentAnswer(made, .hit), entry, key, now))
  }

  /// The key of a document's answer in the store. Editions that are tried beside each other share a store, and
  /// each is the first publication of its own.
  static func cacheKey(
    of key: AnswerKey,
    _ asked: ContentRequest,
    _ builder: AnswerBuilder,
    in store: AnswerStore
  ) -> CacheKey {
    let publication = builder.publication
    return store.key(
      key.bytes(
        path: asked.target.path,
        revision: Array("document \(publication.edition.name) \(publication.number)".utf8),
        token: builder.token(of: key)
      )
    )
  }

  private mutating func hold(
    _ answer: ContentAnswer,
    _ entry: CacheEntry,
    _ key: AnswerKey,
    _ now: Int64
  ) -> Held {
    let held = Held(answer, HotEntry(entry, of: store, at: now))
    if answers.count >= DocumentAnswers.maximumAnswers { answers = [:] }
    answers[key] = held
    return held
  }

  /// Drops the answers that may not be given any more.
  mutating func tidy(at now: Int64) {
    for (key, answer) in answers where !answer.isFresh(at: now) { answers[key] = nil }
  }

  mutating func removeAll() { answers = [:] }
}
