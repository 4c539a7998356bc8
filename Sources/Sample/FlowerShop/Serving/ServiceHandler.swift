// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// Handles the requests of one service on one loop.
final class ServiceHandler: RequestHandler {
  private let service: Service
  private let core: LoopCore

  /// The largest request body.
  private static let bodyLimit = 64 * 1024

  init(_ service: Service, on core: LoopCore) {
    self.service = service
    self.core = core
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

  private func handle(_ exchange: Exchange) async throws {
    let body = try await exchange.body(atMost: ServiceHandler.bodyLimit)
    let request = ServiceRequest(exchange.request, body: body, now: core.wallSeconds)
    let isFault = request.path == FaultSwitch.path
    let fault = isFault ? nil : service.faults.next(isHealth: request.path == "/health")
    if let delay = fault?.delay, delay > .zero { await FaultPause(core).wait(delay) }
    switch fault?.damage {
    case .hang: await FaultPause(core).untilCancelled()
    case .reset: exchange.abort()
    case .truncate, .garbage, nil:
      let reply: ServiceReply
      do throws(Refusal) {
        if let refusal = fault?.refusal { throw refusal }
        reply =
          isFault ? try service.faults.reply(to: request) : try service.reply(to: request)
      } catch {
        reply = ServiceReply(error)
      }
      try await send(reply.response(to: request), exchange, damage: fault?.damage)
    }
  }

  private func send(
    _ reply: ServiceReply,
    _ exchange: Exchange,
    damage: Fault.Damage? = nil
  ) async throws {
    let response = Response(reply.status, fields: reply.fields)
    switch damage {
    case .garbage:
      try await exchange.respond(response, body: Fault.garbage(as: reply.body.count))
    case .truncate:
      try await exchange.start(response, length: reply.body.count)
      try await exchange.write(reply.body.span.extracting(first: reply.body.count / 2))
      await FaultPause(core).untilEndOfTurn()
      exchange.abort()
    default: try await exchange.respond(response, body: reply.body)
    }
  }
}
