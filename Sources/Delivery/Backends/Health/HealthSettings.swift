// SPDX-License-Identifier: Apache-2.0

/// Settings of the health checks of endpoints.
package struct HealthSettings: Sendable, Equatable {
  /// Target of the checks with GET, such as `/health`; `nil` for no checks.
  package var target: String?
  /// Interval between two checks of one endpoint.
  package var interval = Duration.seconds(5)
  /// Interval while an endpoint is unhealthy or its last check contradicted its health, so that a
  /// recovery is seen soon.
  package var fastInterval = Duration.seconds(1)
  /// Share by which the interval varies at random, so that gateways do not check in step.
  package var jitter = 0.2
  /// Maximum duration of a check.
  package var timeout = Duration.seconds(1)
  /// Statuses of a healthy endpoint.
  package var statuses = StatusSet.success
  /// Number of good checks in a row that make an endpoint healthy.
  package var goodToReturn = 2
  /// Number of bad or late checks in a row that make it unhealthy.
  package var badToLeave = 3

  /// The default settings.
  package init() {}
}
