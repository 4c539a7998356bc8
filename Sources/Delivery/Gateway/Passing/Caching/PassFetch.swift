// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import Reactor

/// The answer of a service to a request, on its way to the client and to the store. It belongs to a
/// loop.
final class PassFetch {
  let answers: PassCache
  let asked: PassRequest
  let found: ResponseStore.Found
  let reply: PassReply
  private let lease: FetchLease?
  private var watch: OrphanWatch?
  /// The answer that others read along.
  private var shown: PassUnderWay?

  init(
    _ answers: PassCache,
    _ asked: PassRequest,
    _ found: ResponseStore.Found,
    _ reply: PassReply,
    _ lease: FetchLease?
  ) {
    self.answers = answers
    self.asked = asked
    self.found = found
    self.reply = reply
    self.lease = lease
  }

  private var rules: CachingRules { asked.route.rules }
  private var now: Int64 { answers.core.wallSeconds }

  /// Answers the client, and stores what may be stored.
  func answer(_ exchange: Exchange) async throws {
    switch reply.outcome {
    case .pass(let decision, let changes, let isNotModified):
      let stored = kept(decision)
      if stored != nil || extends(changes) {
        let body = read(stored, changes)
        if isNotModified { return try await sendNotModified(exchange, stored) }
        if let whole = body.onePiece, asked.request.method == .get {
          return try await exchange.respond(head(stored).0, body: whole)
        }
        return try await sendWatching(body, exchange, stored)
      }
      apply(changes)
      completeAlone()
      if isNotModified {
        reply.call.cancel()
        return try await sendNotModified(exchange, nil)
      }
      try await pass(exchange)
    case .answer(let stored, let answer, let changes):
      guard let body = await combined(stored, answer, changes) else {
        return try await exchange.respond(Response(.badGateway))
      }
      var kept = StoredReply(answer, stored, body, now: now)
      if isOvertaken { kept.overtake(at: now) }
      try await kept.send(exchange, asked.route, status(stored), asked: asked.request)
    case .standIn(let answer):
      reply.call.cancel()
      completeAlone()
      try await answers.send(answer, of: found, exchange, asked.route)
    case .repeat: break
    }
  }

  /// Stores what may be stored, without a client.
  func keep() async {
    switch reply.outcome {
    case .pass(let decision, let changes, _):
      let stored = kept(decision)
      if stored != nil || extends(changes) {
        _ = read(stored, changes)
      } else {
        apply(changes)
        reply.call.cancel()
        completeAlone()
      }
    case .answer(let stored, let answer, let changes): _ = await combined(stored, answer, changes)
    case .standIn, .repeat:
      reply.call.cancel()
      completeAlone()
    }
  }

  /// The answer as it is stored, unless it must not be or is known to be too large.
  private func kept(_ decision: StoringDecision) -> StoredResponse? {
    fits ? decision.stored : nil
  }

  /// Whether the body is to be joined with a part that is stored.
  private func extends(_ changes: [StorageChange]) -> Bool {
    fits && changes.contains { if case .extend = $0 { true } else { false } }
  }

  /// Whether the body is not known to be too large.
  private var fits: Bool { reply.call.exchange.bodyLength ?? 0 <= answers.responses.bodyLimit }

  private func apply(_ changes: [StorageChange]) {
    guard !changes.isEmpty else { return }
    answers.responses.apply(ResponseStore.Change(changes: changes), to: found, asked)
  }

  private func completeAlone() { lease?.completeAlone(at: answers.core.wallMilliseconds) }

  // MARK: keeping

  /// Reads the body to its end, whether or not the client stays: at once if all of it has come.
  private func read(_ stored: StoredResponse?, _ changes: [StorageChange]) -> PassBody {
    let loop = answers.core.loop
    let waiter = Reactor.Waiter()
    let body = PassBody(
      atMost: answers.responses.bodyLimit,
      roomCame: PassBody.waking(waiter, on: loop)
    )
    takeArrived(body)
    guard body.end == nil else {
      keep(body, stored, changes)
      return body
    }
    if let stored { show(stored, body) }
    let confined = LoopConfined((self, body, waiter), to: loop.number)
    loop.start {
      let (fetch, body, waiter) = confined.value
      await fetch.fill(body, waiter)
      fetch.keep(body, stored, changes)
    }
    return body
  }

  /// Takes what has come, without waiting for more.
  private func takeArrived(_ body: PassBody) {
    var buffer = ByteBuffer()
    do throws(ClientError) {
      while !body.isTooLarge {
        switch try reply.call.take(into: &buffer) {
        case .bytes: add(&buffer, to: body)
        case .nothing: return
        case .end: return finish(body)
        }
      }
    } catch {
      body.finish(.failed(error))
    }
  }

  /// Reads to the end, or until a body that cannot be stored has no client.
  private func fill(_ body: PassBody, _ waiter: Reactor.Waiter) async {
    var buffer = ByteBuffer()
    do throws(ClientError) {
      while try await reply.call.read(into: &buffer) {
        add(&buffer, to: body)
        guard body.isTooLarge else { continue }
        hide()
        while !body.hasRoom { await waiter.wait() }
        guard body.hasClients else {
          reply.call.cancel()
          throw ClientError(.cancelled, "nobody reads what cannot be stored")
        }
      }
      finish(body)
    } catch {
      body.finish(.failed(error))
    }
  }

  private func add(_ buffer: inout ByteBuffer, to body: PassBody) {
    reply.mirrored?.append(buffer.span)
    body.take(&buffer, of: reply.call.exchange.bodyLength)
  }

