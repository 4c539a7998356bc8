// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Action of a cache on the answer to a request that it forwarded.
///
/// For an unsafe request, `Invalidation` says besides what is no longer valid.
package enum ForwardedOutcome: Sendable, Equatable {
  /// The client gets this answer, or 304 in its place when the client's own condition, which was not
  /// sent, is met by it.
  case pass(StoringDecision, changes: [StorageChange], isNotModified: Bool)
  /// The client gets a kept answer: what the candidate has become, in this form.
  case answer(StoredResponse, StoredAnswer, changes: [StorageChange])
  /// The origin failed: the client gets a kept answer as it is.
  case standIn(StoredAnswer)
  /// The answer is of no use to this client: the request is repeated so.
  case `repeat`(Forwarding)

  /// - Parameters:
  ///   - answered: The request as the client sent it, and what came back.
  ///   - forwarding: the request as the cache has changed it.
  ///   - candidates: Those that the request was decided with.
  package init(
    _ answered: AnsweredRequest,
    _ forwarding: Forwarding,
    candidates: [StoredResponse],
    rules: CachingRules
  ) {
    let reception = Reception(
      answered: answered,
      forwarding: forwarding,
      candidates: candidates,
      rules: rules
    )
    self = reception.outcome()
  }
}
