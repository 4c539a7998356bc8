// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
package import HTTPValues
import Plans

/// The answer to a request that came along no connection.
package struct ReplayedAnswer: Sendable {
  /// A call of the plan that composed it.
  package struct Call: Sendable {
    package let name: String
    package let backend: String
    /// The path and query that the service is asked for.
    package let target: String
    /// The word for it in metrics and events.
    package let outcome: String
    /// Whether there is no answer of the service.
    package let isFailed: Bool
    /// The value of a kept answer that is not as the document expects; `nil` for none.
    package let breach: String?
    /// Whether an answer is used that is not fresh any more.
    package let isStale: Bool
    /// The status of the service's answer; `nil` for none.
    package let status: Status?
    /// The address that was asked last.
    package let endpoint: String?
    package let nanoseconds: Int64
    /// The failure in a sentence; `nil` for none.
    package let failure: String?
  }

  package let status: Status
  /// The source of the answer, as in metrics and events.
  package let source: String
  /// The fields of its head but those that a connection adds, such as Date.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]
  package let calls: [Call]
  /// The answers of services that were read for it, in the order in which they came.
  package let bodies: [ReadBody]
  /// The number of requests that were sent to services.
  package let sent: Int

  init(
    _ answer: ReadyAnswer,
    _ source: GatewayCounters.Source,
    _ calls: [CallRecord],
    _ bodies: [ReadBody]
  ) {
    self.bodies = bodies
    switch answer {
    case .prepared(let response):
      (status, body, fields) = (response.status, response.body, response.shownFields)
    case .response(let response, let bytes):
      (status, body) = (response.status, bytes)
      let view = response.fields.view
      fields = (0..<view.count).map { (view.name(at: $0).text, view.value(at: $0).text) }
    }
    self.source = source.name
    self.calls = calls.map { call in
      Call(
        name: call.call,
        backend: call.backend,
        target: call.target,
        outcome: call.outcome.name,
        isFailed: call.outcome == .failed,
        breach: (call.failure as? ServiceFault)?.breach?.description,
        isStale: call.outcome == .stale,
        status: call.sent?.status,
        endpoint: call.sent?.endpoint.map { "\($0)" },
        nanoseconds: call.nanoseconds,
        failure: call.failure.map { "\($0)" }
      )
    }
    sent = calls.count { $0.sent != nil }
  }

  /// The calls without an answer, or with one that is not fresh any more, as `service/call`.
  package var missing: [String] {
    calls.filter { $0.isFailed || $0.isStale }.map { "\($0.backend)/\($0.name)" }
  }
}
