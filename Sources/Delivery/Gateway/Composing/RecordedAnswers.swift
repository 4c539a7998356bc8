// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import ContentModel
import Signals

/// The cache of another gateway, for a gateway that calls no service: answers, and the services' answers in
/// them.
///
/// They are only looked at: nothing is counted there, fetched or used up.
package struct RecordedAnswers: Sendable {
  private let store: AnswerStore
  private let now: Int64
  private let instant: UnixTime?

  /// - Parameters:
  ///   - now: the time by which they may be served, in milliseconds.
  ///   - instant: another time at which services' answers are to count as if they had just come; `nil` where
  ///     everything is used as it is.
  package init(in store: AnswerStore, at now: Int64, asOf instant: UnixTime?) {
    self.store = store
    self.now = now
    self.instant = instant
  }

  /// Copies the entry of a key to the store of a gateway, if it may be served.
  ///
  /// - Parameter paths: the paths of the answer that it would be a part of; their purges count.
  func hand(
    _ key: CacheKey,
    to other: AnswerStore,
    partOf paths: @autoclosure () -> [[UInt8]] = [],
    at otherNow: Int64
  ) {
    guard let entry = store.inspect(store.key(like: key)), store.mayStandIn(entry, at: now),
      !store.isPurged(entry, partOf: paths())
    else { return }
    guard let instant else { return other.take(entry, at: otherNow) }
    guard let fragment = entry.payload as? StoredFragment else { return }
    let freshness = fragment.freshness.beginning(at: instant)
    other.store(
      NewEntry(
        key,
        fragment.renewed(freshness),
        kind: .fragment,
        lifetime: EntryLifetime(
          storedAt: otherNow,
          freshUntil: otherNow.addingSaturating(entry.lifetime.freshFor)
        ),
        privacy: .shared
      ),
      at: otherNow
    )
  }
}

extension EntryLifetime {
  /// The milliseconds from storing an entry to its end of freshness.
  fileprivate var freshFor: Int64 {
    let (span, overflow) = freshUntil.subtractingReportingOverflow(storedAt)
    return overflow ? .max : max(0, span)
  }
}

extension Freshness {
  /// The freshness of a shared answer that is as long, from another instant on.
  func beginning(at now: UnixTime) -> Freshness {
    let seconds = expire.seconds.subtractingReportingOverflow(since.seconds)
    let end = now.seconds.addingReportingOverflow(
      seconds.overflow ? 0 : max(0, seconds.partialValue)
    )
    return Freshness(
      since: now,
      expire: end.overflow ? .distantFuture : UnixTime(seconds: end.partialValue)
    )
  }
}
