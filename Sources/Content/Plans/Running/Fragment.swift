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

// These are calls, since the document's arrays would be retained for each value where they are inlined.
extension Fragment {
  /// The first value that a path leads to from a value, or from the whole; a path that would visit too many
  /// leads nowhere.
  @inline(never)
  func first(_ path: JSONPath?, from start: JSONNode? = nil) -> JSONNode? {
    guard let path else { return start ?? document.root }
    return (try? path.firstNode(in: document, from: start)) ?? nil
  }

  /// Copies a value.
  @inline(never)
  func append(_ node: JSONNode, to bytes: inout [UInt8]) { document.append(node, to: &bytes) }
}

/// The answer of one call that there is nothing.
package final class Absence: Sendable {
  /// The reason that the service gave, for metrics and events.
  package let reason: String
  /// True if the service answered 410 Gone.
  package let isGone: Bool
  /// Until when it is not asked again, and for whom that holds.
  package let freshness: Freshness
  package let tags: [String]

  package init(
    reason: String,
    isGone: Bool = false,
    _ freshness: Freshness,
    tags: [String] = []
  ) {
    self.reason = reason
    self.isGone = isGone
    self.freshness = freshness
    self.tags = tags
  }

  /// The same, known to be for no more than these and to hold no longer than until a change.
  package func limited(to privacy: Privacy, until change: UnixTime = .distantFuture) -> Absence {
    var limit = Freshness.unlimited
    limit.expire = change
    limit.change = change
    limit.privacy = privacy
    return Absence(reason: reason, isGone: isGone, freshness.joined(with: limit), tags: tags)
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

/// Failure of a call that has no answer.
package struct CallFailure: Sendable {
  /// A service's word to the visitor whose credentials it got.
  package enum Refusal: Sendable, Equatable {
    /// It does not know him; the challenge says how he is to prove who he is.
    case unauthorized(challenge: String?)
    case forbidden
  }

  /// The failure, with the values seen and expected.
  package let cause: any Failure
  /// To whom it happened.
  package var privacy: Privacy
  package let refusal: Refusal?

  package init(_ cause: any Failure, _ privacy: Privacy, refusal: Refusal? = nil) {
    self.cause = cause
    self.privacy = privacy
    self.refusal = refusal
  }

  /// The name of the failure in a closed list, for metrics and events.
  package var reason: String { cause.label }

  /// The status for the client, if the answer fails with the call.
  package var status: Status {
    switch refusal {
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case nil: cause.status ?? .badGateway
    }
  }
}

/// The failure of a call that was not made, since the answers before it lack a value that it needs.
struct MissingArgument: Failure {
  let call: String
  let path: String

  var label: String { "no-value" }
  var origin: FailureOrigin { .server }
  var retry: FailureRetry { .never }
  var status: Status? { .badGateway }
  var proxyStatus: StaticString { "destination_not_found" }
  var seen: String { "no value for a variable of \(path)" }
  var expected: String { "one in the answers before it" }
  var description: String { "\(label): call \(call) was not made: \(context)" }
}
