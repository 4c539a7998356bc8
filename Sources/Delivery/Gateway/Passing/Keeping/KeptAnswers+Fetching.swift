// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import Reactor

/// A request that was sent, and what came back.
struct PassReply {
  let call: any ForwardedCall
  /// What the service was asked in the end.
  let forwarding: Forwarding
  let answered: AnsweredRequest
  let outcome: ForwardedOutcome
  /// What a second service is to be asked once the answer is there.
  let mirrored: MirrorTicket?
}

/// Asking the service.
extension KeptAnswers {
  /// Sends a request on until something comes of it that is of use, and waits for the head of that.
  private func ask(
    _ question: PassQuestion,
    _ request: Request,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found,
    informing exchange: Exchange? = nil
  ) async throws(ForwardingFault) -> PassReply {
    var forwarding = forwarding
    for _ in 0..<KeptAnswers.attempts {
      let reply = try await askOnce(question, request, forwarding, found, exchange)
      guard case .repeat(let next) = reply.outcome else { return reply }
      reply.call.cancel()
      forwarding = next
    }
    throw ForwardingFault(
      ClientError(.malformedHead, "the service answers what it was not asked")
    )
  }

  /// Sends a request on, with what the cache asks in place of the client, and waits for the head of
  /// the answer.
  private func askOnce(
    _ question: PassQuestion,
    _ sent: Request,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found,
    _ exchange: Exchange?
  ) async throws(ForwardingFault) -> PassReply {
    var sent = sent
    sent.method = question.request.method
    forwarding.apply(to: &sent.fields)
    let requestTime = core.wallSeconds
    let mirrored = question.route.mirrored?.ticket(for: sent)
    let call = try await question.route.upstream.open(
      sent,
      body: .none,
      options: question.route.options,
      interim: { interim in if let exchange { await Forwarder.inform(exchange, interim) } }
    )
    var response = call.exchange.response
    response.fields.appendVia(received: call.exchange.version, by: PassRoute.name)
    let answered = AnsweredRequest(
      request: question.request,
      response: response,
      requestTime: requestTime,
      responseTime: core.wallSeconds
    )
    let outcome = ForwardedOutcome(
      answered,
      forwarding,
      candidates: found.heads,
      rules: question.route.rules
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

  /// The request as it goes to the service; `nil` when it goes no further than here.
  private func sent(_ question: PassQuestion) -> RequestForwarding.Decision {
    let route = question.route
    let rules = RequestForwarding(
      question.request,
      question.peer,
      route.upstream.origin,
      PassRoute.name
    )
    guard case .forward(var request) = rules.decision else { return rules.decision }
    route.removeCredentials(&request)
    return .forward(request)
  }

  /// Answers with what the service says, and keeps what may be kept.
  func fetch(
    _ exchange: Exchange,
    _ question: PassQuestion,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found,
    _ duty: FlightDuty? = nil
  ) async throws {
    let request: Request
    switch sent(question) {
    case .answer(let response):
      if let duty { flights.landAlone(duty) }
      return try await exchange.respond(response)
    case .forward(let sent): request = sent
    }
    let reply: PassReply
    do throws(ForwardingFault) {
      reply = try await ask(question, request, forwarding, found, informing: exchange)
    } catch {
      // A client that has gone fails nobody else: the next who waits fetches.
      if let duty, !Task.isCancelled { flights.fail(duty, error) }
      return try await fail(exchange, question, forwarding, found, error)
    }
    try await PassFetch(self, question, found, reply, duty).answer(exchange)
  }

  /// The same for nobody in particular.
  func refresh(
    _ question: PassQuestion,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found,
    _ duty: FlightDuty
  ) async {
    guard case .forward(let request) = sent(question) else { return }
    do throws(ForwardingFault) {
      let reply = try await ask(question, request, forwarding, found)
      await PassFetch(self, question, found, reply, duty).keep()
    } catch {
      flights.fail(duty, error)
    }
  }
}
