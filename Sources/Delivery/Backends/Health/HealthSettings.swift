// SPDX-License-Identifier: Apache-2.0

/// How endpoints are asked whether they are well.
package struct HealthSettings: Sendable, Equatable {
  /// What is asked for with GET, such as `/health`; `nil` when nobody is asked.
  package var target: String?
  /// How long between two questions to one endpoint.
  package var interval = Duration.seconds(5)
  /// How long while an endpoint is not well, or may not be: who is back is seen soon.
  package var fastInterval = Duration.seconds(1)
  /// By which share of itself the interval varies, so that gateways do not ask in step.
  package var jitter = 0.2
  /// How long an answer may take.
  package var timeout = Duration.seconds(1)
  /// The statuses that mean well.
  package var statuses = StatusSet.success
  /// So many good answers in a row bring an endpoint back.
  package var goodToReturn = 2
  /// So many bad ones, or none in time, take it out.
  package var badToLeave = 3

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
