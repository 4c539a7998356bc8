// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor

/// What becomes of a request on its way through.
struct RequestForwarding {
  enum Decision {
    case forward(Request)
    /// The request ends here.
    case answer(Response)
  }

  let decision: Decision

  init(_ request: Request, _ peer: Peer, _ origin: Origin, _ name: String) {
    decision = RequestForwarding.decide(request, peer, origin, name)
  }

  private static func decide(
    _ request: Request,
    _ peer: Peer,
    _ origin: Origin,
    _ name: String
  ) -> Decision {
    var fields = request.fields
    if case .connect = request.method { return .answer(Response(.notImplemented)) }
    if let via = fields["via"], mentions(via, name) { return .answer(Response(.loopDetected)) }
    switch maxForwards(request.method, &fields) {
    case .proceed: break
    case .end:
      if case .options = request.method {
        return .answer(Response(.ok, fields: ["allow": "GET, HEAD, OPTIONS"]))
      }
      return .answer(Response(.methodNotAllowed, fields: ["allow": "GET, HEAD, OPTIONS"]))
    case .malformed: return .answer(Response(.badRequest))
    }
    let acceptsTrailers = fields["te"]?.lowercased().contains("trailers") ?? false
    HopByHop.strip(&fields)
    fields.remove("host")
    fields.remove("expect")
    if acceptsTrailers { fields.append("te", "trailers") }
    append("via", "\(request.version.label) \(name)", to: &fields)
    append("x-forwarded-for", peer.client.ip, to: &fields)
    fields.set("x-forwarded-proto", peer.scheme.name.description)
    if !fields.contains("x-forwarded-host"), !request.authority.isEmpty {
      fields.append("x-forwarded-host", request.authority)
    }
    var forwarded = request
    forwarded.fields = fields
    forwarded.scheme = origin.scheme
    if forwarded.authority.isEmpty { forwarded.authority = origin.authority }
    return .forward(forwarded)
  }

  /// Adds a member behind those that are there already.
  private static func append(_ name: FieldName, _ value: String, to fields: inout Fields) {
    let all = fields[name].map { "\($0), \(value)" } ?? value
    fields.set(name, all)
  }

  private static func mentions(_ via: String, _ name: String) -> Bool {
    via.split(separator: ",").contains { member in
      member.split(separator: " ").dropFirst().first.map(String.init) == name
    }
  }

  private enum Remaining {
    case proceed
    case end
    case malformed
  }

  /// Counts Max-Forwards down, which OPTIONS and TRACE obey (RFC 9110 section 7.6.2).
  private static func maxForwards(_ method: Method, _ fields: inout Fields) -> Remaining {
    switch method {
    case .options, .trace: break
    default: return .proceed
    }
    guard let text = fields["max-forwards"] else { return .proceed }
    guard let count = text.utf8Span.span.decimal else { return .malformed }
    guard count > 0 else { return .end }
    fields.set("max-forwards", "\(count - 1)")
    return .proceed
  }
}
