// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import DataFiles
import HTTPValues
import Plans

/// Failure of a plan: that of its first required call that failed.
struct PlanFailure: Error, Sendable {
  /// The call that failed; empty if it was none.
  let call: String
  /// The name of the failure in a closed list, for metrics and events.
  let reason: String
  /// The failure, with the values seen and expected; `nil` if a service reports an absence.
  let cause: (any Failure)?
  /// The absence that a call reported, if that is why.
  let absence: Absence?
  /// The visitors to whom it applies: all, or one whose credentials a service sees.
  let privacy: Privacy
  /// The service's refusal of the visitor, if that is why.
  let refusal: CallFailure.Refusal?
  /// The status for the client: 404 if a required part is missing.
  let status: Status

  /// Makes the failure of a plan without a failed call.
  init(_ cause: any Failure) { self.init(call: "", CallFailure(cause, .shared)) }

  init(call: String, _ failure: CallFailure, atLeast privacy: Privacy = .shared) {
    self.call = call
    reason = failure.reason
    cause = failure.cause
    self.privacy = max(failure.privacy, privacy)
    refusal = failure.refusal
    status = failure.status
    absence = nil
  }

  init(call: String, _ absence: Absence) {
    self.call = call
    reason = absence.reason
    cause = nil
    privacy = absence.freshness.privacy
    self.absence = absence
    refusal = nil
    status = .notFound
  }

  /// Whether a service reported that the resource existed and is gone.
  var isGone: Bool { absence?.isGone ?? false }

  /// The failure of a composition that was abandoned.
  static let abandoned = PlanFailure(ServiceFault(.abandoned, of: ""))
}

/// The failure to write a composed body in the format that was asked for.
struct UnwritableBody: Failure {
  /// The path of the document.
  let document: String
  let format: AnswerFormat
  /// The server if the answers of services cannot be expressed in the format; otherwise the
  /// gateway, as a bug.
  let origin: FailureOrigin
  let error: DataFileError

  var label: String { "unwritable" }
  var retry: FailureRetry { .never }
  var cause: (any Error)? { error }
  var seen: String { error.seen }
  var expected: String { error.expected }
  var status: Status? { origin == .server ? .badGateway : .internalServerError }
  var proxyStatus: StaticString {
    origin == .server ? "http_response_transform_error" : "proxy_internal_error"
  }
  var description: String { "\(label): \(document) as \(format): \(context)" }
}

/// The negative entry in place of an answer of a plan.
final class StoredAbsence: CachePayload {
  let failure: PlanFailure

  init(_ failure: PlanFailure) { self.failure = failure }

  var byteCount: Int { failure.call.utf8.count + (failure.absence?.byteCount ?? 0) + 64 }
}
