// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPClient
package import HTTPValues

/// What becomes of a response on its way through.
package enum ResponseForwarding {
  /// The head to send, and the length of its body when it is known.
  package static func response(_ call: ClientExchange, _ name: String) -> (Response, Int?) {
    var response = call.response
    let announced = response.fields["content-length"].flatMap { $0.utf8Span.span.decimal }
    response.fields.removeHopByHop()
    response.fields.remove("content-length")
    response.fields.appendVia(received: call.version, by: name)
    // A response to HEAD has no body, and says how long it would be.
    return (response, call.isHead ? announced : call.bodyLength)
  }
}

/// Trailers that may stand behind a body.
package enum ForwardedTrailers {
  /// Those of them that are not the connection's.
  package static func clean(_ trailers: Fields) -> Fields {
    guard !trailers.isEmpty else { return trailers }
    var kept = trailers
    kept.removeHopByHop()
    return kept
  }
}

/// What a client is told when the origin has no answer.
package enum ForwardingProblem {
  /// The head that says whose fault it is.
  package static func response(_ error: ClientError, _ name: String) -> Response {
    var fields: Fields = [
      "content-type": "application/problem+json", "cache-control": "no-store",
      "proxy-status": "\(name); error=\(error.proxyStatus)",
    ]
    if error.status == .serviceUnavailable { fields.append("retry-after", "1") }
    return Response(error.status, fields: fields)
  }

  /// The same as a problem of RFC 9457.
  package static func body(_ error: ClientError) -> [UInt8] {
    Array(
      "{\"status\":\(error.status.code),\"title\":\"\(error.status.reason)\"}\n".utf8
    )
  }
}
