// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPValues
import Plans

/// A call whose answer cannot be composed with, with the reason.
struct ServiceFault: Error, Sendable, Equatable {
  /// The reason for metrics and events, without values other than a status.
  let reason: String
  /// Whether the service says that there is nothing, which is an answer.
  private(set) var isAbsence = false
  /// The refusal of a visitor whose credentials the service got.
  private(set) var refusal: CallFailure.Refusal?
  /// The status for the client, unless a stale answer is served instead.
  private(set) var status = Status.badGateway

  static let noBackend = ServiceFault(reason: "no_backend")
  static let brokenBody = ServiceFault(.brokenBody)
  static let late = ServiceFault(.timeout)
  static let crowded = ServiceFault(.overloaded)

  /// The fetch was given up before it ended.
  static let abandoned = ServiceFault(reason: "abandoned")

  /// The answers of services cannot be written in the requested format.
  static let unwritable = ServiceFault(reason: "unwritable")

  private init(reason: String) { self.reason = reason }

  private init(_ kind: BackendFault.Kind) {
    reason = kind.rawValue
    status = kind.status
  }

  init(_ fault: BackendFault) {
    status = fault.kind.status
    if fault.kind == .wrongStatus, let status = fault.answered {
      reason = ServiceFault.reason(status)
      if status == .unauthorized { refusal = .unauthorized(challenge: fault.challenge) }
      if status == .forbidden { refusal = .forbidden }
      isAbsence = status == .notFound || status == .gone
    } else {
      reason = fault.label
    }
  }

  /// The reason of an answer with a status that cannot be composed with.
  static func reason(_ status: Status) -> String { "status_\(status.code)" }
}
