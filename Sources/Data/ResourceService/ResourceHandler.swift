// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPServer
package import HTTPValues
package import Reactor
import ResourceModel

/// Answers the requests of one loop for records, with values or over their exchanges. Work that blocks runs on the
/// pools.
package final class ResourceHandler {
  let service: ResourceService
  let pool: WorkerPool
  private let passwords: WorkerPool
  private let asking: WorkerPool
  let core: LoopCore
  private let makeClient: () -> HTTPClient?
  /// Reaches providers of sign-ins, once a user signs in by one; `nil` where none can be reached.
  private(set) lazy var client = makeClient()
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
    client: @autoclosure @escaping () -> HTTPClient? = nil,
    on core: LoopCore
  ) {
    self.service = service
    self.pool = pool
    self.passwords = passwords
    self.asking = asking
    makeClient = client
    self.core = core
  }

  /// Reads the head of a request; `nil` for one whose path cannot be read, or is not below the mount.
  ///
  /// - Parameter target: the target of the request in its normal form.
  package func request(
    _ method: Method,
    _ target: String,
    _ fields: Fields,
    from sender: RecordSender
  ) -> ResourceRequest? {
    ResourceRequest(
      method,
      target,
      mount: service.context.settings.mount,
      fields: fields,
      body: [],
      now: core.wallTime,
      from: sender
    )
  }

  /// The answer to a path that cannot be read.
  package var unreadable: ResourceReply {
    ResourceProblem(
      .notFound,
      "the path cannot be read; expected one below \(service.context.settings.mount)"
    ).reply
  }

  // MARK: answers that are values

  /// Whether a request is answered with a value, by `promptReply` or `read`: it only reads, and neither a file nor
  /// changes that may be waited for.
  package func isRead(_ request: ResourceRequest) -> Bool {
    guard request.method == .get else { return false }
    return service.router.operation(for: request)?.exchange(request) == nil
  }

  /// Whether nothing in a request says who sends it.
  package func isAnonymous(_ request: ResourceRequest) -> Bool {
    !request.fields.contains(FieldName(.authorization))
      && !service.context.senders.hasSender(request)
  }

  /// Answers a request at once, if that takes no more than finding one record; `nil` for all others.
  package func promptReply(to request: ResourceRequest) -> ResourceReply? {
    service.promptReply(to: request)
  }

  /// The answer to a request that may have conditions.
  package func conditioned(_ reply: ResourceReply, by fields: Fields) -> ResourceReply {
    reply.conditioned(by: fields, at: core.wallTime)
  }

  /// Answers a request with its body on a thread that may block, and calls `then` on the loop.
  package func read(_ request: ResourceRequest, then: @escaping (ResourceReply) -> Void) {
    let (service, loop) = (service, core.loop)
    // It may have waited for a read of the same.
    var request = request
    request.now = core.wallTime
    let current = request
    let caller = LoopConfined(then, to: loop.number)
    let isTaken = pool(for: current).submit {
      let reply = service.reply(to: current)
      loop.execute { caller.value(reply) }
    }
    if !isTaken { then(overloaded) }
  }

  /// The same for a caller that waits.
  func reply(to request: ResourceRequest) async -> ResourceReply {
    await withCheckedContinuation { waiting in read(request) { waiting.resume(returning: $0) } }
  }

  // MARK: answers of an exchange

  /// Begins to answer an exchange.
  package func begin(_ exchange: Exchange, _ request: ResourceRequest) -> ExchangeWork {
    if exchange.request.asksForEventStream, request.isForChanges {
      return beginEvents(request, exchange)
    }
    return .task { [self] exchange in try await handle(request, exchange) }
  }

  private func handle(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    do {
      try refusePart(request)
      if let answer = service.router.operation(for: request)?.exchange(request) {
        return try await answer(self, request, exchange)
      }
      try await respond(await reply(to: try await whole(request, exchange)), exchange)
    } catch let error as ExchangeError {
      throw error
    } catch {
      guard !exchange.hasResponded, !Task.isCancelled else { throw error }
      try await respond(reply(to: error), exchange)
    }
  }

  /// The request with its body.
  func whole(_ request: ResourceRequest, _ exchange: Exchange) async throws -> ResourceRequest {
    try exchange.decodeBody()
    let limit = service.context.settings.bodyBytes
    do {
      return request.with(body: try await exchange.body(atMost: limit))
    } catch ExchangeError.bodyTooLarge {
      throw ResourceProblem(
        .tooLarge,
        "the body has more than \(limit) bytes; expected at most as many"
      )
    }
  }

  /// Refuses a PUT of a part, which would replace the whole (RFC 9110 section 14.5).
  private func refusePart(_ request: ResourceRequest) throws(ResourceProblem) {
    guard request.method == .put, let range = request.fields["content-range"] else { return }
    throw ResourceProblem(
      .badRange,
      "content-range is \(range.prefix(60)); expected the whole in a PUT"
    )
  }

  /// The threads for the work on a request: those that it does not keep from others by waiting.
  func pool(for request: ResourceRequest) -> WorkerPool {
    let router = service.router
    if router.operation(for: request)?.lane == .passwords { return passwords }
    return router.mayAsk(request) ? asking : pool
  }

  /// The answer to a request whose work has failed.
  func reply(to error: any Error) -> ResourceReply {
    error is WorkerPool.Overloaded ? overloaded : service.context.problem(error).reply
  }

  private var overloaded: ResourceReply {
    ResourceProblem(.overloaded, "there is too much to do", retryAfter: 1).reply
  }

  func respond(_ reply: ResourceReply, _ exchange: Exchange) async throws {
    let target = exchange.request.target
    exchange.refusal = reply.refusal(of: target, below: service.context.settings.mount)
    try await exchange.respond(Response(reply.status, fields: reply.fields), body: reply.body)
  }
}

extension LoopCore {
  /// The time of day of this turn.
  var wallTime: Timestamp { Timestamp(milliseconds: wallSeconds * 1_000) }
}
