// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Reactor
import ResourceStore

extension ResourceHandler {
  /// Answers changes, at once or after a wait for some.
  func changes(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    let service = service
    let request = try await pool.run {
      let identified = try service.context.senders.identified(request)
      try service.context.views.permitAny(identified)
      return identified
    }
    let seconds = try request.patience
    if seconds > 0 {
      let waiter = try ChangeWaiter(service, request, on: core)
      defer { waiter.close() }
      let isThere = try await pool.run {
        let page = try service.context.changes.changePage(request)
        return !page.resources.isEmpty
      }
      if !isThere { _ = await waiter.wait(.seconds(seconds)) }
    }
    try await respond(try await pool.run { service.reply(to: request) }, exchange)
  }

  /// Begins to send an event for every change: the id of the record and its version, not its content, which
  /// the client reads with its own rights.
  func beginEvents(_ request: ResourceRequest, _ exchange: Exchange) -> ExchangeWork {
    let (stream, group) = (EventStream(exchange, on: core), eventStreams(for: request))
    group.expectStream()
    let confined = LoopConfined((self, stream, group, exchange), to: core.loop.number)
    core.loop.start {
      let (handler, stream, group, exchange) = confined.value
      do {
        try await group.open(stream, request)
      } catch {
        await handler.refuse(exchange, error)
      }
    }
    return .events(stream)
  }

  /// Answers an error where no caller is left that could handle another one.
  private func refuse(_ exchange: Exchange, _ error: any Error) async {
    guard !exchange.hasResponded else { return exchange.abort() }
    do { try await respond(reply(to: error), exchange) } catch { exchange.abort() }
  }

  /// The streams that see the same changes as one for this request does.
  private func eventStreams(for request: ResourceRequest) -> EventStreamGroup {
    let key = EventStreamGroup.Key(request)
    if let group = eventStreams[key] { return group }
    let group = EventStreamGroup(request, service, pool, on: core) { [weak self] in
      self?.eventStreams[key] = nil
    }
    eventStreams[key] = group
    return group
  }
}
