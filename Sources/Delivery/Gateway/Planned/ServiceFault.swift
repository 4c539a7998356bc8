// SPDX-License-Identifier: Apache-2.0

/// Why a service gave nothing to compose with.
struct ServiceFault: Error, Sendable, Equatable {
  /// For metrics and events: no values in it.
  let reason: String

  static let brokenBody = ServiceFault(reason: "broken-body")
  static let wrongType = ServiceFault(reason: "wrong-content-type")
  static let late = ServiceFault(reason: "timeout")
  static let crowded = ServiceFault(reason: "overloaded")
}

/// A plan that came to nothing: the first required call that failed.
struct PlanFailure: Error, Sendable {
  let call: String
  let reason: String
}
