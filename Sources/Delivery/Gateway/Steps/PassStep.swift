// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPForwarding
import HTTPServer
import HTTPValues
import Plans
import Reactor

/// Passes a request on to the service of its path, and the service's answer back.
struct PassStep {
  let route: PassRoute
  /// The request's path in its normal form.
  let path: String
  let passes: Passes

  /// Passes a request on along its route.
  func run(_ exchange: Exchange) async throws {
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
    let target = PassRoute.target(path, exchange.request.target)
    if let rules = route.declaration.webSockets {
      let upgrade = UpgradeRules("websocket", idle: .seconds(rules.idle), on: passes.cache.core)
      if upgrade.isAsked(by: exchange) {
        return try await openWebSocket(exchange, target, rules, upgrade)
      }
    }
    guard route.keepsAnswers,
      let asked = PassRequest(exchange, route, target: target, in: passes.cache.responses.store)
    else { return try await stream(exchange, target) }
    switch exchange.request.method {
    case .get where exchange.bodyLength == 0, .head where exchange.bodyLength == 0:
      try await passes.cache.answer(exchange, asked)
    default: try await stream(exchange, target, asked.request)
    }
  }

  /// Lets a client and the service speak to each other, if there are not too many who do.
  private func openWebSocket(
    _ exchange: Exchange,
    _ target: String,
    _ rules: PassDeclaration.WebSockets,
    _ upgrade: UpgradeRules
  ) async throws {
    let name = route.declaration.prefix
    guard passes.webSockets.open(name, rules) else {
      passes.counters.refusedWebSocket()
      return try await exchange.respond(PassProblems.crowded(.serviceUnavailable))
    }
    passes.counters.webSocketOpened()
    defer {
      passes.webSockets.close(name)
      passes.counters.webSocketClosed()
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
  private func stream(
    _ exchange: Exchange,
    _ target: String,
    _ asked: Request? = nil
  ) async throws {
    let request = exchange.request
    let requestTime = passes.cache.core.wallSeconds
    let responseStore = passes.cache.responses
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
