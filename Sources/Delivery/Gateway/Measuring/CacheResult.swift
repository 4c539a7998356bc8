// SPDX-License-Identifier: Apache-2.0
//
// The words are those of RFC 9211 where it has one: `hit`, `stale`, `miss`, `collapsed`, `bypass`.

/// The result of a request's cache lookup, in the words of RFC 9211.
enum CacheResult: Int, SignalChoice {
  /// No cached answer could be used: a refusal, a redirect, an error before the plan.
  case none
  case hit
  /// Answered with a stale answer, while it is refreshed.
  case stale
  /// Answered with a stale answer, since refreshing it failed.
  case staleError
  case miss
  /// Answered with the answer that another request fetched meanwhile.
  case collapsed
  /// Passed on to a service whose answer is not cached.
  case bypass

  var name: String { self == .staleError ? "stale_error" : "\(self)" }
}
