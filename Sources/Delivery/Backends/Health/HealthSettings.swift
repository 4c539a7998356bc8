// SPDX-License-Identifier: Apache-2.0

/// Settings of the health checks of endpoints.
package struct HealthSettings: Sendable, Equatable {
  /// Target of the checks with GET, such as `/health`; `nil` for no checks.
  package var target: String?
  /// Interval between two checks of one endpoint.
  package var interval = Duration.seconds(5)
  /// Interval while an endpoint is unhealthy, so that a recovery is seen soon.
  package var fastInterval = Duration.seconds(1)
  /// Interval after a bad check of a healthy endpoint, so that a failure is known soon.
  package var confirmInterval = Duration.milliseconds(500)
  /// Time from a doubt in an endpoint to its check: a process that ends closes its connections one by one,
  /// and its listening socket among them.
  package var doubtDelay = Duration.milliseconds(100)
  /// Time after a doubt that its check refuted in which further ones are ignored.
  package var doubtPause = Duration.seconds(60)
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
