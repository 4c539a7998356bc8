// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPCaching

// Requests for the same target wait for one fetch. They look for its outcome in the response store
// only: an answer that is not stored there is shared with nobody. So a fetch only signals that it
// has completed, under a separate key that has no other entries than marks of private targets, and
// answers that will be stored and are still coming.

/// An answer that will be stored, while its body comes.
final class PassUnderWay: CachePayload {
  let head: StoredResponse
  let length: Int?
  let body: PassBody
  var byteCount: Int { 0 }

  init(_ head: StoredResponse, length: Int?, _ body: PassBody) {
    self.head = head
    self.length = length
    self.body = body
  }
}

extension FetchLease {
  /// Time for which an answer can come: its end hides it.
  private static let day: Int64 = 86_400_000

  /// Gives an answer that is still coming to those who wait, and to others until it is hidden.
  func show(_ answer: PassUnderWay, tags: Set<TagName>, at now: Int64) {
    let lifetime = EntryLifetime(storedAt: now, freshUntil: now + FetchLease.day)
    deliver(
      NewEntry(key, answer, kind: .negative, lifetime: lifetime, privacy: .shared, tags: tags),
      at: now
    )
  }

  /// Shows an answer to nobody else: it is stored now, or cannot be.
  func hide(_ answer: PassUnderWay, in store: AnswerStore, at now: Int64) {
    guard case .fresh(let entry) = store.peek(key, at: now), entry.payload === answer
    else { return }
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    store.store(NewEntry(key, Completion(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Signals that the store has an answer.
  func complete(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Signals that the answer is private.
  func completeAlone(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .visitor), at: now)
  }

  /// Signals that the fetch has failed.
  func fail(_ error: any Error, at now: Int64) {
    fail(error, privacy: .shared, nextFetch: now)
  }
}

/// Tells waiters to look the answer up again.
private final class Completion: CachePayload {
  var byteCount: Int { 0 }
}
