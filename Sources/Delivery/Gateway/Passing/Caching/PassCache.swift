// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor

// As the page Caching shows: a stored answer is used if possible; otherwise the service is asked,
// once for all who want the same at once; its answer decides what is stored and what the client
// gets.

/// Answers along passes with a cache by RFC 9111. It belongs to a loop.
final class PassCache {
  /// Maximum number of requests for one client whose replies turn out to be unusable.
  static let attempts = 3
  /// Maximum milliseconds for which a request waits for another one's fetch.
  static let patience: Int64 = 60_000

  let core: LoopCore
  let responses: ResponseStore
  let tracer: Tracer
  let coalescer: LoopCoalescer

  init(_ coalescer: LoopCoalescer, _ tracer: Tracer) {
    self.tracer = tracer
    core = coalescer.core
    responses = ResponseStore(store: coalescer.store, core: coalescer.core)
    self.coalescer = coalescer
  }

  /// Begins to answer with a stored answer, or with the service's.
  func begin(_ exchange: Exchange, _ asked: PassRequest) -> ExchangeWork {
    guard let (found, forwarding) = answerAtOnce(exchange, asked, isCollapsed: nil) else {
      return .none
    }
    let fetch = PassFetch(asked, found, forwarding, for: exchange, in: self)
    fetch.begin()
    return .events(fetch)
  }

  func refuse(_ exchange: Exchange, _ asked: PassRequest, _ refusal: Refusal) {
    asked.record?.report = refusal.report
    exchange.answerOrAbort(.prepared(refusal.response))
  }

  func collapsedStatus(_ head: StoredResponse) -> CacheStatus {
    CacheStatus.forwarded(
      PassRoute.name,
      .nothingKept,
      status: nil,
      stored: head,
      isCollapsed: true,
      now: core.wallSeconds
    )
  }

  /// Answers from the store if possible; otherwise returns what the service is to be asked.
  func answerAtOnce(
    _ exchange: Exchange,
    _ asked: PassRequest,
    isCollapsed: Bool?
  ) -> (ResponseStore.Found, Forwarding)? {
    let found = responses.find(asked.target.key)
    let decision = ReuseDecision(
      method: asked.request.method,
      fields: asked.request.fields.view,
      candidates: found.heads,
      now: core.wallSeconds,
      rules: asked.route.rules
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
      refuse(exchange, asked, PassProblems.notKept(status))
    case .answer(let answer):
      asked.record?.cacheResult = isCollapsed == true ? .collapsed : .hit
      send(answer, of: found, exchange, asked.route, isCollapsed: isCollapsed)
    case .answerAndRevalidate(let answer, let forwarding):
      refresh(asked.plain, forwarding, found)
      asked.record?.cacheResult = .stale
      send(answer, of: found, exchange, asked.route, isCollapsed: isCollapsed)
    }
    return nil
  }

  /// Sends a stored answer.
  func send(
    _ answer: StoredAnswer,
    of found: ResponseStore.Found,
    _ exchange: Exchange,
    _ route: PassRoute,
    isCollapsed: Bool? = nil
  ) {
    guard let responses = found.responses, responses.heads.indices.contains(answer.candidate) else {
      return
    }
    let head = responses.heads[answer.candidate]
    var status =
      isCollapsed == true
      ? collapsedStatus(head)
      : CacheStatus.hit(PassRoute.name, answer, of: head, now: core.wallSeconds)
    var kept = StoredReply(answer, head, responses.bodies[answer.candidate], now: core.wallSeconds)
    if !self.responses.store.isComplete(at: core.now.nanoseconds) {
      kept.overtake(at: core.wallSeconds)
      status.timeLeft = -1
    }
    kept.send(exchange, route, status)
  }

  /// Revalidates an answer that is served stale meanwhile, once for all.
  private func refresh(
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found
  ) {
    let key = asked.waitingKey(found.heads, in: responses.store)
    guard let lease = responses.store.claim(key, at: core.wallMilliseconds) else { return }
    PassFetch(asked, found, forwarding, for: nil, in: self).lead(lease)
  }

  /// Answers for a service without an answer: a stored answer stands in, or a problem document
  /// tells it.
  func fail(
    _ exchange: Exchange,
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    _ fault: BackendFault
  ) {
    let standIn = StoredAnswer.standIn(
      for: .unreachable,
      method: asked.request.method,
      fields: asked.request.fields.view,
      candidates: found.heads,
      now: core.wallSeconds,
      rules: asked.route.rules
    )
    if let standIn {
      asked.record?.cacheResult = .staleError
      asked.record?.report = nil
      return send(standIn, of: found, exchange, asked.route)
    }
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
    exchange.answerOrAbort(.response(response, body: fault.body))
  }
}
