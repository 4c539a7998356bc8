// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Why a request that was passed on has no answer, and what its client is told.
package struct ForwardingFault: Error, Sendable, Equatable, CustomStringConvertible {
  package let status: Status
  /// The error's name in Proxy-Status (RFC 9209 section 2.3).
  package let proxyStatus: String
  /// In how many seconds the client may try again.
  package let retryAfter: Int?
  /// For logs.
  package let description: String

  package init(_ status: Status, _ proxyStatus: String, retryAfter: Int?, _ description: String) {
    self.status = status
    self.proxyStatus = proxyStatus
    self.retryAfter = retryAfter
    self.description = description
  }

  package init(_ error: ClientError) {
    self.init(
      error.status,
      "\(error.proxyStatus)",
      retryAfter: error.status == .serviceUnavailable ? 1 : nil,
      error.description
    )
  }

  /// The head that says whose fault it is. `name` is ours.
  package func response(_ name: String) -> Response {
    var fields: Fields = [
      "content-type": "application/problem+json", "cache-control": "no-store",
      "proxy-status": "\(name); error=\(proxyStatus)",
    ]
    if let retryAfter { fields.append("retry-after", "\(retryAfter)") }
    return Response(status, fields: fields)
  }

  /// The same as a problem of RFC 9457.
  package var body: [UInt8] {
    Problem(status.code < 500 ? .plain(status) : .serviceFailed(status)).json
  }
}

extension ProblemType {
  /// A service behind the gateway failed, in one of the ways that a status tells apart.
  package static func serviceFailed(_ status: Status) -> ProblemType {
    ofGateway(status == .serviceUnavailable ? "service-overloaded" : "service-failed", status)
  }

  /// A problem that the page Problems of the documentation explains by its name.
  package static func ofGateway(_ name: String, _ status: Status) -> ProblemType {
    ProblemType(
      uri: "urn:portico:problem:\(name)",
      title: status.reason.description,
      status: status
    )
  }
}
