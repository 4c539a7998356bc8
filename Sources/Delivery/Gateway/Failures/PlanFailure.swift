// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPValues
import Plans

/// A plan that came to nothing: the first required call that failed.
struct PlanFailure: Error, Sendable {
  let call: String
  let reason: String
  /// The word of the call that there is nothing, if that is why.
  let absence: Absence?
  /// The visitors it applies to: everybody, or one who is known to a service.
  let privacy: Privacy
  /// The service's refusal of the visitor, if that is why.
  let refusal: CallFailure.Refusal?
  /// The status for the client: 404 if a required part is missing.
  let status: Status

  /// The failure of a plan that was not run to its end.
  init(_ fault: ServiceFault) {
    self.init(call: "", CallFailure(reason: fault.reason, .shared, status: fault.status))
  }

  init(call: String, _ failure: CallFailure, atLeast privacy: Privacy = .shared) {
    self.call = call
    reason = failure.reason
    self.privacy = max(failure.privacy, privacy)
    refusal = failure.refusal
    status = failure.status
    absence = nil
  }

  init(call: String, _ absence: Absence) {
    self.call = call
    reason = absence.reason
    privacy = absence.freshness.privacy
    self.absence = absence
    refusal = nil
    status = .notFound
  }

  /// The end of the absence, if an absence is the reason.
  var absentUntil: UnixTime? { absence?.freshness.expire }

  /// Whether a service said that there was something, and is nothing any more.
  var isGone: Bool { absence?.reason == ServiceFault.reason(.gone) }

  /// The composition was given up before it ended.
  static let abandoned = PlanFailure(ServiceFault.abandoned)

  /// The composed body cannot be written in the requested format.
  static let unwritable = PlanFailure(ServiceFault.unwritable)
}

/// The negative entry in place of an answer of a plan.
final class KeptAbsence: CachePayload {
  let failure: PlanFailure

  init(_ failure: PlanFailure) { self.failure = failure }

  var byteCount: Int { failure.call.utf8.count + (failure.absence?.byteCount ?? 0) + 64 }
}
