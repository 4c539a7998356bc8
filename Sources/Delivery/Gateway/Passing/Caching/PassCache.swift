// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import Reactor

// As the page Caching shows: a stored answer is used if possible; otherwise the service is asked,
// once for all who want the same at once; its answer decides what is stored and what the client
// gets.

/// Answers along passes with a cache by RFC 9111. It belongs to a loop.
final class PassCache {
  /// Maximum number of requests for one client whose replies turn out to be unusable.
  static let attempts = 3
  /// Maximum milliseconds for which a request waits for another one's fetch.
  private static let patience: Int64 = 60_000

  let core: LoopCore
  let responses: ResponseStore
  let tracer: Tracer
  private let coalescer: LoopCoalescer

  init(_ coalescer: LoopCoalescer, _ tracer: Tracer) {
    self.tracer = tracer
    core = coalescer.core
    responses = ResponseStore(store: coalescer.store, core: coalescer.core)
    self.coalescer = coalescer
  }

  /// Answers with a stored answer, or with the service's.
  func answer(_ exchange: Exchange, _ asked: PassRequest) async throws {
    guard let forwarding = try await answerAtOnce(exchange, asked, isCollapsed: nil) else {
      return
    }
    let (found, reason) = forwarding
    let method = exchange.request.method
    let mayWait = Collapsing.mayWait(
      method: method,
      fields: asked.request.fields.view,
      rules: asked.route.rules
    )
    // The reply to HEAD is of no use to others.
    guard mayWait, method == .get else {
      return try await fetch(exchange, asked, reason, found)
    }
    let key = asked.waitingKey(found.heads, in: responses.store)
    switch responses.store.peek(key, at: core.wallMilliseconds) {
    case .pass: return try await fetch(exchange, asked, reason, found)
    case .fresh(let entry): return try await answer(exchange, asked, from: entry)
    case .stale, .onlyOnError, .miss: break
    }
    switch await coalescer.turn(for: key, patience: PassCache.patience) {
    case .lead(let lease): try await fetch(exchange, asked, reason, found, lease)
    case .result(.answer(let entry)): try await answer(exchange, asked, from: entry)
    case .result(.alone(let permit)):
      try await fetch(exchange, asked, reason, found, permit: permit)
    case .result(.failed(let error)):
      let fault =
        error as? ForwardingFault
        ?? ForwardingFault(ClientError(.closed, "nobody finished the fetch"))
      try await fail(exchange, asked, reason, found, fault)
    case .result(.late): try await fetch(exchange, asked, reason, found)
    case .result(.crowded): try await refuse(exchange, asked, PassProblems.crowded)
    }
  }

  private func refuse(
    _ exchange: Exchange,
    _ asked: PassRequest,
    _ refusal: Refusal
  ) async throws {
    asked.record?.report = refusal.report
    try await exchange.respond(refusal.response)
  }

  /// Answers with what another request's fetch has brought, or is bringing, unless that is not for
  /// this client.
  private func answer(
    _ exchange: Exchange,
    _ asked: PassRequest,
    from entry: CacheEntry
  ) async throws {
    if let underWay = entry.payload as? PassUnderWay,
      try await readAlong(underWay, of: entry, exchange, asked)
    {
      return
    }
    guard let (found, reason) = try await answerAtOnce(exchange, asked, isCollapsed: true) else {
      return
    }
    try await fetch(exchange, asked, reason, found)
  }

  /// Answers with a body while it comes. Returns false, and answers nothing, where it is not for this
  /// client.
  private func readAlong(
    _ underWay: PassUnderWay,
    of entry: CacheEntry,
    _ exchange: Exchange,
    _ asked: PassRequest
  ) async throws -> Bool {
    let answer = Collapsing.share(
      of: underWay.head,
      method: asked.request.method,
      fields: asked.request.fields.view,
      now: core.wallSeconds,
      rules: asked.route.rules
    )
    guard let answer else { return false }
    var response = answer.head(of: underWay.head, now: core.wallSeconds)
    asked.route.finishKept(&response)
    var status = collapsedStatus(underWay.head)
    if responses.store.hasPurged(entry) || !asked.route.generation.isLatest {
      response.overtake(at: core.wallSeconds)
      status.timeLeft = -1
    }
    status.append(to: &response.fields)
    asked.record?.cacheResult = .collapsed
    switch answer.form {
    case .whole:
      let length = underWay.length
      return try await underWay.body.send(response, length: length, to: exchange, on: core.loop)
    case .notModified:
      try await exchange.respond(response)
      return true
    case .headOnly, .part, .parts, .unsatisfiable: return false
    }
  }

  private func collapsedStatus(_ head: StoredResponse) -> CacheStatus {
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
  private func answerAtOnce(
    _ exchange: Exchange,
    _ asked: PassRequest,
    isCollapsed: Bool?
  ) async throws -> (ResponseStore.Found, Forwarding)? {
    let found = responses.find(asked.key)
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
      try await refuse(exchange, asked, PassProblems.notKept(status))
    case .answer(let answer):
      asked.record?.cacheResult = isCollapsed == true ? .collapsed : .hit
      try await send(answer, of: found, exchange, asked.route, isCollapsed: isCollapsed)
    case .answerAndRevalidate(let answer, let forwarding):
      refresh(asked.plain, forwarding, found)
      asked.record?.cacheResult = .stale
      try await send(answer, of: found, exchange, asked.route, isCollapsed: isCollapsed)
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
  ) async throws {
    guard let responses = found.responses, responses.heads.indices.contains(answer.candidate) else {
      return
    }
    let head = responses.heads[answer.candidate]
    let status =
      isCollapsed == true
      ? collapsedStatus(head)
      : CacheStatus.hit(PassRoute.name, answer, of: head, now: core.wallSeconds)
    let kept = StoredReply(answer, head, responses.bodies[answer.candidate], now: core.wallSeconds)
    try await kept.send(exchange, route, status)
  }

  /// Revalidates an answer that is served stale meanwhile, once for all.
  private func refresh(
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found
  ) {
    let key = asked.waitingKey(found.heads, in: responses.store)
    guard let lease = responses.store.claim(key, at: core.wallMilliseconds) else { return }
    let confined = LoopConfined(
      (cache: self, asked: asked, found: found),
      to: core.loop.number
    )
    core.loop.start {
      let (cache, asked, found) = confined.value
      await cache.refresh(asked, forwarding, found, lease)
    }
  }

  /// Answers for a service without an answer: a stored answer stands in, or a problem document
  /// tells it.
  func fail(
    _ exchange: Exchange,
    _ asked: PassRequest,
    _ forwarding: Forwarding,
    _ found: ResponseStore.Found,
    _ fault: ForwardingFault
  ) async throws {
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
      return try await send(standIn, of: found, exchange, asked.route)
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
    try await exchange.respond(response, body: fault.body)
  }
}
