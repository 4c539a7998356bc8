// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import DataFiles
import Editions
import FourM
import HTTPServer
import HTTPValues
import Purging
import Reactor
import Signals

/// Handles operators' requests: metrics, health, the configuration in effect, purges, reloads. Its
/// listener is separate, for local connections or with a token.
final class AdminHandler: RequestHandler {
  private static let maximumBodyBytes = 65_536

  private let state: AdminState

  private let core: LoopCore

  init(_ state: AdminState, on core: LoopCore) {
    self.state = state
    self.core = core
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    if let refusal = state.gate.refusal(of: request) {
      let line = state.gate.note(refusal, of: request, from: peer, at: core.wallSeconds)
      if let line { StandardStream.errors.write("portico: \(line)\n") }
      return refused(refusal)
    }
    let path = request.path.text
    switch (request.method, path) {
    case (.get, "/metrics"), (.head, "/metrics"):
      return .response(
        Response(
          .ok,
          fields: ["content-type": PrometheusText.mediaType, "cache-control": "no-store"]
        ),
        body: Array(state.metrics.utf8)
      )
    case (.get, "/live"), (.head, "/live"): return .response(Response(.ok), body: [])
    case (.get, "/ready"), (.head, "/ready"):
      let unready = state.unready
      return unready.isEmpty
        ? .response(Response(.ok), body: [])
        : problem(
          .serviceUnavailable,
          "nothing is published yet of \(unready.joined(separator: ", "))"
        )
    case (.get, "/config"), (.head, "/config"): return json(.ok, state.configuration.bytes)
    case (.get, "/purges"), (.head, "/purges"): return json(.ok, state.purges)
    case (.get, _) where path.hasPrefix("/purges/"), (.head, _) where path.hasPrefix("/purges/"):
      return state.purge(String(path.dropFirst(8))).map { json(.ok, $0) }
        ?? problem(.notFound, "there is no such purge; GET /purges has the newest")
    case (.post, "/purge"):
      return .later { [self] in
        guard let body = try await body(of: $0, refusing: .purge) else { return }
        try await $0.respond(await purge(body, by: $0.peer.client))
      }
    case (.post, "/reload"):
      return .later { [self] in
        guard let body = try await body(of: $0, refusing: .reload) else { return }
        try await $0.respond(reload(body, by: $0.peer.client))
      }
    case (_, "/metrics"), (_, "/live"), (_, "/ready"), (_, "/config"), (_, "/purges"):
      return problem(.methodNotAllowed, "GET and HEAD are", allow: "GET, HEAD")
    case (_, "/purge"), (_, "/reload"):
      return problem(.methodNotAllowed, "POST is", allow: "POST")
    case (.trace, _): return problem(.methodNotAllowed, "GET and HEAD are", allow: "GET, HEAD")
    default:
      return problem(
        .notFound,
        "there are /metrics, /live, /ready, /config, /purges, POST /purge and POST /reload"
      )
    }
  }

  /// Returns the body of an order; `nil` for one that was refused.
  private func body(
    of exchange: Exchange,
    refusing action: AuditLog.Action
  ) async throws -> [UInt8]? {
    let body = try await exchange.body(atMost: AdminHandler.maximumBodyBytes)
    // A page cannot send this type across origins without a CORS preflight, so no page can change
    // anything.
    let fields = exchange.request.fields
    let type = fields.view.text(.contentType).flatMap { MediaType($0) }
    guard type?.type == "application", type?.subtype == "json" else {
      try await exchange.respond(
        refused(
          action,
          .unsupportedMediaType,
          "expected application/json",
          by: exchange.peer.client
        )
      )
      return nil
    }
    return body
  }

  private func reload(_ body: [UInt8], by peer: SocketAddress) -> PreparedResponse {
    do {
      let answer = try state.reload(try ReloadOrder(body).site, by: peer)
      return PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer)
    } catch {
      return refused(.reload, .badRequest, error.message, by: peer)
    }
  }

  private func purge(_ body: [UInt8], by peer: SocketAddress) async -> PreparedResponse {
    do {
      let answer = try await state.purge(try PurgeOrder(body), by: peer)
      return PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer)
    } catch let error as PurgeOrderError {
      return refused(.purge, .badRequest, error.message, by: peer)
    } catch let error as NoSiteChosen {
      return refused(.purge, .badRequest, error.message, by: peer)
    } catch let error as PurgeOverload {
      return refused(.purge, .serviceUnavailable, error.message, by: peer)
    } catch {
      return refused(.purge, .internalServerError, "the edges were not told: \(error)", by: peer)
    }
  }

  /// Explains why a request is refused and what it needs (RFC 6750 section 3 for the token).
  private func refused(_ refusal: AdminGate.Refusal) -> Answer {
    var response = Response(
      refusal.status,
      fields: ["content-type": Problem.mediaType, "cache-control": "no-store"]
    )
    let challenge = "Bearer realm=\"portico\""
    var problem = Problem(.plain(refusal.status))
    switch refusal {
    case .missing:
      response.fields.set("www-authenticate", challenge)
      problem.detail = "expected Authorization: Bearer with the token for operators"
    case .wrong:
      response.fields.set("www-authenticate", challenge + ", error=\"invalid_token\"")
      problem.detail = "the token is not the one for operators"
    case .host:
      problem.detail =
        "expected Host to be localhost or a loopback address, since this listener has no token"
    case .origin:
      problem.detail =
        "pages of other origins are not answered, since this listener has no token"
    }
    return .response(response, body: problem.json)
  }

  private static let fields: Fields = [
    "content-type": "application/json", "cache-control": "no-store",
  ]

  private func json(_ status: Status, _ bytes: [UInt8]) -> Answer {
    .response(Response(status, fields: AdminHandler.fields), body: bytes)
  }

  private func problem(_ status: Status, _ detail: String, allow: String? = nil) -> Answer {
    var response = Response(status, fields: ["content-type": Problem.mediaType])
    if let allow { response.fields.set("allow", allow) }
    var problem = Problem(.plain(status))
    problem.detail = allow == nil ? detail : "only \(detail) answered here"
    return .response(response, body: problem.json)
  }

  /// Refuses a change, and records that in the audit log.
  private func refused(
    _ action: AuditLog.Action,
    _ status: Status,
    _ detail: String,
    by peer: SocketAddress
  ) -> PreparedResponse {
    state.refused(action, Int(status.code), detail, by: peer)
    var problem = Problem(.plain(status))
    problem.detail = detail
    return PreparedResponse(
      Response(status, fields: ["content-type": Problem.mediaType]),
      body: problem.json
    )
  }
}
