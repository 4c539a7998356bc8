// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 3, in the order of its list; the first rule that forbids keeping decides. It is
// asked when the head of an answer has come; `StoredResponse.received` says afterwards whether the
// body was what the head promised.
//
// Two rules more than the list has. Statuses that answer the conditions or the range of one request
// (304, 412, 416 and their like) would answer other requests wrongly, though only 206 and 304 are
// named. And what could never be reused, since it is not fresh for a second, has no validator and
// may not be served stale, is not worth its room.

/// Whether an answer is kept.
package enum StoringDecision: Sendable, Equatable {
  case store(StoredResponse, CachingReason)
  case pass(CachingReason)

  package init(_ answered: AnsweredRequest, rules: CachingRules) {
    self = StorageDraft(answered, rules: rules).decision()
  }

  package var reason: CachingReason {
    switch self {
    case .store(_, let reason), .pass(let reason): reason
    }
  }

  package var stored: StoredResponse? {
    switch self {
    case .store(let stored, _): stored
    case .pass: nil
    }
  }
}
