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

  /// Begins to pass a request on along its route.
  func begin(_ exchange: Exchange) -> ExchangeWork {
    if let refusal = refusal(of: exchange) {
      exchange.answerOrAbort(.prepared(refusal))
      return .none
    }
    exchange.bodyLimit = route.declaration.bodyBytes
    let target = PassRoute.target(path, exchange.request.target)
    if let rules = route.declaration.webSockets {
      let upgrade = UpgradeRules("websocket", idle: .seconds(rules.idle), on: passes.cache.core)
      if upgrade.isAsked(by: exchange) {
        return .task { try await openWebSocket($0, target, rules, upgrade) }
      }
    }
    guard route.keepsAnswers,
      let asked = PassRequest(exchange, route, target: target, in: passes.cache.responses.store)
    else { return stream(exchange, target) }
    switch exchange.request.method {
    case .get where exchange.bodyLength == 0, .head where exchange.bodyLength == 0:
      return .task { [cache = passes.cache] in try await cache.answer($0, asked) }
    default: return stream(exchange, target, asked.request)
    }
  }

  /// The answer to what is not passed on.
  private func refusal(of exchange: Exchange) -> PreparedResponse? {
    guard route.admits(exchange.request.method) else {
      return exchange.request.method == .options
        ? PassProblems.methods(route) : PassProblems.methodNotAllowed(route)
    }
    guard let length = exchange.bodyLength, length > route.declaration.bodyBytes else { return nil }
    return PassProblems.tooLarge(length, route)
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
  ) -> ExchangeWork {
    let request = exchange.request
    let requestTime = passes.cache.core.wallSeconds
    let responseStore = passes.cache.responses
    let mirroring = exchange.bodyLength == 0 ? route.mirrored : nil
    var ticket: MirrorTicket?
    return route.forwarder.begin(
      exchange,
      options: route.options,
      edits: Forwarder.Edits(
        request: { [route] sent in
          route.prepare(&sent, target: target)
          ticket = mirroring?.ticket(for: sent)
        },
        response: { [route] response in
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
          CacheStatus(
            PassRoute.name,
            .forwarded(
              route.keepsAnswers ? .method : .bypass,
              status: nil,
              isStored: false,
              isCollapsed: nil
            )
          ).append(to: &response.fields)
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
