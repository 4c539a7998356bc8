// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import Composition
import ContentModel
import HTTPValues

/// A plan that came to nothing: the first required call that failed.
struct PlanFailure: Error, Sendable {
  let call: String
  let reason: String
  /// The word of the call that there is nothing, if that is why.
  let absence: Absence?
  /// To whom it happened: to everybody, or to one who is known to a service.
  let privacy: Privacy

  init(call: String, reason: String, _ privacy: Privacy = .shared) {
    self.call = call
    self.reason = reason
    self.privacy = privacy
    absence = nil
  }

  init(call: String, _ absence: Absence) {
    self.call = call
    reason = absence.reason
    privacy = absence.freshness.privacy
    self.absence = absence
  }

  /// Until when there is nothing, if that is why.
  var absentUntil: UnixTime? { absence?.freshness.expire }

  /// Whoever was to compose the answer did not finish.
  static let abandoned = PlanFailure(call: "", reason: "abandoned")

  /// What the client is told. A required part that is not there makes the whole not there.
  var status: Status {
    if absence != nil { return .notFound }
    guard let kind = BackendFault.Kind(rawValue: reason) else { return .badGateway }
    return BackendFault(kind, of: "", "").answer
  }
}

/// What is kept in place of an answer of a plan that there is nothing for.
final class KeptAbsence: CachePayload {
  let failure: PlanFailure

  init(_ failure: PlanFailure) { self.failure = failure }

  var byteCount: Int { failure.call.utf8.count + (failure.absence?.byteCount ?? 0) + 64 }
}
