// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPServer
import HTTPValues
import Passing
import Reactor
import Services

/// Passes a request on to the service of its path, and the service's answer back.
struct PassStep {
  let route: PassRoute
  let forwarder: Forwarder
  /// The request's path in its normal form.
  let path: String
  /// The target of which no answer was found, if one was looked for.
  let target: PassTarget?
  let passes: Passes

  /// Begins to pass a request on along its route.
  func begin(_ exchange: Exchange, _ record: PassRecord) -> ExchangeWork {
    if exchange.request.method == .options, !route.admits(.options) {
      exchange.answerOrAbort(.prepared(PassProblems.methods(route)))
      return .none
    }
    if let refusal = refusal(of: exchange) {
      record.report = refusal.report
      exchange.answerOrAbort(.prepared(refusal.response))
      return .none
    }
    exchange.bodyLimit = route.declaration.bodyBytes
    let target = PassRoute.target(path, exchange.request.target)
    if let rules = route.declaration.webSockets {
      let upgrade = UpgradeRules("websocket", idle: .seconds(rules.idle), on: passes.cache.core)
      if upgrade.isAsked(by: exchange) {
        return openWebSocket(exchange, target, rules, upgrade, record)
      }
    }
    // A stream of events has no end, so that the cache cannot store it.
    guard route.keepsAnswers, !exchange.request.asksForEventStream,
      let asked = self.target ?? passes.cache.responses.target(of: exchange.request, target, route)
    else { return stream(exchange, target, record) }
    switch exchange.request.method {
    case .get where exchange.bodyLength == 0, .head where exchange.bodyLength == 0:
      return passes.cache.begin(exchange, PassRequest(exchange, at: asked, record))
    default: return stream(exchange, target, record, asked)
    }
  }

  /// Returns the refusal of a request that is not passed on.
  private func refusal(of exchange: Exchange) -> Refusal? {
    guard route.admits(exchange.request.method) else { return PassProblems.methodNotAllowed(route) }
    guard let length = exchange.bodyLength, length > route.declaration.bodyBytes else { return nil }
    return PassProblems.tooLarge(length, route)
  }

  /// Opens a WebSocket between a client and the service, if the limit allows it.
  private func openWebSocket(
    _ exchange: Exchange,
    _ target: String,
    _ rules: PassDeclaration.WebSockets,
    _ upgrade: UpgradeRules,
    _ record: PassRecord
  ) -> ExchangeWork {
    let (name, sockets, counters) = (route.declaration.prefix, passes.webSockets, passes.counters)
    guard sockets.open(name, rules) else {
      counters.refusedWebSocket()
      let refusal = PassProblems.crowded
      record.report = refusal.report
      exchange.answerOrAbort(.prepared(refusal.response))
      return .none
    }
    counters.webSocketOpened()
    let whenOver = exchange.whenOver
    exchange.whenOver = { over in
      sockets.close(name)
      counters.webSocketClosed()
      whenOver?(over)
    }
    return stream(exchange, target, record, upgrade: upgrade)
  }

  /// Streams both ways; nothing is stored, and stored answers that the reply invalidates are
  /// removed.
  private func stream(
    _ exchange: Exchange,
    _ target: String,
    _ record: PassRecord,
    _ asked: PassTarget? = nil,
    upgrade: UpgradeRules? = nil
  ) -> ExchangeWork {
    record.passed = PassedRequest(exchange, target, asked, in: passes.cache.responses)
    return forwarder.begin(
      exchange,
      of: route.sender(of: exchange.request, from: exchange.peer),
      options: route.options,
      along: record,
      upgrade: upgrade
    )
  }
}
