// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPServer
import HTTPValues
import Measure
package import Reactor
import Signals

/// Handles operators' requests, which `AdminEndpoint` lists. Its listener is separate, for local
/// connections or with a token.
package final class AdminHandler: RequestHandler {
  private static let maximumBodyBytes = 65_536

  let state: AdminState
  let core: LoopCore

  package init(_ state: AdminState, on core: LoopCore) { (self.state, self.core) = (state, core) }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    if let answer = AdminHandler.staticText(request) ?? signIn(request, from: peer) {
      return answer
    }
    let caller: Operator
    switch state.gate.admission(of: request, from: peer.client) {
    case .success(let admitted): caller = admitted
    case .failure(let refusal):
      note(refusal, of: request, from: peer)
      let answer =
        refusal.status == .unauthorized && AdminHandler.asksForPage(request)
        ? signInPage(next: AdminHandler.address(of: request)) : refused(refusal)
      return refusal == .wrong ? wrongToken(answer) : .prepared(answer)
    }
    if let answer = answerOfNodes(request, for: caller) { return answer }
    let path = request.path.text
    let known = AdminEndpoint.all.filter { $0.matches(path) }
    let page = page(request, hasReport: !known.isEmpty, for: caller)
    if let answer = page ?? form(request, by: caller) { return answer }
    if let endpoint = known.first(where: { $0.admits(request.method) }) {
      if let action = endpoint.action, let why = caller.refusal(of: action) {
        return .prepared(refused(action, .forbidden, why, by: caller))
      }
      return endpoint.answer(self, request, caller)
    }
    if known.isEmpty, request.method != .trace {
      let names = AdminEndpoint.names
      return AdminHandler.problem(
        .notFound,
        "there are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
      )
    }
    return known.first?.method == .post
      ? AdminHandler.problem(.methodNotAllowed, "POST is", allow: "POST")
      : AdminHandler.problem(.methodNotAllowed, "GET and HEAD are", allow: "GET, HEAD")
  }

  /// 200 once every site has an edition to serve, unless the instance is drained.
  var readiness: Answer {
    if let since = state.drainedSince {
      let time = UnixTime(seconds: since)
      return AdminHandler.problem(
        .serviceUnavailable,
        "an operator has drained the instance since \(time); POST /undrain ends that"
      )
    }
    let unready = state.unready
    guard !unready.isEmpty else { return .response(Response(.ok), body: []) }
    return AdminHandler.problem(
      .serviceUnavailable,
      "nothing is published yet of \(unready.joined(separator: ", "))"
    )
  }

  /// Answers with all metrics. Another thread writes them, since there may be thousands.
  func metrics(in format: MetricsFormat, _ exchange: Exchange) async throws {
    let (state, registry) = (state, state.registry)
    let bytes = try await state.readers.run { format.bytes(of: registry.snapshot()) }
    try await state.respond(
      to: exchange,
      Response(
        .ok,
        fields: ["content-type": format.mediaType, "cache-control": "no-store", "vary": "accept"]
      ),
      body: bytes
    )
  }

  /// Returns the body of an order; `nil` for one that was refused.
  func body(
    of exchange: Exchange,
    refusing action: AuditLog.Action,
    by caller: Operator
  ) async throws -> [UInt8]? {
    let body = try await exchange.body(atMost: AdminHandler.maximumBodyBytes)
    // A page cannot send this type across origins without a CORS preflight, so no page can change
    // anything.
    let fields = exchange.request.fields
    let type = fields.view.text(.contentType).flatMap { MediaType($0) }
    guard type?.type == "application", type?.subtype == "json" else {
      try await exchange.respond(
        refused(action, .unsupportedMediaType, "expected application/json", by: caller)
      )
      return nil
    }
    return body
  }

  /// Explains why a request is refused and what is needed (for the token, RFC 6750 section 3).
  private func refused(_ refusal: AdminGate.Refusal) -> PreparedResponse {
    var response = Response(
      refusal.status,
      fields: ["content-type": Problem.mediaType, "cache-control": "no-store"]
    )
    let challenge = "Bearer realm=\"portico\""
    var problem = Problem(.plain(refusal.status))
    switch refusal {
    case .missing:
      response.fields.set("www-authenticate", challenge)
      problem.detail = "expected Authorization: Bearer with a token for operators"
    case .wrong:
      response.fields.set("www-authenticate", challenge + ", error=\"invalid_token\"")
      problem.detail = "the token is none for operators"
    case .host:
      problem.detail =
        "expected Host to be localhost or a loopback address, since this listener has no token"
    case .origin:
      problem.detail = "pages of other origins are not answered, since this listener has no token"
    }
    return PreparedResponse(response, body: problem.json)
  }

  static let fields: Fields = ["content-type": "application/json", "cache-control": "no-store"]

  static func json(_ bytes: [UInt8]) -> Answer {
    .response(Response(.ok, fields: AdminHandler.fields), body: bytes)
  }

  static func problem(_ status: Status, _ detail: String, allow: String? = nil) -> Answer {
    var response = Response(status, fields: ["content-type": Problem.mediaType])
    if let allow { response.fields.set("allow", allow) }
    var problem = Problem(.plain(status))
    problem.detail = allow == nil ? detail : "only \(detail) answered here"
    return .response(response, body: problem.json)
  }

  static func prepared(_ status: Status, _ detail: String) -> PreparedResponse {
    let (response, body) = refusal(status, detail)
    return PreparedResponse(response, body: body)
  }

  /// A response with a problem, and its body.
  static func refusal(_ status: Status, _ detail: String) -> (Response, [UInt8]) {
    var problem = Problem(.plain(status))
    problem.detail = detail
    return (Response(status, fields: ["content-type": Problem.mediaType]), problem.json)
  }

  /// Refuses a change, and records that in the audit log.
  func refused(
    _ action: AuditLog.Action,
    _ status: Status,
    _ detail: String,
    by caller: Operator
  ) -> PreparedResponse {
    state.refused(action, Int(status.code), detail, by: caller)
    return AdminHandler.prepared(status, detail)
  }
}
