// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

/// Decision about a request that is to be forwarded.
package enum RequestForwarding {
  case forward(Request)
  /// The request ends here.
  case answer(Response)

  /// - Parameter name: Ours in Via.
  package static func decide(
    _ request: Request,
    _ sender: RequestSender,
    _ origin: Origin,
    _ name: String
  ) -> RequestForwarding {
    var fields = request.fields
    switch request.method {
    case .connect: return .answer(Response(.notImplemented))
    // The echo would show the client fields that we have added, and others that it may not see.
    case .trace: return .answer(Response(.methodNotAllowed, fields: ["allow": forwarded]))
    default: break
    }
    if fields.view.viaNames(name) { return .answer(Response(.loopDetected)) }
    switch MaxForwards(method: request.method, fields: fields.view) {
    case .unlimited: break
    case .forward(let count): fields.set(FieldName(.maxForwards), "\(count)")
    case .answer: return .answer(ownAnswer(to: request.method))
    }
    let acceptsTrailers = fields.view.acceptsTrailers
    let addresses = sender.addresses(behind: fields)
    // Room for what is added here, and the trace.
    fields.reserve(8, bytes: 256)
    fields.removeHopByHop { fields, index in
      switch fields.slot(at: index).known {
      // These are the codec's, or between the client and us.
      case .contentLength, .host, .expect: true
      default: !sender.maySend(fields.name(at: index))
      }
    }
    if acceptsTrailers { fields.append(FieldName(.te), "trailers") }
    fields.appendVia(received: request.version, by: name)
    sender.write(to: &fields, addresses, request.authority)
    return .forward(
      Request(
        request.method,
        scheme: origin.scheme,
        authority: request.authority.isEmpty ? origin.authority : request.authority,
        target: request.target,
        version: request.version,
        fields: fields
      )
    )
  }

  /// The methods that are passed on, of those that everybody knows.
  private static let forwarded = "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE, QUERY"

  /// Returns the response to a request that was to go no further than here.
  private static func ownAnswer(to method: Method) -> Response {
    Response(method == .options ? .ok : .methodNotAllowed, fields: ["allow": forwarded])
  }
}
