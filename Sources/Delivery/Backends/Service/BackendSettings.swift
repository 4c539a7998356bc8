// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
package import Services

/// All settings of a backend.
package struct BackendSettings: Sendable, Equatable {
  /// Name in metrics, logs and faults.
  package let name: String
  /// Source of its endpoints.
  package let source: EndpointSource
  /// The reason why the source has no endpoints, if the environment lacks them.
  package var problem: String?
  /// Stands before the target of every request; empty for none.
  package var path = ""
  /// Additions to every request.
  package var sent = SentValues()
  /// The access token that every request carries, and how its server is connected to; `nil` for none.
  package var token: TokenDeclaration?
  package var tokenConnections: ConnectionRules?

  /// Maximum duration of one attempt, from the connection to the last byte.
  package var timeout = Duration.seconds(5)
  /// Maximum wait of an attempt for a connection.
  package let connectTimeout = Duration.seconds(1)
  /// Maximum time to the first byte, and minimum speed of the following ones.
  package var pace = BackendSettings.usualPace
  /// Field that tells the backend the milliseconds that remain for an attempt; `nil` for none.
  package var deadlineField: FieldName? = "deadline-remaining"

  /// Duration until a new endpoint has its whole share.
  package let ramp = Duration.seconds(10)
  /// Statuses of a failing backend, which open its breaker and eject endpoints.
  package let failures = StatusSet(500...500, 502...504)
  /// Statuses of an overloaded backend.
  package let overload = StatusSet(429...429, 503...503)
  /// Rules for its answers, unless a call has its own.
  package var answers = AnswerRules()

  /// Whether its circuit breaker, limit and endpoints are the service's own in metrics and events; not those of
  /// a second view of a service, which counts its calls only.
  package var showsState = true
  /// Settings of the circuit breaker.
  package var breaker = BreakerSettings()
  /// Settings of the ejection of endpoints.
  package let ejection = EjectionSettings()
  /// Settings of retries.
  package var retry = RetrySettings()
  /// Settings of hedging.
  package var hedge = HedgeSettings()
  /// Settings of the concurrency limit.
  package var limit = LimitSettings()
  /// Settings of the health checks.
  package var health = HealthSettings()

  /// Makes settings with default values.
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
