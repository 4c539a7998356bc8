// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import Bytes
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor

/// The answer of a service on its way to the client and to the store.
extension PassFetch {
  private var seconds: Int64 { cache.core.wallSeconds }

  /// Answers the client, and stores what may be stored.
  func answer(with reply: PassReply) {
    switch reply.outcome {
    case .pass(let decision, let changes, let isNotModified):
      // Where the body is known to be too large, it is passed on.
      let fits = reply.call.exchange.bodyLength ?? 0 <= cache.responses.bodyLimit
      let stored = fits ? decision.stored : nil
      let extends = fits && changes.contains { if case .extend = $0 { true } else { false } }
      if stored != nil || extends {
        store(stored, changes, reply, isNotModified: isNotModified)
      } else {
        apply(changes)
        completeAlone()
        pass(reply, isNotModified: isNotModified)
      }
    case .answer(let stored, let answer, let changes): combine(stored, answer, changes, reply)
    case .standIn(let answer):
      reply.call.cancel()
      completeAlone()
      if let client { cache.send(answer, of: found, client, asked.route) }
      over()
    case .repeat: break
    }
  }

  private func apply(_ changes: [StorageChange]) {
    guard !changes.isEmpty else { return }
    cache.responses.apply(ResponseStore.Change(changes: changes), to: found, asked)
  }

  // MARK: storing

  /// Reads the body to its end, whether or not the client stays, and answers with it as it comes.
  private func store(
    _ stored: StoredResponse?,
    _ changes: [StorageChange],
    _ reply: PassReply,
    isNotModified: Bool
  ) {
    let client = client.take()
    let body = read(reply) { [self] in keep($0, stored, changes) }
    if body.end == nil, let stored { show(stored, body, reply) }
    guard let client else { return }
    let (response, length) = head(of: reply, stored)
    if isNotModified {
      sendNotModified(response, to: client)
    } else if let whole = body.onePiece, asked.request.method == .get {
      client.answerOrAbort(.response(response, body: whole))
    } else {
      _ = send(body, response, length, to: client)
    }
  }

  /// Shows an answer that will be stored to those who want the same.
  private func show(_ stored: StoredResponse, _ body: PassBody, _ reply: PassReply) {
    guard let lease, asked.request.method == .get else { return }
    let answer = PassUnderWay(stored, length: reply.call.exchange.bodyLength, body)
    shown = answer
    let tags = StoredResponses(asked.target.origin, [stored], [[]]).tags
    lease.show(answer, tags: tags, at: now)
  }

  private func hide() {
    guard let answer = shown.take() else { return }
    lease?.hide(answer, in: store, at: now)
  }

  /// Stores a body that has ended, if it has come whole: by itself, or with the part that it extends.
  private func keep(_ body: PassBody, _ stored: StoredResponse?, _ changes: [StorageChange]) {
    defer { hide() }
    // An answer that was cut short is not stored, though a part could be.
    guard let bytes = body.whole else { return completeAlone() }
    var change = ResponseStore.Change(changes: changes)
    if var stored {
      guard stored.received(bytes.count, isComplete: true, rules: asked.route.rules) == nil else {
        return completeAlone()
      }
      change.added = (head: stored, body: bytes)
    } else {
      change.missing = bytes
    }
    cache.responses.apply(change, to: found, asked)
    lease?.complete(at: now)
  }

  /// Updates the stored answer, and answers with its bytes: those that were missing are waited for.
  private func combine(
    _ stored: StoredResponse,
    _ answer: StoredAnswer,
    _ changes: [StorageChange],
    _ reply: PassReply
  ) {
    let index = answer.candidate
    guard let responses = found.responses, responses.bodies.indices.contains(index) else {
      return combined(nil, answer, changes, reply)
    }
    let missing = changes.compactMap { change -> Range<Int>? in
      if case .extend(index, _, let range) = change { range } else { nil }
    }
    guard let range = missing.first else {
      return combined((stored, [], responses.bodies[index]), answer, changes, reply)
    }
    _ = read(reply) { [self] body in
      guard let bytes = body.whole, bytes.count == range.count else {
        return combined(nil, answer, changes, reply)
      }
      let joined = responses.heads[index].content.joining(
        responses.bodies[index],
        with: bytes,
        at: range
      )
      combined((stored, bytes, joined), answer, changes, reply)
    }
  }

