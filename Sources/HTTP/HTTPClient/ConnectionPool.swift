// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// The connections of one loop to one origin, and the calls that wait for one.
final class ConnectionPool {
  let origin: Origin
  unowned let client: HTTPClient
  /// Connections without a call, the most recently used last: it is the one that is used again.
  private var idle: [HTTP1ClientConnection] = []
  private var shared: [HTTP2ClientConnection] = []
  private var queue: [PoolWaiter] = []
  /// Connections that are open or being opened.
  private var count = 0
  private var isDialling = false
  /// Whether the origin has been seen to speak HTTP/2: one connection is then enough to begin with.
  private var speaksHTTP2: Bool

  init(_ origin: Origin, _ client: HTTPClient) {
    self.origin = origin
    self.client = client
    speaksHTTP2 = client.configuration.usesHTTP2WithoutAsking && origin.scheme == .http
  }

  /// A connection with room for one call; waits for one until `deadline`.
  func lease(until deadline: Instant) async throws(ClientError) -> any ClientConnection {
    if let connection = available() {
      client.counters.connectionReused()
      return connection
    }
    if mayDial {
      return try await dial(deadline)
    }
    guard queue.count < client.configuration.waitingPerOrigin else {
      throw ClientError(
        .queueFull,
        "\(queue.count) calls wait for \(origin) already",
        isRetrySafe: true
      )
    }
    client.counters.waited()
    let waiting = PoolWaiter(client.core, until: deadline)
    queue.append(waiting)
    return try await waiting.connection(origin)
  }

  private var mayDial: Bool {
    count < client.configuration.connectionsPerOrigin && !(speaksHTTP2 && isDialling)
  }

  private func available() -> (any ClientConnection)? {
    if let connection = shared.last(where: { $0.hasRoom }) { return connection }
    while let connection = idle.popLast() {
      if connection.isUsable { return connection }
      connection.retire()
    }
    return nil
  }

  private func dial(_ deadline: Instant) async throws(ClientError) -> any ClientConnection {
    count += 1
    isDialling = true
    do {
      let connection = try await Dialer(self).dial(deadline)
      isDialling = false
      client.counters.connectionOpened()
      if let connection = connection as? HTTP2ClientConnection {
        speaksHTTP2 = true
        shared.append(connection)
      }
      return connection
    } catch {
      isDialling = false
      count -= 1
      serveNext()
      throw error
    }
  }

  // MARK: what connections report

  /// An HTTP/1 connection has no call any more.
  func free(_ connection: HTTP1ClientConnection) {
    if let next = nextWaiter() { next.take(connection) } else { idle.append(connection) }
  }

  /// An HTTP/2 connection has room again.
  func hasRoom(_ connection: HTTP2ClientConnection) {
    while connection.hasRoom, let next = nextWaiter() { next.take(connection) }
  }

  func closed(_ connection: any ClientConnection) {
    count -= 1
    idle.removeAll { $0 === connection }
    shared.removeAll { $0 === connection }
    serveNext()
  }

  /// Opens a connection for the call that has waited longest, now that there is room for one.
  private func serveNext() {
    guard !queue.isEmpty, mayDial, let next = nextWaiter() else { return }
    let confined = LoopConfined((self, next), to: client.core.loop.number)
    client.core.loop.start {
      let (pool, next) = confined.value
      do throws(ClientError) {
        next.take(try await pool.dial(next.deadline))
      } catch {
        next.fail(error)
      }
    }
  }

  private func nextWaiter() -> PoolWaiter? {
    while !queue.isEmpty {
      let next = queue.removeFirst()
      if next.isWaiting { return next }
    }
    return nil
  }

  func close() {
    for connection in idle { connection.retire() }
    for connection in shared { connection.retire() }
    idle = []
    shared = []
  }
}

/// A call that waits for a connection.
final class PoolWaiter: DeadlineHandler {
  let deadline: Instant
  private let core: LoopCore
  private let waiter = Waiter()
  private var timer: TimerID?
  private var outcome: Result<any ClientConnection, ClientError>?

  init(_ core: LoopCore, until deadline: Instant) {
    self.core = core
    self.deadline = deadline
    if deadline < .distantFuture { timer = core.schedule(self, at: deadline) }
  }

  var isWaiting: Bool { outcome == nil }

  func connection(_ origin: Origin) async throws(ClientError) -> any ClientConnection {
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    while outcome == nil {
      await withTaskCancellationHandler {
        await waiter.wait()
      } onCancel: {
        loop.execute { confined.value.fail(ClientError(.cancelled, "the caller gave up")) }
      }
    }
    if let timer { core.cancel(timer) }
    return try (outcome ?? .failure(ClientError(.queueTimeout, "\(origin)"))).get()
  }

  func take(_ connection: any ClientConnection) {
    guard isWaiting else { return }
    outcome = .success(connection)
    waiter.wake()
  }

  func fail(_ error: ClientError) {
    guard isWaiting else { return }
    outcome = .failure(error)
    waiter.wake()
  }

  func deadlineReached() {
    timer = nil
    fail(
      ClientError(.queueTimeout, "no connection became free before the deadline", isRetrySafe: true)
    )
  }
}
