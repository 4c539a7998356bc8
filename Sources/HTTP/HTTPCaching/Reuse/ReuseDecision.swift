// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 9111 section 4, for a cache that has found the answers kept for a target. Of those that Vary
// lets through, the most recent one counts. It is used when it is fresh and nothing else forbids it,
// or stale and something allows it; otherwise the origin is asked about it, and when there is
// nothing to ask about, for a new one.
//
// Wishes of the client that the route follows come in front of what the origin allows: a request
// with max-age=0 is not served by stale-while-revalidate. If-Match and If-Unmodified-Since are not a
// cache's to judge (4.3.2), so such a request goes to the origin.

/// Decision of a cache about a request.
package enum ReuseDecision: Sendable, Equatable {
  /// Answer out of the storage.
  case answer(StoredAnswer)
  /// Answer out of the storage, and ask the origin meanwhile.
  case answerAndRevalidate(StoredAnswer, Forwarding)
  /// Ask the origin.
  case forward(Forwarding)
  /// Answer 504: the client wants nothing from the origin (5.2.1.7).
  case gatewayTimeout(ReuseReason)

  /// - Parameters:
  ///   - fields: Of the request, as the client sent it.
  ///   - candidates: All answers that are kept for the target.
  ///   - now: Unix seconds.
  package init(
    method: Method,
    fields: borrowing FieldsView,
    candidates: [StoredResponse],
    now: Int64,
    rules: CachingRules
  ) {
    let lookup = Lookup(
      method: method,
      fields: copy fields,
      candidates: candidates,
      now: now,
      rules: rules
    )
    self = lookup.decision()
  }
}
