// SPDX-License-Identifier: Apache-2.0

/// The rule that decided whether a kept answer is used.
package enum ReuseReason: String, Sendable, Hashable, CaseIterable {
  // It is used.
  case fresh
  case clientAcceptsStale
  case staleWhileRevalidate
  case staleIfError
  case originUnreachable
  case validated
  // It is not, or not yet.
  case methodForwarded
  case originsPrecondition
  case nothingKept
  case noVariantFits
  case originNoCache
  case doubted
  case expired
  case clientNoCache
  case clientMaxAge
  case clientMinFresh
  case partOnly
  case rangeNotKept
}

extension ReuseReason {
  /// The rule in words.
  package var text: String {
    switch self {
    case .fresh: "The kept answer is fresh (RFC 9111 section 4.2)."
    case .clientAcceptsStale: "The request's max-stale accepts the answer (5.2.1.2)."
    case .staleWhileRevalidate:
      "stale-while-revalidate lets the answer be used while it is asked about (RFC 5861, 3)."
    case .staleIfError: "stale-if-error lets the answer stand in for an error (RFC 5861, 4)."
    case .originUnreachable:
      "The origin cannot be reached, and nothing forbids a stale answer (4.2.4)."
    case .validated: "The origin said that the kept answer is still good (4.3.3)."
    case .methodForwarded: "Requests with this method go to the origin (section 4)."
    case .originsPrecondition:
      "If-Match and If-Unmodified-Since are the origin's to judge (4.3.2)."
    case .nothingKept: "No answer is kept for this target."
    case .noVariantFits: "Answers are kept, but Vary says that none is for this request (4.1)."
    case .originNoCache: "The answer says no-cache: it is asked about before each use (5.2.2.4)."
    case .doubted: "A change made the answer doubtful: it is asked about first (4.3.5, 4.4)."
    case .expired: "The kept answer is stale, and nothing lets it be used so (4.2.4)."
    case .clientNoCache: "The request says no-cache (5.2.1.4)."
    case .clientMaxAge: "The answer is older than the request's max-age (5.2.1.1)."
    case .clientMinFresh: "The answer is not fresh for as long as min-fresh asks (5.2.1.3)."
    case .partOnly: "Only a part is kept, and the request is for the whole (3.3)."
    case .rangeNotKept: "The part that is kept does not have the bytes asked for (3.3)."
    }
  }

  /// Token of Cache-Status for a request that was forwarded for this reason (RFC 9211 section 2.2).
  package var forwarded: CacheStatus.Forwarded {
    switch self {
    case .methodForwarded: .method
    case .nothingKept: .uriMiss
    case .noVariantFits: .varyMiss
    case .originsPrecondition, .clientNoCache, .clientMaxAge, .clientMinFresh: .request
    case .partOnly, .rangeNotKept: .partial
    case .originNoCache, .doubted, .expired, .fresh, .clientAcceptsStale,
      .staleWhileRevalidate, .staleIfError, .originUnreachable, .validated:
      .stale
    }
  }
}
