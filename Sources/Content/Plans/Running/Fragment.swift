// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues
package import JSONValues

/// The answer of one call, ready to be picked from; shared by all answers that it is a part of.
package final class Fragment: Sendable {
  package let document: JSONDocument
  /// Until when it is what the service says, and for whom.
  package let freshness: Freshness
  package let tags: [String]

  package init(
    _ document: JSONDocument,
    _ freshness: Freshness,
    tags: [String] = []
  ) {
    self.document = document
    self.freshness = freshness
    self.tags = tags
  }
}

/// The answer of one call that there is nothing.
package final class Absence: Sendable {
  /// The reason that the service gave, for metrics and events.
  package let reason: String
  /// Until when it is not asked again, and for whom that holds.
  package let freshness: Freshness
  package let tags: [String]

  package init(reason: String, _ freshness: Freshness, tags: [String] = []) {
    self.reason = reason
    self.freshness = freshness
    self.tags = tags
  }

  /// The same, known to be for no more than these and to hold no longer than until a change.
  package func limited(to privacy: Privacy, until change: UnixTime = .distantFuture) -> Absence {
    var limit = Freshness.unlimited
    limit.expire = change
    limit.change = change
    limit.privacy = privacy
    return Absence(reason: reason, freshness.joined(with: limit), tags: tags)
  }
}

/// The outcome of a call.
package enum CallOutcome: Sendable {
  case fragment(Fragment)
  /// The last good answer, though the service has not said that it is still the same.
  case stale(Fragment)
  case absent(Absence)
  case failure(CallFailure)
}

/// Why a call has no answer.
package struct CallFailure: Sendable, Equatable {
  /// A service's word to the visitor whose credentials it got.
  package enum Refusal: Sendable, Equatable {
    /// It does not know him; the challenge says how he is to prove who he is.
    case unauthorized(challenge: String?)
    case forbidden
  }

  /// For metrics and events.
  package let reason: String
  /// To whom it happened.
  package var privacy: Privacy
  package let refusal: Refusal?
  /// The status for the client, if the answer fails with the call.
  package let status: Status

  package init(
    reason: String,
    _ privacy: Privacy,
    refusal: Refusal? = nil,
    status: Status = .badGateway
  ) {
    self.reason = reason
    self.privacy = privacy
    self.refusal = refusal
    self.status =
      switch refusal {
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case nil: status
      }
  }
}
