// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import HTTPValues
import Plans

/// A plan that came to nothing: the first required call that failed.
struct PlanFailure: Error, Sendable {
  let call: String
  let reason: String
  /// The word of the call that there is nothing, if that is why.
  let absence: Absence?
  /// To whom it happened: to everybody, or to one who is known to a service.
  let privacy: Privacy
  /// What a service says to the visitor, if that is why.
  let refusal: CallFailure.Refusal?

  init(call: String, reason: String) {
    self.init(call: call, CallFailure(reason: reason, .shared))
  }

  init(call: String, _ failure: CallFailure, atLeast privacy: Privacy = .shared) {
    self.call = call
    reason = failure.reason
    self.privacy = max(failure.privacy, privacy)
    refusal = failure.refusal
    absence = nil
  }

  init(call: String, _ absence: Absence) {
    self.call = call
    reason = absence.reason
    privacy = absence.freshness.privacy
    self.absence = absence
    refusal = nil
  }

  /// Until when there is nothing, if that is why.
  var absentUntil: UnixTime? { absence?.freshness.expire }

  /// Whether a service said that there was something, and is nothing any more.
  var isGone: Bool { absence?.reason == ServiceFault.reason(.gone) }

  /// Whoever was to compose the answer did not finish.
  static let abandoned = PlanFailure(call: "", reason: "abandoned")

  /// What the client is told. A required part that is not there makes the whole not there.
  var status: Status {
    if absence != nil { return .notFound }
    switch refusal {
    case .unauthorized: return .unauthorized
    case .forbidden: return .forbidden
    case nil: break
    }
    return BackendFault.Kind(rawValue: reason)?.status ?? .badGateway
  }
}

/// What is kept in place of an answer of a plan that there is nothing for.
final class KeptAbsence: CachePayload {
  let failure: PlanFailure

  init(_ failure: PlanFailure) { self.failure = failure }

  var byteCount: Int { failure.call.utf8.count + (failure.absence?.byteCount ?? 0) + 64 }
}
