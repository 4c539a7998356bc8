// SPDX-License-Identifier: Apache-2.0
//
// The words are those of RFC 9211 where it has one: `hit`, `stale`, `miss`, `collapsed`, `bypass`.

/// The result of a request's cache lookup, in the words of RFC 9211.
enum CacheResult: Int, SignalChoice {
  /// Nothing that is kept could answer it: a refusal, a redirect, an error.
  case none
  case hit
  /// Answered with what is stale, while it is made again.
  case stale
  /// Answered with what is stale, since making it again failed.
  case staleError
  case miss
  /// Answered with what another request made meanwhile.
  case collapsed
  /// Passed on to a service whose answer is not kept.
  case bypass

  var name: String { self == .staleError ? "stale_error" : "\(self)" }
}
