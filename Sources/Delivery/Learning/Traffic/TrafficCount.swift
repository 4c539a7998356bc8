// SPDX-License-Identifier: Apache-2.0

/// The answers of a loop since its last report.
package struct TrafficCount: Sendable {
  /// Requests by the answer that they were given; with its size in the cache.
  package var answers: [(answer: TrafficSketch.Answer, count: Int, bytes: Int)] = []
  /// The number of visitors by how the field `X-App` describes them.
  package var visitors: [String: Int] = [:]
  /// Answers of services to one declared call.
  package struct Call: Sendable {
    package let backend: String
    package let name: String
    package var count = 0
    package var seconds = 0
    package var bytes = 0

    package init(backend: String, name: String) {
      self.backend = backend
      self.name = name
    }
  }

  /// Answers of services, in the order in which their calls were first seen.
  package var calls: [Call] = []
  /// Requests of visitors who are followed, for hints at what is asked for next.
  package var visits: [RouteVisit] = []
  /// Further ones, which there was no room for.
  package var lostVisits = 0

  package init() {}

  package var isEmpty: Bool {
    answers.isEmpty && visitors.isEmpty && calls.isEmpty && visits.isEmpty && lostVisits == 0
  }
}

extension TrafficSketch {
  /// Adds what a loop has answered.
  package mutating func add(_ count: TrafficCount, at seconds: Int64) {
    for (answer, requests, bytes) in count.answers {
      add(answer, requests, bytes: bytes, at: seconds)
    }
    for (visitor, requests) in count.visitors { add(visitor: visitor, requests) }
    for call in count.calls {
      add(
        call: "\(call.backend)/\(call.name)",
        seconds: call.seconds,
        bytes: call.bytes,
        count: call.count
      )
    }
  }
}
