// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Directives of a request for caches, RFC 9111 section 5.2.1 with RFC 5861's stale-if-error.
///
/// A cache may pass over all of it but `only-if-cached`. Of a repeated directive the most demanding
/// counts, an unknown one is passed over, and reading costs no allocation.
package struct RequestCacheControl: Sendable, Equatable {
  package var noCache = false
  package var noStore = false
  package var noTransform = false
  package var onlyIfCached = false
  /// Seconds, as all that follow.
  package var maxAge: Int?
  /// Seconds past its freshness at which an answer is still accepted; `DeltaSeconds.limit` for any.
  package var maxStale: Int?
  package var minFresh: Int?
  package var staleIfError: Int?

  /// No directive at all.
  package init() {}

  /// The Cache-Control field of a request; without directives when there is none.
  package init(_ fields: borrowing FieldsView) {
    var scanner = CacheDirectiveScanner(of: .cacheControl, in: copy fields)
    while let directive = scanner.next() { add(directive) }
  }

  private mutating func add(_ directive: borrowing CacheDirectiveScanner.Directive) {
    let name = directive.name
    switch name.count {
    case 7 where name.matches(lowercase: "max-age"):
      maxAge = min(maxAge ?? .max, directive.seconds ?? 0)
    case 8 where name.matches(lowercase: "no-cache"): noCache = true
    case 8 where name.matches(lowercase: "no-store"): noStore = true
    case 9 where name.matches(lowercase: "max-stale"):
      let bound = directive.argument == nil ? DeltaSeconds.limit : directive.seconds ?? 0
      maxStale = min(maxStale ?? .max, bound)
    case 9 where name.matches(lowercase: "min-fresh"):
      if let seconds = directive.seconds { minFresh = max(minFresh ?? 0, seconds) }
    case 12 where name.matches(lowercase: "no-transform"): noTransform = true
    case 14 where name.matches(lowercase: "only-if-cached"): onlyIfCached = true
    case 14 where name.matches(lowercase: "stale-if-error"):
      staleIfError = min(staleIfError ?? .max, directive.seconds ?? 0)
    default: break
    }
  }
}

extension RequestCacheControl: CustomStringConvertible {
  /// The value of a Cache-Control field; empty without directives.
  package var description: String {
    var bytes: [UInt8] = []
    let list = DirectiveList(start: 0)
    if noCache { list.add("no-cache", to: &bytes) }
    if noStore { list.add("no-store", to: &bytes) }
    list.add("max-age", maxAge, to: &bytes)
    if maxStale == DeltaSeconds.limit {
      list.add("max-stale", to: &bytes)
    } else {
      list.add("max-stale", maxStale, to: &bytes)
    }
    list.add("min-fresh", minFresh, to: &bytes)
    if noTransform { list.add("no-transform", to: &bytes) }
    if onlyIfCached { list.add("only-if-cached", to: &bytes) }
    list.add("stale-if-error", staleIfError, to: &bytes)
    return bytes.span.text
  }
}
