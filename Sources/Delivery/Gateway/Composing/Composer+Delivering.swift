// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Plans

/// Gives what was composed to all who wait for it, and keeps it.
extension Composer {
  /// Milliseconds for which a failed plan is not run again while a stale answer can stand in, and
  /// for which its failure is kept.
  private static let pauseMilliseconds: Int64 = 1_000

  func deliver(_ outcome: Composition.Composed, of request: AnswerRequest, _ lease: FetchLease) {
    switch outcome {
    case .success(let (answer, tags)): deliver(answer, tags, lease)
    case .failure(let failure): deliver(failure, of: request, lease)
    }
  }

  /// Delivers a failure to all who wait, and stores an absence in place of the earlier answer.
  private func deliver(_ failure: PlanFailure, of request: AnswerRequest, _ lease: FetchLease) {
    guard let absence = failure.absence else {
      return lease.fail(
        failure,
        privacy: failure.privacy,
        nextFetch: now + Composer.pauseMilliseconds
      )
    }
    let tags = request.tags(of: absence)
    lease.deliver(
      NewEntry(
        lease.key,
        StoredAbsence(failure),
        kind: .negative,
        lifetime: EntryLifetime(
          storedAt: now,
          freshUntil: absence.freshness.expire.seconds * 1_000
        ),
        privacy: failure.privacy,
        tags: Set(tags.compactMap { TagName($0) })
      ),
      at: now
    )
  }

  private func deliver(_ answer: SharedAnswer, _ tags: [String], _ lease: FetchLease) {
    let entry = NewEntry(
      lease.key,
      answer,
      lifetime: answer.freshness(at: instant).lifetime(storedAt: now),
      privacy: answer.privacy,
      tags: Set(tags.compactMap { TagName($0) })
    )
    if answer.mayBeKept || store.purgeEpoch == lease.begun {
      lease.deliver(entry, at: now)
    } else {
      // It has no tags that would tell for which waiters it is too old: they ask anew.
      lease.deliver(alone: entry, passUntil: now, at: now)
    }
  }
}
