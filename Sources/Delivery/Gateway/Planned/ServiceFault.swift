// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPValues

/// Why a service gave nothing to compose with.
struct ServiceFault: Error, Sendable, Equatable {
  /// For metrics and events: no values in it but a status.
  let reason: String

  static let noBackend = ServiceFault(reason: "no_backend")
  static let brokenBody = ServiceFault(.brokenBody)
  static let late = ServiceFault(.timeout)
  static let crowded = ServiceFault(.overloaded)

  private init(reason: String) { self.reason = reason }

  private init(_ kind: BackendFault.Kind) { reason = kind.rawValue }

  init(_ fault: BackendFault) {
    if fault.kind == .wrongStatus, let status = fault.status {
      reason = "status_\(status.code)"
    } else {
      reason = fault.label
    }
  }
}

/// A plan that came to nothing: the first required call that failed.
struct PlanFailure: Error, Sendable {
  let call: String
  let reason: String

  /// Whoever was to compose the answer did not finish.
  static let abandoned = PlanFailure(call: "", reason: "abandoned")

  /// What the client is told. A required part that is not there makes the whole not there.
  var status: Status {
    if reason == "status_404" || reason == "status_410" { return .notFound }
    guard let kind = BackendFault.Kind(rawValue: reason) else { return .badGateway }
    return BackendFault(kind, of: "", "").answer
  }
}
