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

  /// What a service said more exactly than the status does, for a site that has a document for it.
  var cause: Cause? {
    if let absence { return absence.reason == ServiceFault.reason(.gone) ? .gone : nil }
    // A service that sees nobody's credentials refuses the gateway, and no visitor.
    guard privacy != .shared else { return nil }
    let refusals = [Status.unauthorized, .forbidden].map(ServiceFault.reason)
    return refusals.contains(reason) ? .forbidden : nil
  }

  enum Cause {
    /// There was something, and there is nothing any more.
    case gone
    /// A service that knows the visitor does not let him see it, or knows nobody.
    case forbidden
  }

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
