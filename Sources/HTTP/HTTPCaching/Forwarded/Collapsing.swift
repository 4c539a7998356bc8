// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 9111 section 4: requests may share one answer when each would be allowed to reuse it. That is
// only known when the answer has come, so the cache guesses who may wait, and asks again before it
// gives the answer to anybody but the client whose request was sent.

/// Whether requests wait for an answer that another one is fetching, and share it.
package enum Collapsing {
  /// Whether a request may wait for another one's answer: only one for the whole of a
  /// representation that lays down no condition of its own about where it comes from.
  package static func mayWait(
    method: Method,
    fields: borrowing FieldsView,
    rules: CachingRules
  ) -> Bool {
    guard method == .get || method == .head, !fields.contains(.range), !fields.contains(.ifMatch),
      !fields.contains(.ifUnmodifiedSince)
    else { return false }
    let wishes = Wishes(fields, obeyed: rules.obeyed)
    return !wishes.noCache && !wishes.onlyIfCached && wishes.maxAge != 0
  }

  /// Returns the share of the answer that a waiting request gets; `nil` when it cannot use the
  /// answer and has to be forwarded after all.
  ///
  /// - Parameter stored: The answer as it is stored; an answer that is not stored is not shared.
  package static func share(
    of stored: StoredResponse,
    method: Method,
    fields: borrowing FieldsView,
    now: Int64,
    rules: CachingRules
  ) -> StoredAnswer? {
    let decision = ReuseDecision(
      method: method,
      fields: fields,
      candidates: [stored],
      now: now,
      rules: rules
    )
    switch decision {
    case .answer(let answer), .answerAndRevalidate(let answer, _): return answer
    case .forward, .gatewayTimeout: return nil
    }
  }
}
