// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPServer
import HTTPValues
import Passing
import Plans
import Reactor

/// Passes a request on to the service of its path, and the service's answer back.
struct PassStep {
  let route: PassRoute
  let forwarder: Forwarder
  /// The request's path in its normal form.
  let path: String
  let passes: Passes

  /// Cache-Status of a response that bypasses the cache (`fwd=bypass`).
  private static let bypassed = cacheStatus(.bypass)
  /// Cache-Status of a response to a method that is not cached (`fwd=method`).
  private static let uncachedMethod = cacheStatus(.method)

  private static func cacheStatus(
    _ reason: CacheStatus.Forwarded,
    timeLeft: Int? = nil
  ) -> String {
    CacheStatus(
      PassRoute.name,
      .forwarded(reason, status: nil, isStored: false, isCollapsed: nil),
      timeLeft: timeLeft
    ).member
  }

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
        return .task { try await openWebSocket($0, target, rules, upgrade, record) }
      }
    }
    // A stream of events has no end, so that the cache cannot store it.
    guard route.keepsAnswers, !exchange.request.asksForEventStream,
      let asked = PassRequest(
        exchange,
        route,
        target: target,
        record,
        in: passes.cache.responses.store
      )
    else { return stream(exchange, target, record) }
    switch exchange.request.method {
    case .get where exchange.bodyLength == 0, .head where exchange.bodyLength == 0:
      return passes.cache.begin(exchange, asked)
    default: return stream(exchange, target, record, asked.request)
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
  ) async throws {
    let name = route.declaration.prefix
    guard passes.webSockets.open(name, rules) else {
      passes.counters.refusedWebSocket()
      let refusal = PassProblems.crowded
      record.report = refusal.report
      return try await exchange.respond(refusal.response)
    }
    passes.counters.webSocketOpened()
    defer {
      passes.webSockets.close(name)
      passes.counters.webSocketClosed()
    }
    try await forwarder.forward(
      exchange,
      of: route.sender(of: exchange.request, from: exchange.peer),
      options: route.options,
      edits: Forwarder.Edits(
        request: {
          route.prepare(&$0, target: target)
          record.send(&$0)
        },
        response: {
          record.answered($0, at: $1)
          route.finish(&$0, asked: exchange.request.fields)
        },
        failed: { record.failed($0) }
      ),
      upgrade: upgrade
    )
  }

  /// Streams both ways; nothing is stored, and stored answers that the reply invalidates are
  /// removed.
  private func stream(
    _ exchange: Exchange,
    _ target: String,
    _ record: PassRecord,
    _ asked: Request? = nil
  ) -> ExchangeWork {
    let requestTime = passes.cache.core.wallSeconds
    let responseStore = passes.cache.responses
    let epoch = responseStore.store.purgeEpoch
    let mirroring = exchange.bodyLength == 0 ? route.mirrored : nil
    var ticket: MirrorTicket?
    return forwarder.begin(
      exchange,
      of: route.sender(of: exchange.request, from: exchange.peer),
      options: route.options,
      edits: Forwarder.Edits(
        request: { [route] sent in
          route.prepare(&sent, target: target)
          record.send(&sent)
          ticket = mirroring?.ticket(for: sent)
        },
        response: { [route] response, endpoint in
          record.answered(response, at: endpoint)
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
          // A request that changes something purges what its own answer belongs to.
          let isOvertaken =
            (exchange.request.method == .get || exchange.request.method == .head)
            && responseStore.isOvertaken(
              response,
              to: asked ?? route.prepared(exchange.request, target: target),
              route,
              since: epoch
            )
          route.finish(&response, asked: exchange.request.fields)
          guard isOvertaken else {
            response.fields.append(
              FieldName(.cacheStatus),
              asked == nil ? PassStep.bypassed : PassStep.uncachedMethod
            )
            return
          }
          response.overtake(at: responseStore.core.wallSeconds)
          response.fields.append(
            FieldName(.cacheStatus),
            PassStep.cacheStatus(asked == nil ? .bypass : .method, timeLeft: -1)
          )
        },
        failed: { record.failed($0) },
        watch: mirroring == nil
          ? nil
          : { piece in
            if let piece { ticket?.append(piece) } else { ticket?.finish() }
          }
      )
    )
  }
}
