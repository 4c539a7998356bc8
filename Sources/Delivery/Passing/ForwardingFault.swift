// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Fault of a forwarded request without an answer, and the error for its client.
package struct ForwardingFault: Error, CustomStringConvertible {
  /// The failure of the upstream request.
  package let failure: any Failure

  package init(_ failure: any Failure) { self.failure = failure }

  package var status: Status { failure.status ?? .badGateway }
  package var description: String { failure.description }

  /// In how many seconds the client may try again.
  package var retryAfter: Int? {
    guard status == .serviceUnavailable else { return nil }
    return max(1, Int(clamping: (failure.retryAfter ?? .seconds(1)).components.seconds))
  }

  /// The head that says whose fault it is. `name` is ours.
  package func response(_ name: String) -> Response {
    var fields: Fields = [
      "content-type": "application/problem+json", "cache-control": "no-store",
      "proxy-status": "\(name); error=\(failure.proxyStatus)",
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
