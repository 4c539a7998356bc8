// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Editions
import HTTPCaching
import HTTPForwarding
import HTTPServer
import HTTPValues
import Plans
import Reactor

/// Passes requests through to the services behind a site, and what they answer back. It lives on a
/// loop.
final class PassHandler {
  private let services: Services
  private let kept: PassCache
  private let sight: PassHits
  private let webSockets: OpenWebSockets
  private let counters: GatewayCounters
  private var table: PassTable

  init(
    _ coalescer: LoopCoalescer,
    _ services: Services,
    _ webSockets: OpenWebSockets,
    _ counters: GatewayCounters
  ) {
    self.services = services
    self.webSockets = webSockets
    self.counters = counters
    kept = PassCache(coalescer)
    sight = PassHits(coalescer.store, on: coalescer.core)
    table = PassTable([], to: services)
  }

  /// Takes over what an edition passes on, after its services.
  func renew(_ publication: Publication) {
    table = PassTable(publication.edition.site.passes, to: services)
    let overlay = publication.overlay
    sight.renew(isOpen: overlay.maintenance == nil && overlay.hidden.isEmpty)
  }

  /// Gives up what may not be served any more.
  func tidy() { sight.tidy() }

  /// The kept answer to a request that has come before.
  func keptAnswer(to request: borrowing RequestView) -> ReadyAnswer? {
    sight.answer(to: request).map { .prepared($0) }
  }

  /// The kept answer to a request that has come to its pass.
  func keptAnswer(
    to request: borrowing RequestView,
    _ route: PassRoute,
    path: String
  ) -> ReadyAnswer? {
    sight.answer(to: request, route, path: path).map { .prepared($0) }
  }

  /// What a path comes to; `nil` when it may be the site's own.
  func match(_ path: Span<UInt8>) -> PassTable.Match? { table.match(path) }

  /// What a path comes to that is none of the site's; `nil` when it is nobody's.
  func rest(_ path: Span<UInt8>) -> PassTable.Match? { table.rest(path) }

  /// Passes a request on along its route.
  func handle(_ exchange: Exchange, _ route: PassRoute, path: String) async throws {
    guard route.admits(exchange.request.method) else {
      if exchange.request.method == .options {
        return try await exchange.respond(PassProblems.methods(route))
      }
      return try await exchange.respond(PassProblems.methodNotAllowed(route))
    }
    let limit = route.declaration.bodyBytes
    if let length = exchange.bodyLength, length > limit {
      return try await exchange.respond(PassProblems.tooLarge(length, route))
    }
    exchange.bodyLimit = limit
    let target = PassHandler.target(path, exchange.request.target)
    if let rules = route.declaration.webSockets {
      let upgrade = UpgradeRules("websocket", idle: .seconds(rules.idle), on: kept.core)
      if upgrade.isAsked(by: exchange) {
        return try await openWebSocket(exchange, route, target, rules, upgrade)
      }
    }
    guard route.keepsAnswers,
      let asked = PassRequest(exchange, route, target: target, in: kept.responseStore.store)
    else { return try await pass(exchange, route, target) }
    switch exchange.request.method {
    case .get where exchange.bodyLength == 0, .head where exchange.bodyLength == 0:
      try await kept.answer(exchange, asked)
    default: try await pass(exchange, route, target, asked.request)
    }
  }

  /// The normal path with the query as it came.
  static func target(_ path: String, _ target: String) -> String {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return path }
    return path + target[mark...]
  }

  /// Lets a client and the service speak to each other, if there are not too many who do.
  private func openWebSocket(
    _ exchange: Exchange,
    _ route: PassRoute,
    _ target: String,
    _ rules: PassDeclaration.WebSockets,
    _ upgrade: UpgradeRules
  ) async throws {
    let name = route.declaration.prefix
    guard webSockets.open(name, rules) else {
      counters.refusedWebSocket()
      return try await exchange.respond(PassProblems.crowded(.serviceUnavailable))
    }
    counters.webSocketOpened()
    defer {
      webSockets.close(name)
      counters.webSocketClosed()
    }
    try await route.forwarder.forward(
      exchange,
      options: route.options,
      edits: Forwarder.Edits(
        request: { route.prepare(&$0, target: target) },
        response: { route.finish(&$0, asked: exchange.request) }
      ),
      upgrade: upgrade
    )
  }

  /// Streams both ways; nothing is kept, and what the answer makes worthless is kept no longer.
  private func pass(
    _ exchange: Exchange,
    _ route: PassRoute,
    _ target: String,
    _ asked: Request? = nil
  ) async throws {
    let request = exchange.request
    let requestTime = kept.core.wallSeconds
    let responseStore = kept.responseStore
    let status = CacheStatus(
      PassRoute.name,
      .forwarded(
        route.keepsAnswers ? .method : .bypass,
        status: nil,
        isStored: false,
        isCollapsed: nil
      )
    )
    let mirroring = exchange.bodyLength == 0 ? route.mirrored : nil
    var ticket: MirrorTicket?
    try await route.forwarder.forward(
      exchange,
      options: route.options,
      edits: Forwarder.Edits(
        request: { sent in
          route.prepare(&sent, target: target)
          ticket = mirroring?.ticket(for: sent)
        },
        response: { response in
          ticket?.status = response.status
          if let asked {
            let answered = AnsweredRequest(
              request: asked,
              response: response,
              requestTime: requestTime,
              responseTime: responseStore.core.wallSeconds
            )
            if let worthless = Invalidation(answered) { responseStore.invalidate(worthless, route) }
          }
          route.finish(&response, asked: request)
          status.append(to: &response.fields)
        },
        watch: mirroring == nil
          ? nil
          : { piece in
            if let piece { ticket?.append(piece) } else { ticket?.finish() }
          }
      )
    )
  }
}
