// SPDX-License-Identifier: Apache-2.0

/// The names of metrics that are recorded in one place and read in another, such as a report, an alert or a page
/// of the console.
///
/// ```swift
/// let family = window.snapshot[MetricName.requestDurations]
/// ```
package enum MetricName {
  // Requests and their routes.
  package static let requestDurations = "http_server_request_duration_seconds"
  package static let requestSizes = "http_server_request_body_size_bytes"
  package static let answerSizes = "http_server_response_body_size_bytes"
  package static let activeRequests = "http_server_active_requests"
  package static let answers = "portico_answers_total"
  package static let phases = "portico_request_phase_duration_seconds"
  package static let compositions = "portico_plan_duration_seconds"
  package static let routeAnswers = "portico_route_answers_total"
  package static let routeCalls = "portico_route_calls_total"
  package static let gatewayBugs = "portico_gateway_bugs_total"
  package static let webSocketsRefused = "portico_websockets_refused_total"

  // Services.
  package static let callDurations = "http_client_request_duration_seconds"
  package static let backendCalls = "portico_backend_calls_total"
  package static let backendCircuits = "portico_backend_circuit_state"
  package static let backendConnects = "portico_backend_connect_duration_seconds"
  package static let backendEndpoints = "portico_backend_endpoints"
  package static let backendFailures = "portico_backend_failures_total"
  package static let backendFirstBytes = "portico_backend_first_byte_duration_seconds"
  package static let backendInFlight = "portico_backend_in_flight"
  package static let backendUnreachable = "portico_backend_unreachable"
  package static let hookDurations = "portico_before_hook_duration_seconds"
  package static let hookQuestions = "portico_before_hook_questions_total"

  // The cache.
  package static let cacheBytes = "portico_cache_bytes"
  package static let cacheEntries = "portico_cache_entries"
  package static let cacheRemoved = "portico_cache_removed_total"

  // Connections.
  package static let connections = "portico_server_connections"
  package static let connectionLimits = "portico_server_connection_limits"
  package static let handshakesFailed = "portico_server_handshakes_failed_total"
  package static let http2Faults = "portico_server_http2_faults_total"
  package static let sentBytes = "portico_server_sent_bytes_total"
  package static let serverBugs = "portico_server_bugs_total"
  package static let serverRefusals = "portico_server_refusals_total"
  package static let serverTimeouts = "portico_server_timeouts_total"

  // The process and its operators.
  package static let adminRefusals = "portico_admin_refusals_total"
  package static let loopWaits = "portico_loop_waits_total"
  package static let mostDescriptors = "process_max_fds"
  package static let openDescriptors = "process_open_fds"
  package static let processorTime = "process_cpu_seconds_total"
  package static let residentMemory = "process_resident_memory_bytes"
}
