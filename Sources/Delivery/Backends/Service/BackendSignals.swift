// SPDX-License-Identifier: Apache-2.0

package import Signals

/// Metrics of backends, declared once for all loops.
package struct BackendSignals: Sendable {
  /// Names of the backends, the values of the label `backend`.
  package let names: [String]
  /// Calls; retries are not counted.
  package let calls: SignalFamily<Counter>
  /// Calls without an answer, by `BackendFault.Kind`.
  package let failures: SignalFamily<Counter>
  /// Durations of calls, by the status of their answers or the kind of fault.
  package let durations: GrowingFamily<Histogram>
  /// Durations of opening connections, from the look-up of the name to the end of the handshake.
  package let connects: SignalFamily<Histogram>
  /// Durations from the end of a request to the head of its answer.
  package let firstBytes: SignalFamily<Histogram>
  /// Loops by the state of their circuit breaker.
  package let circuits: SignalFamily<Gauge>
  /// Retries of failed attempts.
  package let retries: SignalFamily<Counter>
  /// Second attempts of late calls.
  package let hedges: SignalFamily<Counter>
  /// Second attempts that were faster than the first.
  package let hedgesWon: SignalFamily<Counter>
  /// Endpoints that were ejected.
  package let ejections: SignalFamily<Counter>
  /// Openings of circuit breakers.
  package let openings: SignalFamily<Counter>
  /// Attempts under way.
  package let inFlight: SignalFamily<Gauge>
  /// Permits without a holder.
  package let unaccounted: SignalFamily<Gauge>
  /// Calls that wait for a permit.
  package let waiting: SignalFamily<Gauge>
  /// Present limit of attempts under way.
  package let limit: SignalFamily<Gauge>
  /// Endpoints that get calls.
  package let endpoints: SignalFamily<Gauge>
  /// 1 for a backend none of whose endpoints accepts connections.
  package let unreachable: SignalFamily<Gauge>

  /// Declares the signals for the backends of these names.
  package init(_ registry: SignalRegistry, backends names: [String]) throws(SignalFault) {
    self.names = names
    let backend = SignalLabel("backend", names)
    func counters(_ name: String, _ help: String) throws(SignalFault) -> SignalFamily<Counter> {
      try registry.counters(name, help, labels: [backend])
    }
    func gauges(_ name: String, _ help: String) throws(SignalFault) -> SignalFamily<Gauge> {
      try registry.gauges(name, help, labels: [backend])
    }
    calls = try counters(MetricName.backendCalls, "Calls to backends, retries not counted.")
    failures = try registry.counters(
      MetricName.backendFailures,
      "Calls to backends without an answer that can be used, by what was wrong.",
      labels: [backend, SignalLabel("kind", BackendFault.Kind.allCases.map(\.rawValue))]
    )
    durations = try registry.growing(
      MetricName.callDurations,
      "Time of calls to backends, with all their attempts, by status or error.",
      unit: .seconds,
      labels: [
        "backend", "http_response_status_code", "error_type", "http_request_method",
        "server_address", "server_port",
      ],
      folding: ["server_address", "server_port", "backend"]
    )
    func times(_ name: String, _ help: String) throws(SignalFault) -> SignalFamily<Histogram> {
      try registry.histograms(
        name,
        help,
        unit: .seconds,
        labels: [backend]
      )
    }
    connects = try times(
      MetricName.backendConnects,
      "Time to open a connection: name, TCP and TLS."
    )
    firstBytes = try times(
      MetricName.backendFirstBytes,
      "Time from the end of a request to the head of its answer, of each attempt with an answer."
    )
    circuits = try registry.gauges(
      MetricName.backendCircuits,
      "Loops whose circuit breaker for the backend is in this state.",
      labels: [backend, SignalLabel("state", CircuitBreaker.State.allCases.map(\.rawValue))]
    )
    retries = try counters(
      "portico_backend_retries_total",
      "Attempts because another one had failed."
    )
    hedges = try counters("portico_backend_hedges_total", "Attempts because another one was late.")
    hedgesWon = try counters(
      "portico_backend_hedges_won_total",
      "Second attempts that were the faster ones."
    )
    ejections = try counters(
      "portico_backend_ejections_total",
      "Endpoints that were left alone for a while."
    )
    openings = try counters(
      "portico_backend_breaker_openings_total",
      "Circuit breakers that opened."
    )
    inFlight = try gauges(MetricName.backendInFlight, "Attempts under way.")
    unaccounted = try gauges(
      "portico_backend_unaccounted",
      "Attempts that count as under way though no call has them; anything but 0 is a bug."
    )
    waiting = try gauges("portico_backend_waiting", "Calls that wait for their turn.")
    limit = try gauges("portico_backend_limit", "The maximum number of attempts in flight at once.")
    endpoints = try gauges(
      MetricName.backendEndpoints,
      "Endpoints that get calls, counted by each loop."
    )
    unreachable = try gauges(
      MetricName.backendUnreachable,
      "1 while none of its endpoints accepts connections."
    )
  }
}
