// SPDX-License-Identifier: Apache-2.0

package import Backends
package import HTTPValues

/// The answer for the client of a request that was passed on and has none.
extension BackendFault {
  /// In how many seconds the client may try again.
  package var secondsUntilRetry: Int? {
    guard kind.status == .serviceUnavailable else { return nil }
    return max(1, Int(clamping: (retryAfter ?? .seconds(1)).components.seconds))
  }

  /// The head that says whose fault it is. `name` is ours.
  package func response(_ name: String) -> Response {
    var fields: Fields = [
      "content-type": "application/problem+json", "cache-control": "no-store",
      "proxy-status": "\(name); error=\(proxyStatus)",
    ]
    if let secondsUntilRetry { fields.append("retry-after", "\(secondsUntilRetry)") }
    return Response(kind.status, fields: fields)
  }

  /// The same as a problem of RFC 9457.
  package var body: [UInt8] {
    Problem(kind.status.code < 500 ? .plain(kind.status) : .serviceFailed(kind.status)).json
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
