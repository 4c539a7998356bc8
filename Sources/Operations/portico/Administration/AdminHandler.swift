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

/// What operators ask and say: metrics, health, the configuration in effect, purges, reloads. It has
/// listeners of its own, which are for those on the machine.
final class AdminHandler: RequestHandler {
  private static let maximumBodyBytes = 65_536

  private let state: AdminState

  init(_ state: AdminState) { self.state = state }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
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
    case (.post, "/purge"), (.post, "/reload"): return .later
    case (_, "/metrics"), (_, "/live"), (_, "/ready"), (_, "/config"), (_, "/purges"):
      return problem(.methodNotAllowed, "GET and HEAD are", allow: "GET, HEAD")
    case (_, "/purge"), (_, "/reload"):
      return problem(.methodNotAllowed, "POST is", allow: "POST")
    default:
      return problem(
        .notFound,
        "there are /metrics, /live, /ready, /config, /purges, POST /purge and POST /reload"
      )
    }
  }

  func handle(_ exchange: Exchange) async throws {
    let body = try await exchange.body(atMost: AdminHandler.maximumBodyBytes)
    // Nobody's browser is led here by another page: what changes something says so in a type that
    // pages cannot send unasked.
    let fields = exchange.request.fields
    let type = fields.view.text(.contentType).flatMap { MediaType($0) }
    guard type?.subtype == "json" || body.isEmpty && exchange.request.target == "/reload" else {
      return try await exchange.respond(
        problemResponse(.unsupportedMediaType, "expected application/json")
      )
    }
    let isReload = exchange.request.target == "/reload"
    try await exchange.respond(isReload ? reload(body) : await purge(body))
  }

  private func reload(_ body: [UInt8]) -> PreparedResponse {
    do {
      let answer = try state.reload(try ReloadOrder(body).site)
      return PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer)
    } catch {
      return problemResponse(.badRequest, error.message)
    }
  }

  private func purge(_ body: [UInt8]) async -> PreparedResponse {
    do {
      let answer = try await state.purge(try PurgeOrder(body))
      return PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer)
    } catch let error as PurgeOrderError {
      return problemResponse(.badRequest, error.message)
    } catch let error as NoSiteChosen {
      return problemResponse(.badRequest, error.message)
    } catch let error as PurgeOverload {
      return problemResponse(.serviceUnavailable, error.message)
    } catch {
      return problemResponse(.internalServerError, "the edges were not told: \(error)")
    }
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

  private func problemResponse(_ status: Status, _ detail: String) -> PreparedResponse {
    var problem = Problem(.plain(status))
    problem.detail = detail
    return PreparedResponse(
      Response(status, fields: ["content-type": Problem.mediaType]),
      body: problem.json
    )
  }
}
