// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPClient
package import HTTPValues

/// Handling of a response that is forwarded.
package enum ResponseForwarding {
  /// The head to send, made of the one that has come, and the length of its body when it is known.
  package static func response(
    _ head: consuming Response,
    of call: ClientExchange,
    _ name: String
  ) -> (Response, Int?) {
    var response = head
    let announced = response.fields[FieldName(.contentLength)].flatMap { $0.utf8Span.span.decimal }
    response.fields.removeHopByHop { $0.slot(at: $1).known == .contentLength }
    response.fields.appendVia(received: call.version, by: name)
    // A response to HEAD has no body, and says how long it would be.
    return (response, call.isHead ? announced : call.bodyLength)
  }
}

/// Trailers that may stand behind a body.
package enum ForwardedTrailers {
  /// Returns the trailers without those that are for the connection only.
  package static func clean(_ trailers: Fields) -> Fields {
    guard !trailers.isEmpty else { return trailers }
    var kept = trailers
    kept.removeHopByHop()
    return kept
  }
}
