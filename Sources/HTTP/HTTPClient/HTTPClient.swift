// SPDX-License-Identifier: Apache-2.0

import HTTP1
package import HTTPValues
package import Reactor
package import Signals

/// Calls servers from one loop, over connections that are kept and shared.
///
/// It lives on its loop, until `close`. Tasks of the loop that the compiler cannot see to be there, such as the
/// children of a fan-out, reach it through `LoopConfined`.
package final class HTTPClient {
  /// The inside of the loop that the client lives on.
  package let core: LoopCore
  /// The limits that hold for every call.
  package let configuration: ClientConfiguration
  /// Resolver of host names.
  package let resolver: Resolver
  /// Counts of the client's events so far.
  let counters: ClientCounters
  /// The slots of the head that is being parsed; one head at a time on a loop.
  var slots: HeadSlots
  private var pools: [Destination: ConnectionPool] = [:]
  /// Connections to all origins that are open or being opened.
  private var connections = 0
  /// Whether a pool had to wait for another one's connection to end.
  private var isStarving = false
  let loop: LoopNumber
  private var observers: [ObjectIdentifier: Observer] = [:]

  private struct Observer { weak var object: (any IdleConnectionObserver)? }

  /// A client without connections; it opens them as they are needed.
  package init(
    on core: LoopCore,
    _ configuration: ClientConfiguration,
    resolver: Resolver,
    signals: ClientSignals
  ) throws(SignalFault) {
    self.core = core
    self.configuration = configuration
    self.resolver = resolver
    loop = core.loop.number
    counters = try ClientCounters(signals)
    slots = HeadSlots(limits: configuration.head)
  }

  /// Sends a request and waits for the head of its response.
  ///
  /// A `body` of `.streaming` is written through the exchange, which may begin before the response.
  package func open(
    _ request: Request,
    to destination: Destination,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    interim: ((Response) -> Void)? = nil
  ) async throws(ClientError) -> ClientExchange {
    let exchange = try submit(request, to: destination, body: body, options: options)
    try await exchange.waitForHead(interim)
    return exchange
  }

  /// Sends a request on its way and waits for nothing: the call can be held, and given up, before
  /// it has a connection. `waitForHead` waits for all of it.
  package func submit(
    _ request: consuming Request,
    to destination: Destination,
    body: CallBody = .none,
    options: CallOptions = CallOptions()
  ) throws(ClientError) -> ClientExchange {
    counters.called()
    do {
      try RequestRules.prepare(&request, body, options)
      let exchange = ClientExchange(consume request, body, to: destination, self, options)
      submit(exchange, to: destination)
      return exchange
    } catch {
      counters.failed(error.kind)
      throw error
    }
  }

  /// Gives a call a connection, or a place in the queue for one.
  func submit(_ exchange: ClientExchange, to destination: Destination) {
    pool(destination).submit(exchange)
  }

  /// Sends a request and collects the whole response.
  package func fetch(
    _ request: Request,
    to destination: Destination,
    body: [UInt8] = [],
    options: CallOptions = CallOptions()
  ) async throws(ClientError) -> FetchedResponse {
    let exchange = try await open(
      request,
      to: destination,
      body: body.isEmpty ? .none : .bytes(body),
      options: options
    )
    return try await exchange.collect(atMost: options.bodyLimit)
  }

  /// Closes every connection that has no call, and the others behind their last one.
  package func close() {
    for pool in pools.values { pool.close() }
    pools = [:]
  }

  private func pool(_ destination: Destination) -> ConnectionPool {
    if let pool = pools[destination] { return pool }
    if pools.count >= configuration.origins { pools = pools.filter { !$0.value.isEmpty } }
    let pool = ConnectionPool(destination, self)
    pools[destination] = pool
    return pool
  }
}

/// An object that is told that a server has closed a connection without being asked anything, as a server that
/// ends does first.
package protocol IdleConnectionObserver: AnyObject {
  func serverClosedIdle(_ destination: Destination)
}

extension HTTPClient {
  /// Tells an object of such closings, until it ends or is removed.
  package func add(_ observer: any IdleConnectionObserver) {
    observers[ObjectIdentifier(observer)] = Observer(object: observer)
  }

  package func remove(_ observer: any IdleConnectionObserver) {
    observers[ObjectIdentifier(observer)] = nil
  }

  func serverClosedIdle(_ destination: Destination) {
    for observer in observers.values { observer.object?.serverClosedIdle(destination) }
  }
}

/// All origins share one number of connections.
extension HTTPClient {
  /// Counts one more connection; an idle one, of whatever origin, makes room for it.
  func admitConnection(for pool: ConnectionPool) -> Bool {
    // Another pool may take the room that was just made.
    while connections >= configuration.connections {
      guard pools.values.contains(where: { $0 !== pool && $0.giveUpIdle() }) else {
        isStarving = true
        return false
      }
    }
    connections += 1
    return true
  }

  func connectionEnded() {
    connections -= 1
    mayHaveRoom()
  }

  /// A connection has ended or become idle: others may have waited for that.
  func mayHaveRoom() {
    guard isStarving else { return }
    isStarving = false
    for pool in pools.values { pool.proceed() }
  }
}
