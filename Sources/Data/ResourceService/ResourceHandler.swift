// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import HTTPClient
package import HTTPServer
package import HTTPValues
package import Reactor
import ResourceModel
import ResourceStore

/// Answers the requests of one loop for records. Work that blocks runs on the pool.
package final class ResourceHandler: RequestHandler {
  let service: ResourceService
  let pool: WorkerPool
  private let passwords: WorkerPool
  private let asking: WorkerPool
  let core: LoopCore
  /// Reaches providers of sign-ins; `nil` where there are none.
  let client: HTTPClient?
  var eventStreams: [EventStreamGroup.Key: EventStreamGroup] = [:]

  /// - Parameters:
  ///   - passwords: the pool for requests that hash passwords, as many at once as it has threads; other
  ///     requests do not wait for them.
  ///   - asking: the pool for requests that may wait for webhooks; no other request waits for them.
  ///   - client: reaches providers of sign-ins.
  package init(
    _ service: ResourceService,
    pool: WorkerPool,
    passwords: WorkerPool,
    asking: WorkerPool,
    client: HTTPClient? = nil,
    on core: LoopCore
  ) {
    self.service = service
    self.pool = pool
    self.passwords = passwords
    self.asking = asking
    self.client = client
    self.core = core
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    .begun(begin)
  }

  private func begin(_ exchange: Exchange) -> ExchangeWork {
    guard let request = request(exchange) else {
      let problem = ResourceProblem(
        .notFound,
        .notFound,
        "the path cannot be read; expected one below \(service.settings.mount)"
      )
      return answer(exchange, problem.reply)
    }
    if exchange.request.asksForEventStream, request.isForChanges {
      return beginEvents(request, exchange)
    }
    if let reply = service.promptReply(to: request) { return answer(exchange, reply) }
    return .task { [self] exchange in try await handle(request, exchange) }
  }

  /// Answers without a task.
  private func answer(_ exchange: Exchange, _ reply: ResourceReply) -> ExchangeWork {
    exchange.answerOrAbort(.response(response(reply, exchange), body: reply.body))
    return .none
  }

  private func handle(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    do {
      if request.method == .get, request.isForChanges {
        return try await changes(request, exchange)
      }
      try refusePart(request)
      if service.isAboutFile(request) { return try await file(request, exchange) }
      try exchange.decodeBody()
      if request.method == .post, request.mediaType == "application/x-ndjson" {
        return try await performLines(request, exchange)
      }
      if request.method == .post, request.mediaType == Self.formType, request.verb == nil {
        return try await createOfForm(request, exchange)
      }
      let body = try await exchange.body(atMost: service.settings.bodyBytes)
      let whole = request.with(body: body)
      let service = service
      if service.isForProvider(whole) {
        return try await respond(try await signInByProvider(whole), exchange)
      }
      let pool = pool(for: whole)
      try await respond(try await pool.run { service.reply(to: whole) }, exchange)
    } catch let error as ExchangeError {
      throw error
    } catch {
      guard !exchange.hasResponded, !Task.isCancelled else { throw error }
      try await respond(reply(to: error), exchange)
    }
  }

  /// Refuses a PUT of a part, which would replace the whole (RFC 9110 section 14.5).
  private func refusePart(_ request: ResourceRequest) throws(ResourceProblem) {
    guard request.method == .put, let range = request.fields["content-range"] else { return }
    throw ResourceProblem(
      .badRequest,
      .badRange,
      "content-range is \(range.prefix(60)); expected the whole in a PUT"
    )
  }

  /// The threads for the work on a request: those that it does not keep from others by waiting.
  func pool(for request: ResourceRequest) -> WorkerPool {
    if service.hashesPassword(request) { return passwords }
    return service.mayAsk(request) ? asking : pool
  }

  /// The answer to a request whose work has failed.
  func reply(to error: any Error) -> ResourceReply {
    guard error is WorkerPool.Overloaded else { return service.problem(error).reply }
    var reply = ResourceProblem(.serviceUnavailable, .overloaded, "there is too much to do").reply
    reply.fields.append("retry-after", "1")
    return reply
  }

  /// Reads the head of a request; `nil` for one that is not below the mount.
  private func request(_ exchange: Exchange) -> ResourceRequest? {
    ResourceRequest(
      exchange.request.method,
      exchange.request.target,
      mount: service.setting(\.mount),
      fields: exchange.request.fields,
      body: [],
      now: core.wallTime
    )
  }

  func respond(_ reply: ResourceReply, _ exchange: Exchange) async throws {
    try await exchange.respond(response(reply, exchange), body: reply.body)
  }

  private func response(_ reply: ResourceReply, _ exchange: Exchange) -> Response {
    reply.response(to: exchange.request.target, below: service.setting(\.mount))
  }
}

extension LoopCore {
  /// The time of day of this turn.
  var wallTime: Timestamp { Timestamp(milliseconds: wallSeconds * 1_000) }
}
