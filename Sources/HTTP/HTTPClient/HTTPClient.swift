// SPDX-License-Identifier: Apache-2.0

import HTTP1
package import HTTPValues
package import Reactor
package import Signals

/// Calls servers from one loop, over connections that are kept and shared.
///
/// It lives on its loop. Tasks of the loop that the compiler cannot see to be there, such as the
/// children of a fan-out, reach it through `LoopConfined`.
package final class HTTPClient {
  package let core: LoopCore
  package let configuration: ClientConfiguration
  let resolver: Resolver
  /// What the client has done so far.
  let counters: ClientCounters
  /// The slots of the head that is being parsed; one head at a time on a loop.
  var slots: HeadSlots
  private var pools: [Origin: ConnectionPool] = [:]

  package init(
    on core: LoopCore,
    _ configuration: ClientConfiguration,
    resolver: Resolver,
    signals: ClientSignals
  ) throws(SignalFault) {
    self.core = core
    self.configuration = configuration
    self.resolver = resolver
    counters = try ClientCounters(signals)
    slots = HeadSlots(limits: configuration.head)
  }

  /// Sends a request and waits for the head of its response.
  ///
  /// A `body` of `.streaming` is written through the exchange, which may begin before the response.
  package func open(
    _ request: Request,
    to origin: Origin,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    interim: ((Response) async -> Void)? = nil
  ) async throws(ClientError) -> ClientExchange {
    var attempts = 0
    while true {
      let exchange = try await begin(request, to: origin, body: body, options: options)
      do {
        try await exchange.waitForHead(interim)
        return exchange
      } catch {
        guard attempts < options.retries, body.isReplayable, core.now < options.deadline,
          error.isRetrySafe || exchange.mayBeSentAgain(request.method, error)
        else { throw error }
        attempts += 1
        counters.retried()
      }
    }
  }

  /// Sends a request and does not wait: the way to stream a body while the response comes.
  package func begin(
    _ request: Request,
    to origin: Origin,
    body: CallBody,
    options: CallOptions
  ) async throws(ClientError) -> ClientExchange {
    counters.called()
    let exchange = ClientExchange(request.method, self, deadline: options.deadline)
    do {
      let lease = try await pool(origin).lease(until: options.deadline)
      try lease.send(request, body, exchange)
    } catch {
      counters.failed(error.kind)
      throw error
    }
    return exchange
  }

  /// Sends a request and collects the whole response.
  package func fetch(
    _ request: Request,
    to origin: Origin,
    body: [UInt8] = [],
    options: CallOptions = CallOptions()
  ) async throws(ClientError) -> FetchedResponse {
    var request = request
    if options.decoding != nil { request.fields.set("accept-encoding", DecodedBody.accepted) }
    let exchange = try await open(
      request,
      to: origin,
      body: body.isEmpty ? .none : .bytes(body),
      options: options
    )
    let fetched = try await exchange.collect(atMost: options.bodyLimit)
    guard let limits = options.decoding else { return fetched }
    return try DecodedBody.decode(fetched, limits)
  }

  /// Closes every connection that has no call, and the others behind their last one.
  package func close() {
    for pool in pools.values { pool.close() }
    pools = [:]
  }

  private func pool(_ origin: Origin) -> ConnectionPool {
    if let pool = pools[origin] { return pool }
    let pool = ConnectionPool(origin, self)
    pools[origin] = pool
    return pool
  }
}

/// The content of a request.
package enum CallBody: Sendable {
  case none
  case bytes([UInt8])
  /// Written piece by piece; `length` when it is known.
  case streaming(length: Int?)

  var isReplayable: Bool { if case .streaming = self { false } else { true } }
}

/// A whole response.
package struct FetchedResponse: Sendable {
  package let response: Response
  package let body: [UInt8]
  package let trailers: Fields
}
