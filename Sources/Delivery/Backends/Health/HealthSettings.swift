// SPDX-License-Identifier: Apache-2.0

/// Settings of the health checks of endpoints.
package struct HealthSettings: Sendable, Equatable {
  /// One way to check an endpoint.
  package enum Check: Sendable, Equatable {
    /// A request with GET for a target, such as `/health`.
    case request(String)
    /// A connection, which is closed again; not opened while calls are answered.
    case connection
  }

  /// The checks that are made; `nil` for none.
  package var check: Check?
  /// Whether an unhealthy endpoint gets no calls. If not, only operators are told of it.
  package var decidesCalls = true
  /// Interval between two checks of one endpoint.
  package var interval = Duration.seconds(2)
  /// Interval while an endpoint is unhealthy, so that a recovery is seen soon.
  package let fastInterval = Duration.seconds(1)
  /// Interval after a bad check of a healthy endpoint, so that a failure is known soon.
  package let confirmInterval = Duration.milliseconds(250)
  /// Time from a doubt in an endpoint to its check: a process that ends closes its connections one by one,
  /// and its listening socket among them.
  package let doubtDelay = Duration.milliseconds(100)
  /// Time after a doubt that its check refuted in which further ones are ignored.
  package let doubtPause = Duration.seconds(60)
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

  /// Settings for telling operators within two seconds that an endpoint refuses connections, and within three
  /// that it does not answer at all, though nobody calls it. Calls notice that themselves, and go to another
  /// endpoint.
  ///
  /// A lost packet that opens a connection is sent again after a second, so that waiting for less makes no
  /// difference; two checks in a row must fail.
  package static var watch: HealthSettings {
    var settings = HealthSettings()
    settings.check = .connection
    settings.decidesCalls = false
    settings.interval = .seconds(1)
    settings.timeout = .milliseconds(700)
    settings.goodToReturn = 1
    settings.badToLeave = 2
    return settings
  }
}
