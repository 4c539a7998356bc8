// SPDX-License-Identifier: Apache-2.0

// The work of an intermediary on a message, RFC 9110 section 7.6: hop-by-hop fields are removed,
// Via names us, a message that was here before is refused, Max-Forwards counts down. Bodies stream
// in both directions at once; only the beginning of a request's body is collected first, so that a slow
// client takes no connection to the server from others (slow POST). An answer that the server aborted is
// aborted towards the client as well: an incomplete answer never looks complete.

package import Backends
import Bytes
package import HTTPClient
package import HTTPServer
package import HTTPValues
import Reactor

/// Passes requests on to one service and its responses back.
package final class Forwarder {
  private let backend: Backend
  /// Origin of requests that name no other.
  package let origin: Origin
  private let whenSent: () -> Void
  /// Our name in Via.
  let name: String
  /// Bytes of request bodies that wait for the rest.
  private var heldBytes = 0

  /// Maximum bytes of a request's body that are waited for before the server is asked.
  private static let aheadBytes = 65_536
  /// Maximum of `heldBytes`.
  private static let mostHeldBytes = 67_108_864

  /// - Parameter whenSent: is called for each request to the service.
  package init(
    to backend: Backend,
    _ origin: Origin,
    name: String = "portico",
    whenSent: @escaping () -> Void = {}
  ) {
    self.backend = backend
    self.origin = origin
    self.name = name
    self.whenSent = whenSent
  }

  /// Sends a request without a body on, and tells `sink` when its answer can be read.
  package func send(
    _ request: consuming Request,
    _ options: CallOptions,
    for sink: any CallSink
  ) -> Call {
    whenSent()
    return backend.begin(BackendCall(streaming: request, options: options), for: sink)
  }

  func open(
    _ request: Request,
    _ body: CallBody,
    _ options: CallOptions,
    interim: ((Response) -> Void)? = nil
  ) async throws(BackendFault) -> OpenCall {
    whenSent()
    return try await backend.open(request, body: body, options: options, interim: interim)
  }

  /// Changes that a route makes to messages on their way, beside those of every intermediary.
  package struct Edits {
    package var request: (inout Request) -> Void
    /// Is shown the head of the answer with the address that was asked, where that is known.
    package var response: (inout Response, Destination?) -> Void
    /// Is told why there is no answer.
    package var failed: ((BackendFault) -> Void)?
    /// Is shown each piece of the answer's body that the client has got, and at its end nothing.
    package var watch: ((Span<UInt8>?) -> Void)?

    package init(
      request: @escaping (inout Request) -> Void = { _ in },
      response: @escaping (inout Response, Destination?) -> Void = { _, _ in },
      failed: ((BackendFault) -> Void)? = nil,
      watch: ((Span<UInt8>?) -> Void)? = nil
    ) {
      self.request = request
      self.response = response
      self.failed = failed
      self.watch = watch
    }
  }

  /// Begins to answer `exchange` with what the upstream says to its request. Most requests have no body:
  /// events move them, and no task is needed.
  ///
  /// - Parameters:
  ///   - sender: the client's peer, whom nobody trusts, unless given.
  ///   - upgrade: how both sides go on in another protocol, which the request asks for.
  package func begin(
    _ exchange: Exchange,
    of sender: RequestSender? = nil,
    options: CallOptions = CallOptions(),
    edits: Edits = Edits(),
    upgrade: UpgradeRules? = nil
  ) -> ExchangeWork {
    guard upgrade == nil, exchange.bodyLength == 0 else {
      return .task { [self] in
        try await forward($0, of: sender, options: options, edits: edits, upgrade: upgrade)
      }
    }
    let sender = sender ?? RequestSender(exchange.peer)
    switch RequestForwarding.decide(exchange.request, sender, origin, name) {
    case .answer(let response):
      exchange.answerOrAbort(.response(response, body: []))
      return .none
    case .forward(var request):
      edits.request(&request)
      let forwarded = ForwardedRequest(exchange, name, edits)
      forwarded.begin(request, by: self, options)
      return .events(forwarded)
    }
  }

  /// Passes an answer on whose head has come; returns what moves its body.
  ///
  /// - Parameters:
  ///   - response: the head for the client.
  ///   - watch: is shown each piece that the client has got, and at the end nothing.
  package static func pass(
    _ call: OpenCall,
    to exchange: Exchange,
    _ response: Response,
    length: Int?,
    watch: @escaping (Span<UInt8>?) -> Void
  ) -> any ExchangeObserver {
    let forwarded = ForwardedRequest(exchange, "", Edits(watch: watch))
    forwarded.answer(call, response, length)
    return forwarded
  }

  /// Answers in a task that has begun already.
  package func forward(
    _ exchange: Exchange,
    of sender: RequestSender? = nil,
    options: CallOptions = CallOptions(),
    edits: Edits = Edits(),
    upgrade: UpgradeRules? = nil
  ) async throws {
    let sender = sender ?? RequestSender(exchange.peer)
    switch RequestForwarding.decide(exchange.request, sender, origin, name) {
    case .answer(let response): try await exchange.respond(response)
    case .forward(var request):
      if let upgrade {
        edits.request(&request)
        return try await pass(edits, exchange) {
          try await passUpgrade(request, exchange, options, edits, upgrade)
        }
      }
      let (body, isWhole) = try await readAhead(of: exchange)
      edits.request(&request)
      try await pass(edits, exchange) {
        if isWhole, exchange.trailers.isEmpty {
          try await passWhole(request, body, exchange, options, edits)
        } else {
          try await passStreaming(request, after: body, exchange, options, edits)
        }
      }
    }
  }

  /// Reads the body until it is whole, the server may be asked without the rest, or enough is held.
  /// Returns what was read, and whether that is the whole.
  private func readAhead(
    of exchange: Exchange
  ) async throws(ExchangeError) -> (body: [UInt8], isWhole: Bool) {
    let isShort = exchange.bodyLength.map { $0 <= Forwarder.aheadBytes } ?? false
    var body = ByteBuffer()
    defer { heldBytes -= body.count }
    repeat {
      let before = body.count
      let hasMore = try await exchange.read(into: &body)
      heldBytes += body.count - before
      if !hasMore { return (body.span.array, true) }
    } while body.count <= Forwarder.aheadBytes && heldBytes < Forwarder.mostHeldBytes
      && (isShort || !backend.hasRoomForUpload)
    return (body.span.array, false)
  }

  /// Answers the client in place of a server that does not.
  private func pass(
    _ edits: Edits,
    _ exchange: Exchange,
    _ work: () async throws -> Void
  ) async throws {
    do {
      try await work()
    } catch let fault as BackendFault {
      edits.failed?(fault)
      guard !exchange.hasResponded else { return exchange.abort() }
      try await exchange.respond(fault.response(name), body: fault.body)
    } catch is ClientError {
      exchange.abort()
    }
  }

  private func passWhole(
    _ request: Request,
    _ body: [UInt8],
    _ exchange: Exchange,
    _ options: CallOptions,
    _ edits: Edits
  ) async throws {
    let call = try await open(request, body.isEmpty ? .none : .bytes(body), options) {
      Self.inform(exchange, $0)
    }
    try await answer(exchange, call, edits)
  }

  /// Sends the rest of the body on while the response comes back.
  private func passStreaming(
    _ request: Request,
    after ahead: [UInt8],
    _ exchange: Exchange,
    _ options: CallOptions,
    _ edits: Edits
  ) async throws {
    let call = try await open(request, .streaming(length: exchange.bodyLength), options)
    let both = LoopConfined((exchange, call), to: backend.core.loop.number)
    async let upload = Self.upload(ahead, both)
    do {
      try await call.waitForHead { Self.inform(exchange, $0) }
      try await answer(exchange, call, edits)
    } catch {
      call.cancel()
      // An error of the upload is the cause of the error of the response.
      if let cause = await upload { throw cause }
      throw error
    }
    _ = await upload
  }

  /// Moves the request's body; answers what the client did wrong, if it did.
  private static func upload(
    _ ahead: [UInt8],
    _ both: LoopConfined<(Exchange, OpenCall)>
  ) async -> ExchangeError? {
    let (exchange, call) = both.value
    var buffer = ByteBuffer()
    do {
      if !ahead.isEmpty { try await call.exchange.write(ahead.span) }
      while try await exchange.read(into: &buffer) {
        try await call.exchange.write(buffer.span)
        buffer.removeAll()
      }
      var trailers = ForwardedTrailers.clean(exchange.trailers)
      SenderClaim.removeAll(from: &trailers)
      try call.exchange.finish(trailers: trailers)
      call.uploaded()
      return nil
    } catch let error as ExchangeError {
      if !exchange.hasFinished { call.exchange.cancel() }
      return error
    } catch {
      // The call has failed; whoever waits for its response is told.
      return nil
    }
  }

  /// Passes an interim response on to the client.
  package static func inform(_ exchange: Exchange, _ response: Response) {
    // 100 is between the origin and us; others are for the client.
    guard response.status != .continue else { return }
    var interim = response
    interim.fields.removeHopByHop()
    // A client that has gone is noticed when the answer is written.
    try? exchange.inform(interim)
  }

  func answer(
    _ exchange: Exchange,
    _ call: OpenCall,
    _ edits: Edits
  ) async throws {
    var (response, length) = ResponseForwarding.response(
      call.exchange.takeResponse(),
      of: call.exchange,
      name
    )
    edits.response(&response, call.endpoint)
    do {
      try await exchange.start(response, length: length)
      var buffer = ByteBuffer()
      while try await call.read(into: &buffer) {
        try await exchange.write(buffer.span)
        edits.watch?(buffer.span)
        buffer.removeAll()
      }
      try await exchange.finish(trailers: ForwardedTrailers.clean(call.exchange.trailers))
      edits.watch?(nil)
    } catch {
      call.cancel()
      throw error
    }
  }
}
