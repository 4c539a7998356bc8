// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor
import SQL
import SQLite

/// Handles the requests of one service on one loop. Blocking work runs on the pool.
final class ServiceHandler: RequestHandler {
  private let core: LoopCore
  private let router: ServiceRouter
  private let faults: FaultSwitch
  private let pool: WorkerPool

  /// The largest request body.
  private static let bodyLimit = 64 * 1024

  init(_ router: ServiceRouter, faults: FaultSwitch, pool: WorkerPool, on core: LoopCore) {
    self.router = router
    self.faults = faults
    self.pool = pool
    self.core = core
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

  private func handle(_ exchange: Exchange) async throws {
    let target: ServiceTarget
    do throws(Refusal) {
      target = try ServiceTarget(exchange.request.target)
    } catch {
      try await send(RenderedReply(error), exchange)
      return
    }
    if target.path == FaultAdministration.path {
      let request = try await request(exchange, target, path: [:])
      try await send(FaultAdministration(faults).reply(to: request), exchange)
      return
    }
    let isHealth = target.path == ServiceRouter.healthPath
    guard let fault = faults.next(isHealth: isHealth) else {
      try await send(try await reply(exchange, target), exchange)
      return
    }
    try await fault.pause(core)
    switch fault.damage {
    case .hang: await FaultPause(core).untilCancelled()
    case .reset: exchange.abort()
    case .truncate, .garbage, nil:
      let reply: RenderedReply
      if let refusal = fault.refusal {
        reply = RenderedReply(refusal)
      } else {
        reply = try await self.reply(exchange, target)
      }
      try await send(reply, exchange, damage: fault.damage)
    }
  }

  /// Returns the service's reply.
  private func reply(
    _ exchange: Exchange,
    _ target: ServiceTarget
  ) async throws -> RenderedReply {
    do {
      let (route, path) = try router.route(exchange.request.method, target.segments)
      let request = try await request(exchange, target, path: path)
      return try await pool.run { try RenderedReply(route.answer(request), to: request) }
    } catch let error as ExchangeError {
      throw error
    } catch let error as Refusal {
      return RenderedReply(error)
    } catch {
      return RenderedReply(ServiceHandler.refusal(error))
    }
  }

  /// Returns the response for an internal error: 503 for a temporary one, 500 otherwise.
  private static func refusal(_ error: any Error) -> Refusal {
    let isPassing = error is WorkerPool.Overloaded || (error as? SQLiteError)?.isBusy == true
    guard !isPassing else {
      return Refusal(
        .serviceUnavailable,
        "there is too much to do at the moment",
        fields: ["retry-after": "1"]
      )
    }
    StandardStream.errors.write("flower-shop: \(error)\n")
    return Refusal(.internalServerError, "the service has failed; its log says how")
  }

  private func request(
    _ exchange: Exchange,
    _ target: ServiceTarget,
    path: [String: String]
  ) async throws -> ServiceRequest {
    let request = exchange.request
    return ServiceRequest(
      method: request.method == .head ? .get : request.method,
      path: path,
      query: target.query,
      fields: request.fields,
      body: try await exchange.body(atMost: ServiceHandler.bodyLimit),
      now: core.wallSeconds
    )
  }

  private func send(
    _ reply: RenderedReply,
    _ exchange: Exchange,
    damage: Fault.Damage? = nil
  ) async throws {
    switch damage {
    case .garbage where !reply.body.isEmpty:
      let garbage = Fault.garbage(as: reply.body.count)
      try await exchange.respond(reply.response, body: garbage)
    case .truncate:
      try await exchange.start(reply.response, length: reply.body.count)
      try await exchange.write(reply.body.span.extracting(first: reply.body.count / 2))
      await FaultPause(core).untilEndOfTurn()
      exchange.abort()
    default: try await exchange.respond(reply.response, body: reply.body)
    }
  }
}
