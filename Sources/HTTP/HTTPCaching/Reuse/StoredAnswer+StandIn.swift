// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 5861 section 4 and RFC 9111 sections 4.2.4 and 4.3.3. An answer that was to be validated
// stands in when the origin fails: one that is fresh still, one whose stale-if-error (or the
// request's) reaches that far, or, where the route says so, any that nothing forbids. One that
// no-cache or a change has put in doubt never does: it needs the validation that just failed.

/// Failure of an origin to answer.
package enum OriginFailure: Sendable, Equatable {
  /// No connection, no answer in time, or one that broke off or was none.
  case unreachable
  case status(Status)

  /// `nil` for a status that is no failure of the origin's.
  package init?(_ status: Status) {
    switch status.code {
    case 500, 502, 503, 504: self = .status(status)
    default: return nil
    }
  }
}

extension StoredAnswer {
  /// The kept answer that is served instead of a failure; `nil` when none may be. Where
  /// must-revalidate forbids it, 504 is the answer (RFC 9111 section 5.2.2.2).
  package static func standIn(
    for failure: OriginFailure,
    method: Method,
    fields: borrowing FieldsView,
    candidates: [StoredResponse],
    now: Int64,
    rules: CachingRules
  ) -> StoredAnswer? {
    guard method == .get || method == .head, !fields.contains(.ifMatch),
      !fields.contains(.ifUnmodifiedSince)
    else { return nil }
    let lookup = Lookup(
      method: method,
      fields: copy fields,
      candidates: candidates,
      now: now,
      rules: rules
    )
    guard let index = lookup.selected(), let reason = lookup.reason(toServe: candidates[index]),
      let form = lookup.form(of: candidates[index])
    else { return nil }
    return StoredAnswer(candidate: index, form: form, reason: reason)
  }
}

extension Lookup {
  fileprivate func reason(toServe stored: StoredResponse) -> ReuseReason? {
    let freshness = stored.freshness
    guard !stored.isDoubted, !freshness.needsValidation else { return nil }
    let staleness = -freshness.timeLeft(at: now)
    if staleness < 0 { return .fresh }
    guard !freshness.forbidsStale else { return nil }
    let window = max(freshness.staleIfError, wishes.staleIfError ?? 0)
    if window > 0, staleness <= window { return .staleIfError }
    let limit = rules.staleWhenUnreachable
    return limit > 0 && staleness <= limit ? .originUnreachable : nil
  }
}
