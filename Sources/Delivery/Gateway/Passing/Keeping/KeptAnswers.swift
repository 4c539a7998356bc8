// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import Reactor

// The way that Caching.md draws: what is kept decides, or else the service is asked, for all who
// want the same at once; what it says decides what is kept and what the client gets.

/// Answers along routes whose answers are kept by RFC 9111. It lives on a loop.
final class KeptAnswers {
  /// How often a request is sent for one client whose answers turn out to be of no use.
  static let attempts = 3
  /// How long somebody waits for what another one fetches.
  private static let patience: Int64 = 60_000

  let core: LoopCore
  let shelves: PassShelves
  let flights: PassFlights

  init(_ flights: LoopFlights) {
    core = flights.core
    shelves = PassShelves(store: flights.store, core: flights.core)
    self.flights = PassFlights(flights: flights)
  }

  /// Answers with what is kept, or with what the service says.
  func answer(_ exchange: Exchange, _ question: PassQuestion) async throws {
    guard let forwarding = try await answerAtOnce(exchange, question, isCollapsed: nil) else {
      return
    }
    let (found, reason) = forwarding
    let method = exchange.request.method
    let mayWait = Collapsing.mayWait(
      method: method,
      fields: question.request.fields.view,
      rules: question.route.rules
    )
    // What HEAD brings is nothing to others.
    guard mayWait, method == .get else {
      return try await fetch(exchange, question, reason, found)
    }
    let key = question.waitingKey(found.heads, in: shelves.store)
    switch await flights.board(key, patience: KeptAnswers.patience) {
    case .lead(let duty): try await fetch(exchange, question, reason, found, duty)
    case .landed: try await answerAgain(exchange, question)
    case .alone(let permit):
      try await fetch(exchange, question, reason, found)
      withExtendedLifetime(permit) {}
    case .failed(let error):
      let fault =
        error as? ForwardingFault
        ?? ForwardingFault(ClientError(.closed, "nobody finished the fetch"))
      try await fail(exchange, question, reason, found, fault)
    case .late: try await exchange.respond(PassProblems.crowded(.gatewayTimeout))
    case .crowded: try await exchange.respond(PassProblems.crowded(.serviceUnavailable))
    }
  }

  /// After somebody else's fetch: what it brought may not be for this client.
  private func answerAgain(_ exchange: Exchange, _ question: PassQuestion) async throws {
    guard let (found, reason) = try await answerAtOnce(exchange, question, isCollapsed: true) else {
      return
    }
    try await fetch(exchange, question, reason, found)
  }

  /// Answers out of what is kept if it may; else says what the service is to be asked.
  private func answerAtOnce(
    _ exchange: Exchange,
    _ question: PassQuestion,
    isCollapsed: Bool?
  ) async throws -> (PassShelves.Found, Forwarding)? {
    let found = shelves.find(question.key)
    let decision = ReuseDecision(
      method: question.request.method,
      fields: question.request.fields.view,
      candidates: found.heads,
      now: core.wallSeconds,
      rules: question.route.rules
    )
    switch decision {
    case .forward(let forwarding): return (found, forwarding)
    case .gatewayTimeout(let reason):
      let status = CacheStatus.forwarded(
        PassRoute.name,
        reason,
        status: nil,
        stored: nil,
        now: core.wallSeconds
      )
      try await exchange.respond(PassProblems.notKept(status))
    case .answer(let answer):
      try await send(answer, of: found, exchange, question.route, isCollapsed: isCollapsed)
    case .answerAndRevalidate(let answer, let forwarding):
      refresh(question.plain, forwarding, found)
      try await send(answer, of: found, exchange, question.route, isCollapsed: isCollapsed)
    }
    return nil
  }

  /// Sends what is kept as it is.
  func send(
    _ answer: StoredAnswer,
    of found: PassShelves.Found,
    _ exchange: Exchange,
    _ route: PassRoute,
    isCollapsed: Bool? = nil
  ) async throws {
    guard let shelf = found.shelf, shelf.heads.indices.contains(answer.candidate) else { return }
    let head = shelf.heads[answer.candidate]
    let status =
      isCollapsed == true
      ? CacheStatus.forwarded(
        PassRoute.name,
        .nothingKept,
        status: nil,
        stored: head,
        isCollapsed: true,
        now: core.wallSeconds
      ) : CacheStatus.hit(PassRoute.name, answer, of: head, now: core.wallSeconds)
    let kept = KeptForm(answer, head, shelf.bodies[answer.candidate], now: core.wallSeconds)
    try await kept.send(exchange, route, status)
  }

  /// Asks the service about what is served stale meanwhile, once for all.
  private func refresh(
    _ question: PassQuestion,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found
  ) {
    let confined = LoopConfined(
      (answers: self, question: question, found: found),
      to: core.loop.number
    )
    let key = question.waitingKey(found.heads, in: shelves.store)
    flights.claim(key) { duty in
      let (answers, _, _) = confined.value
      answers.core.loop.start {
        let (answers, question, found) = confined.value
        await answers.refresh(question, forwarding, found, duty)
      }
    }
  }

  /// The service has no answer: what is kept stands in, or else a problem says so.
  func fail(
    _ exchange: Exchange,
    _ question: PassQuestion,
    _ forwarding: Forwarding,
    _ found: PassShelves.Found,
    _ fault: ForwardingFault
  ) async throws {
    let standIn = StoredAnswer.standIn(
      for: .unreachable,
      method: question.request.method,
      fields: question.request.fields.view,
      candidates: found.heads,
      now: core.wallSeconds,
      rules: question.route.rules
    )
    if let standIn { return try await send(standIn, of: found, exchange, question.route) }
    var response = fault.response(PassRoute.name)
    // RFC 9111 section 5.2.2.2.
    if case .validate(let index) = forwarding.purpose, found.heads.indices.contains(index),
      found.heads[index].freshness.forbidsStale
    {
      response.status = .gatewayTimeout
    }
    CacheStatus.forwarded(
      PassRoute.name,
      forwarding.reason,
      status: nil,
      stored: nil,
      now: core.wallSeconds
    ).append(to: &response.fields)
    try await exchange.respond(response, body: fault.body)
  }
}