  private func finish(_ body: PassBody) {
    body.finish(.complete(trailers: ForwardedTrailers.clean(reply.call.exchange.trailers)))
    reply.mirrored?.finish()
  }

  /// Shows an answer that will be stored to those who want the same.
  private func show(_ stored: StoredResponse, _ body: PassBody) {
    guard let lease, asked.request.method == .get else { return }
    let answer = PassUnderWay(stored, length: reply.call.exchange.bodyLength, body)
    shown = answer
    let tags = StoredResponses(asked.origin, [stored], [[]]).tags
    lease.show(answer, tags: tags, at: answers.core.wallMilliseconds)
  }

  private func hide() {
    guard let answer = shown.take() else { return }
    lease?.hide(answer, in: answers.responses.store, at: answers.core.wallMilliseconds)
  }

  /// Stores a body that has ended, if it has come whole: by itself, or with the part that it extends.
  private func keep(
    _ body: PassBody,
    _ stored: StoredResponse?,
    _ changes: [StorageChange]
  ) {
    defer { hide() }
    // An answer that was cut short is not stored, though a part could be.
    guard let bytes = body.whole else { return completeAlone() }
    var change = ResponseStore.Change(changes: changes)
    if var stored {
      guard stored.received(bytes.count, isComplete: true, rules: rules) == nil else {
        return completeAlone()
      }
      change.added = (head: stored, body: bytes)
    } else {
      change.missing = bytes
    }
    answers.responses.apply(change, to: found, asked)
    lease?.complete(at: answers.core.wallMilliseconds)
  }

  /// Updates the stored answer, and answers with its bytes: those that were missing are waited for.
  /// Returns `nil` if they did not come.
  private func combined(
    _ stored: StoredResponse,
    _ answer: StoredAnswer,
    _ changes: [StorageChange]
  ) async -> [UInt8]? {
    guard let responses = found.responses, responses.bodies.indices.contains(answer.candidate)
    else {
      return nil
    }
    var change = ResponseStore.Change(changes: changes)
    var bytes = responses.bodies[answer.candidate]
    for case .extend(let index, _, let range) in changes where index == answer.candidate {
      let body = PassBody(atMost: answers.responses.bodyLimit) {}
      await fill(body, Reactor.Waiter())
      guard let missing = body.whole, missing.count == range.count else {
        completeAlone()
        return nil
      }
      change.missing = missing
      bytes = responses.heads[index].content.joining(bytes, with: change.missing, at: range)
    }
    answers.responses.apply(change, to: found, asked)
    lease?.complete(at: answers.core.wallMilliseconds)
    return bytes
  }

  // MARK: to the client

  /// Whether a purge or a publication has overtaken the answer.
  private var isOvertaken: Bool {
    answers.responses.isOvertaken(
      reply.answered.response,
      to: asked.request,
      asked.route,
      since: found.epoch
    )
  }

  private func status(_ stored: StoredResponse?) -> CacheStatus {
    var status = CacheStatus.forwarded(
      PassRoute.name,
      reply.forwarding.reason,
      status: reply.answered.response.status,
      stored: stored,
      isCollapsed: lease == nil ? nil : false,
      now: now
    )
    if isOvertaken { status.timeLeft = -1 }
    return status
  }

  /// The head of the service's answer, for the client.
  private func head(_ stored: StoredResponse?) -> (Response, Int?) {
    let exchange = reply.call.exchange
    var (response, length) = ResponseForwarding.response(
      exchange.response,
      of: exchange,
      PassRoute.name
    )
    if stored == nil {
      asked.route.finish(&response, asked: asked.request.fields)
    } else {
      asked.route.finishKept(&response)
    }
    if isOvertaken { response.overtake(at: now) }
    status(stored).append(to: &response.fields)
    return (response, length)
  }

  private func sendNotModified(_ exchange: Exchange, _ stored: StoredResponse?) async throws {
    var (response, _) = head(stored)
    response.status = .notModified
    for name: FieldName in ["content-type", "content-encoding", "content-language"] {
      response.fields.remove(name)
    }
    try await exchange.respond(response)
  }

  /// Sends a body while it is stored. When the client leaves, the fetch is cancelled unless others
  /// read along or wait.
  private func sendWatching(
    _ body: PassBody,
    _ exchange: Exchange,
    _ stored: StoredResponse?
  ) async throws {
    let (response, length) = head(stored)
    defer { if body.end == nil { watchOrphan(body) } }
    _ = try await body.send(response, length: length, to: exchange, on: answers.core.loop)
  }

  private func watchOrphan(_ body: PassBody) {
    watch = OrphanWatch(on: answers.core) { [self] in
      let waiters = lease.map { answers.responses.store.waiters(for: $0.key) } ?? 0
      return body.end == nil && (body.hasClients || waiters > 0)
    } giveUp: { [self] in
      watch = nil
      if body.end == nil { reply.call.cancel() }
    }
  }

  /// Streams an answer that is not stored.
  private func pass(_ exchange: Exchange) async throws {
    let (response, length) = head(nil)
    try await exchange.start(response, length: length)
    try await passBody(exchange)
  }

  private func passBody(_ exchange: Exchange) async throws {
    let call = reply.call
    var buffer = ByteBuffer()
    do {
      while try await call.read(into: &buffer) {
        try await exchange.write(buffer.span)
        reply.mirrored?.append(buffer.span)
        buffer.removeAll()
      }
    } catch is ClientError {
      return exchange.abort()
    } catch {
      call.cancel()
      throw error
    }
    try await exchange.finish(trailers: ForwardedTrailers.clean(call.exchange.trailers))
    reply.mirrored?.finish()
  }
}
