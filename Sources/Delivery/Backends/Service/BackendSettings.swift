// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// All that is declared of a backend.
package struct BackendSettings: Sendable, Equatable {
  /// Its name in metrics, logs and faults.
  package let name: String
  /// Where it is.
  package let source: EndpointSource
  /// What requests say in Host; `nil` for the name or address of the endpoint.
  package var authority: String?

  /// How long one attempt may take, from the connection to the last byte.
  package var timeout = Duration.seconds(5)
  /// How long an attempt waits for a connection.
  package var connectTimeout = Duration.seconds(1)
  /// How long the first byte may take, and how slow the others may come.
  package var pace = BackendSettings.usualPace
  /// The field that tells the backend how many milliseconds it has; `nil` for none. Each attempt
  /// says its own time.
  package var deadlineField: FieldName? = "deadline-remaining"

  /// How long a new endpoint takes to get its whole share.
  package var ramp = Duration.seconds(10)
  /// Statuses of a backend that does not work, which open its breaker and eject endpoints.
  package var failures = StatusSet(500...500, 502...504)
  /// Statuses of a backend that has too much to do.
  package var overload = StatusSet(429...429, 503...503)
  /// What its answers must be, where a call does not say otherwise.
  package var answers = AnswerRules()

  /// When it is left alone.
  package var breaker = BreakerSettings()
  /// When one of its endpoints is left alone.
  package var ejection = EjectionSettings()
  /// When a call is made again.
  package var retry = RetrySettings()
  /// When a call is made a second time while the first one is out.
  package var hedge = HedgeSettings()
  /// How many calls it gets at once.
  package var limit = LimitSettings()
  /// How its endpoints are asked whether they are well.
  package var health = HealthSettings()

  /// A backend about which nothing else is said.
  package init(_ name: String, _ source: EndpointSource) {
    self.name = name
    self.source = source
  }

  private static var usualPace: PaceLimits {
    var pace = PaceLimits()
    pace.firstByte = .seconds(3)
    pace.idle = .seconds(3)
    return pace
  }
}
