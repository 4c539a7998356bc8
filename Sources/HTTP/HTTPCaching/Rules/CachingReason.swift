// SPDX-License-Identifier: Apache-2.0

/// The rule that decided what a cache did with a message.
package enum CachingReason: String, Sendable, Hashable, CaseIterable {
  // Kept.
  case explicitFreshness
  case heuristicFreshness
  case validatorOnly
  case staleServing
  case statusUnderstood
  // Not kept.
  case methodNotKept
  case postNotForThisTarget
  case postWithoutFreshness
  case interimStatus
  case statusNotUnderstood
  case statusOfThisRequest
  case statusNeverKept
  case clientNoStore
  case originNoStore
  case originPrivate
  case authorization
  case visitorsCookie
  case setsCookie
  case variesOnEverything
  case variesOnTooMuch
  case notCacheable
  case nothingToReuseItBy
  case partsNotKept
  case partNotUnderstood
  case incomplete
  case partOfWhatIsKept
}

extension CachingReason {
  /// Whether the answer was kept.
  package var isKept: Bool {
    switch self {
    case .explicitFreshness, .heuristicFreshness, .validatorOnly, .staleServing,
      .statusUnderstood:
      true
    default: false
    }
  }

  /// The rule in words.
  package var text: String {
    switch self {
    case .explicitFreshness: "The answer says how long it is fresh (RFC 9111 section 4.2.1)."
    case .heuristicFreshness:
      "The answer does not say how long it is fresh; its age at the origin does (4.2.2)."
    case .validatorOnly: "The answer is never fresh, and its validator can be asked about (4.3)."
    case .staleServing: "The answer is not fresh, and may be served stale for a while (RFC 5861)."
    case .statusUnderstood:
      "must-understand sets no-store aside, since the status is understood (5.2.2.3)."
    case .methodNotKept: "Answers to this method are not kept (RFC 9110 section 9.2.3)."
    case .postNotForThisTarget:
      "An answer to POST is kept only if its Content-Location is the target (RFC 9110, 9.3.3)."
    case .postWithoutFreshness:
      "An answer to POST is kept only if it says how long it is fresh (RFC 9110, 9.3.3)."
    case .interimStatus: "The status is not final (RFC 9111 section 3)."
    case .statusNotUnderstood: "must-understand, and the status is not understood (5.2.2.3)."
    case .statusOfThisRequest:
      "The status answers a condition, a range or the connection of this one request."
    case .statusNeverKept: "Caches must not keep this status (RFC 6585, RFC 8470)."
    case .clientNoStore: "The request says no-store (RFC 9111 section 5.2.1.5)."
    case .originNoStore: "The answer says no-store (5.2.2.5)."
    case .originPrivate: "The answer is private, and this cache is shared (5.2.2.7)."
    case .authorization:
      "The request had Authorization, and the answer has none of public, must-revalidate and "
        + "s-maxage (3.5)."
    case .visitorsCookie:
      "The request had a cookie, and the answer does not say that it is for everybody."
    case .setsCookie: "The answer sets a cookie, which this route does not share."
    case .variesOnEverything: "Vary has a member *, so the answer fits no other request (4.1)."
    case .variesOnTooMuch: "Vary names more fields than are compared."
    case .notCacheable:
      "Nothing says that the answer may be kept, and its status alone does not (section 3)."
    case .nothingToReuseItBy: "The answer is never fresh and has no validator to ask about."
    case .partsNotKept: "This route keeps whole representations only (3.3)."
    case .partNotUnderstood: "The part does not say, in bytes, where it belongs (3.3)."
    case .incomplete: "The body ended before its end (3.3)."
    case .partOfWhatIsKept: "The part belongs to what is kept already, and is put there (3.4)."
    }
  }
}
