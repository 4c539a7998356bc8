// SPDX-License-Identifier: Apache-2.0

package import Sites

/// The reason why a request of a load test got no response.
package enum LoadFailure: Int, Sendable, CaseIterable {
  /// There was no connection to the server.
  case connect
  /// The connection ended before the response did.
  case closed
  /// The response did not come in time.
  case timeout
  /// The response is no HTTP.
  case malformed
  /// The request was due, but no connection was free until the end of the test.
  case unsent

  package var name: String {
    switch self {
    case .connect: "no connection"
    case .closed: "closed"
    case .timeout: "timeout"
    case .malformed: "malformed"
    case .unsent: "not sent"
    }
  }
}

/// The results of one route in a load test.
///
/// A latency counts from the instant at which its request was intended, however late it was sent: a
/// server that stalls is charged for every request that should have been sent meanwhile (coordinated
/// omission).
package struct LoadAccount: Sendable, Equatable {
  /// Responses by the first digit of their status.
  package private(set) var responses = [UInt64](repeating: 0, count: 6)
  package private(set) var failures = [UInt64](repeating: 0, count: LoadFailure.allCases.count)
  /// The latencies of all requests but those that failed at once; for a request without a response,
  /// the time that was waited for it.
  package private(set) var latencies = LatencyDistribution()
  /// Responses that came later than promised.
  package private(set) var late: UInt64 = 0
  /// Bytes of responses, with their heads.
  package private(set) var bytes: UInt64 = 0

  package init() {}

  /// Requests whose outcome is known.
  package var total: UInt64 { (responses + failures).reduce(0, +) }
  /// Responses other than errors of the server.
  package var answered: UInt64 { responses[..<5].reduce(0, +) }
  /// Requests without a response, and those with a status of 500 or more.
  package var failed: UInt64 { total - answered }

  mutating func answered(_ status: Int, after latency: Int64, promised: Int64?, bytes count: Int) {
    let digit = (1...5).contains(status / 100) ? status / 100 : 0
    responses[digit] += 1
    bytes += UInt64(max(0, count))
    // Errors do not improve the latencies: a server that refuses fast is not fast.
    guard digit < 5 else { return }
    latencies.record(latency)
    if let promised, latency > promised { late += 1 }
  }

  mutating func failed(_ failure: LoadFailure, after latency: Int64) {
    failures[failure.rawValue] += 1
    switch failure {
    case .timeout, .unsent: latencies.record(latency)
    case .connect, .closed, .malformed: break
    }
  }

  /// Adds the results of another part of the same route.
  mutating func merge(_ other: LoadAccount) {
    for digit in responses.indices { responses[digit] += other.responses[digit] }
    for failure in failures.indices { failures[failure] += other.failures[failure] }
    latencies.merge(other.latencies)
    late += other.late
    bytes += other.bytes
  }

  /// The time that the promised share of the requests took at most; `nil` without any.
  package func latency(of promise: TrafficModel.ServiceLevel) -> Double? {
    latencies.quantile(promise.percentile / 100).map { Double($0) / 1e9 }
  }

  /// Whether no more requests failed or were late than the promise allows.
  package func keeps(_ promise: TrafficModel.ServiceLevel) -> Bool {
    func isAllowed(_ bad: UInt64, _ percentage: Double) -> Bool {
      // Percentages such as 99.9 are no binary fractions.
      Double(bad) <= Double(total) * (100 - percentage) / 100 + 1e-6
    }
    let waited = failures[LoadFailure.timeout.rawValue] + failures[LoadFailure.unsent.rawValue]
    return isAllowed(failed, promise.availability)
      && (promise.within == nil || isAllowed(late + waited, promise.percentile))
  }
}
