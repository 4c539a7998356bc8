// SPDX-License-Identifier: Apache-2.0

import HTTPServer
package import HTTPValues

/// The answer to a request that came along no connection.
package struct ReplayedAnswer: Sendable {
  package let status: Status
  package let body: [UInt8]
  /// The calls without an answer, as `service/call`.
  package let missing: [String]
  /// The number of requests that were sent to services.
  package let sent: Int

  init(_ answer: ReadyAnswer, _ calls: [CallLog.Entry]) {
    switch answer {
    case .prepared(let response): (status, body) = (response.status, response.body)
    case .response(let response, let bytes): (status, body) = (response.status, bytes)
    }
    missing = calls.filter { $0.outcome == .failed || $0.outcome == .stale }
      .map { "\($0.backend)/\($0.call)" }
    sent = calls.count { $0.sent != nil }
  }
}
