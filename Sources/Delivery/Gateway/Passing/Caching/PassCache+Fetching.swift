// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import Reactor

/// A request that was sent, and its reply.
struct PassReply {
  let call: any ForwardedCall
  /// The last request to the service, which may have been repeated.
  let forwarding: Forwarding
  let answered: AnsweredRequest
  let outcome: ForwardedOutcome
  /// The comparison with a second service, which is asked once the answer is complete.
  let mirrored: MirrorTicket?
}

/// Asks the service.
extension PassCache {
  /// Sends a request until there is a usable reply, and waits for its head.
  private func ask(
    _ asked: PassRequest,
    by forwarder: Forwarder,
    _ request: Request,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    informing exchange: Exchange? = nil
  ) async throws(ForwardingFault) -> PassReply {
    var forwarding = forwarding
    for _ in 0..<PassCache.attempts {
      let reply = try await askOnce(asked, by: forwarder, request, forwarding, found, exchange)
      guard case .repeat(let next) = reply.outcome else { return reply }
      reply.call.cancel()
      forwarding = next
    }
    throw ForwardingFault(
      ClientError(.malformedHead, "the service answers what it was not asked")
    )
  }

  /// Sends a request, with the cache's conditions in place of the client's, and waits for the head
  /// of the answer.
  private func askOnce(
    _ asked: PassRequest,
    by forwarder: Forwarder,
    _ sent: Request,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    _ exchange: Exchange?
  ) async throws(ForwardingFault) -> PassReply {
    var sent = sent
    sent.method = asked.request.method
    forwarding.apply(to: &sent.fields)
    if let record = asked.record {
      record.send(&sent)
    } else {
      sent.fields.set(tracer.newTrace().context, nil)
    }
    let requestTime = core.wallSeconds
    let mirrored = asked.route.mirrored?.ticket(for: sent)
    let call: any ForwardedCall
    do throws(ForwardingFault) {
      call = try await forwarder.upstream.open(
        sent,
        body: .none,
        options: asked.route.options,
        interim: { interim in if let exchange { Forwarder.inform(exchange, interim) } }
      )
    } catch {
      asked.record?.failed(error)
      throw error
    }
    asked.record?.answered(call.exchange.response, at: call.endpoint)
    var response = call.exchange.response
    response.fields.appendVia(received: call.exchange.version, by: PassRoute.name)
    let answered = AnsweredRequest(
      request: asked.request,
      response: response,
      requestTime: requestTime,
      responseTime: core.wallSeconds
    )
    let outcome = ForwardedOutcome(
      answered,
      forwarding,
      candidates: found.heads,
      rules: asked.route.rules
    )
    mirrored?.status = response.status
    return PassReply(
      call: call,
      forwarding: forwarding,
      answered: answered,
      outcome: outcome,
      mirrored: mirrored
    )
  }

  /// The request as it goes to the service, or the answer to one that must not be forwarded.
  private func sent(_ asked: PassRequest, by forwarder: Forwarder) -> RequestForwarding {
    let route = asked.route
    switch RequestForwarding.decide(
      asked.request,
      asked.sender,
      forwarder.upstream.origin,
      PassRoute.name
    ) {
    case .forward(var request):
      route.removeCredentials(&request)
      return .forward(request)
    case .answer(let response): return .answer(response)
    }
  }

  /// Answers with the service's answer, and stores it if that is allowed.
  ///
  /// - Parameter permit: ended when the service has answered, so that others go on.
  func fetch(
    _ exchange: Exchange,
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    _ lease: FetchLease? = nil,
    permit: SoloPermit? = nil
  ) async throws {
    asked.record?.cacheResult = .miss
    let forwarder: Forwarder
    switch asked.route.destination {
    case .service(let service): forwarder = service
    case .records(let records):
      return try await read(exchange, asked, records, forwarding.reason, lease, permit: permit)
    }
    let request: Request
    switch sent(asked, by: forwarder) {
    case .answer(let response):
      if let lease { lease.completeAlone(at: core.wallMilliseconds) }
      return try await exchange.respond(response)
    case .forward(let sent): request = sent
    }
    let reply: PassReply
    do throws(ForwardingFault) {
      reply = try await ask(asked, by: forwarder, request, forwarding, found, informing: exchange)
      permit?.end()
    } catch {
      // A client that has left does not fail the others: the next waiter fetches.
      if let lease, !Task.isCancelled { lease.fail(error, at: core.wallMilliseconds) }
      return try await fail(exchange, asked, forwarding, found, error)
    }
    try await PassFetch(self, asked, found, reply, lease).answer(exchange)
  }

  /// Fetches without a client.
  func refresh(
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    _ lease: FetchLease
  ) async {
    // The records are never given stale.
    guard case .service(let forwarder) = asked.route.destination,
      case .forward(let request) = sent(asked, by: forwarder)
    else { return }
    do throws(ForwardingFault) {
      let reply = try await ask(asked, by: forwarder, request, forwarding, found)
      await PassFetch(self, asked, found, reply, lease).keep()
    } catch {
      lease.fail(error, at: core.wallMilliseconds)
    }
  }
}