  /// Answers with a stored answer and what was missing; `nil` where that has not come.
  private func combined(
    _ found: (stored: StoredResponse, missing: [UInt8], bytes: [UInt8])?,
    _ answer: StoredAnswer,
    _ changes: [StorageChange],
    _ reply: PassReply
  ) {
    defer { over() }
    guard let (stored, missing, bytes) = found else {
      completeAlone()
      client?.answerOrAbort(.response(Response(.badGateway), body: []))
      return
    }
    let change = ResponseStore.Change(changes: changes, missing: missing)
    cache.responses.apply(change, to: self.found, asked)
    lease?.complete(at: now)
    guard let client else { return }
    var kept = StoredReply(answer, stored, bytes, now: seconds)
    if isOvertaken(reply) { kept.overtake(at: seconds) }
    kept.send(client, asked.route, status(of: reply, stored), asked: asked.request)
  }

  // MARK: the body

  /// Reads the body of an answer; calls `then` when it has come to its end or has broken, which may be before this
  /// returns.
  private func read(_ reply: PassReply, _ then: @escaping (PassBody) -> Void) -> PassBody {
    let fetch = LoopConfined(self, to: cache.core.loop.number)
    let loop = cache.core.loop
    let body = PassBody(atMost: cache.responses.bodyLimit) {
      loop.execute { fetch.value.exchangeMoved() }
    }
    (self.body, whenRead) = (body, then)
    takeArrived(of: reply, into: body) { !body.isTooLarge }
    if body.end == nil { reply.call.exchange.watch(self) }
    return body
  }

  /// Takes what has come, as long as there is room.
  private func takeArrived(of reply: PassReply, into body: PassBody, hasRoom: () -> Bool) {
    var buffer = ByteBuffer()
    do throws(ClientError) {
      while body.end == nil, hasRoom() {
        switch try reply.call.take(into: &buffer) {
        case .bytes:
          reply.mirrored?.append(buffer.span)
          body.take(&buffer, of: reply.call.exchange.bodyLength)
        case .nothing: return
        case .end:
          let trailers = ForwardedTrailers.clean(reply.call.exchange.trailers)
          reply.mirrored?.finish()
          ended(.complete(trailers: trailers))
        }
      }
    } catch {
      ended(.failed(error))
    }
  }

  /// Whether more may be read now: a body that cannot be stored waits for its clients, and ends without any.
  private func hasRoom(_ body: PassBody) -> Bool {
    guard body.isTooLarge else { return true }
    hide()
    if body.hasClients { return body.hasRoom }
    breakOff(ClientError(.cancelled, "nobody reads what cannot be stored"))
    return false
  }

  private func ended(_ end: PassBody.End) {
    reply?.call.exchange.unwatch()
    guard let body else { return }
    body.finish(end)
    whenRead.take()?(body)
    over()
  }

  func breakOff(_ error: ClientError) {
    reply?.call.exchange.unwatch()
    reply?.call.cancel()
    ended(.failed(error))
  }

  // MARK: to the client

  /// Whether a purge or a publication has overtaken the answer.
  private func isOvertaken(_ reply: PassReply) -> Bool {
    cache.responses.isOvertaken(
      reply.answered.response,
      asked.target,
      asked.route,
      since: found.epoch
    )
  }

  private func status(of reply: PassReply, _ stored: StoredResponse?) -> CacheStatus {
    var status = CacheStatus.forwarded(
      PassRoute.name,
      reply.forwarding.reason,
      status: reply.answered.response.status,
      stored: stored,
      isCollapsed: lease == nil ? nil : false,
      now: seconds
    )
    if isOvertaken(reply) { status.timeLeft = -1 }
    return status
  }

  /// The head of the service's answer, for the client.
  private func head(of reply: PassReply, _ stored: StoredResponse?) -> (Response, Int?) {
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
    if isOvertaken(reply) { response.overtake(at: seconds) }
    status(of: reply, stored).append(to: &response.fields)
    return (response, length)
  }

  private func sendNotModified(_ head: Response, to client: Exchange) {
    var response = head
    response.status = .notModified
    for name: FieldName in ["content-type", "content-encoding", "content-language"] {
      response.fields.remove(name)
    }
    client.answerOrAbort(.response(response, body: []))
  }

  /// Passes an answer on that is not stored.
  private func pass(_ reply: PassReply, isNotModified: Bool) {
    defer { over() }
    guard let client = client.take() else { return reply.call.cancel() }
    let (response, length) = head(of: reply, nil)
    if isNotModified {
      reply.call.cancel()
      return sendNotModified(response, to: client)
    }
    mover = Forwarder.pass(
      reply.call,
      to: client,
      response,
      length: length,
      shownTo: reply.mirrored
    )
  }
}

extension PassFetch: ExchangeWatcher {
  func exchangeMoved() {
    guard let reply, let body else { return }
    takeArrived(of: reply, into: body) { hasRoom(body) }
  }
}
