// SPDX-License-Identifier: Apache-2.0

// Whether a server without TLS speaks HTTP/2 is found out, where that is wanted, by a connection of its
// own, once an answer has come while many calls were under way. It sends the preface and waits for
// SETTINGS; a server of HTTP/1.1 takes the preface for a malformed request and closes the connection.
// If SETTINGS come, and the first call over the connection has a good answer, it takes the calls of a
// crowd. Few calls stay on HTTP/1.1, where each costs less.

import HTTPValues
import Reactor

/// The connections of one loop to one origin: does what its machine decides.
final class ConnectionPool {
  /// Calls at once from which on HTTP/2 is tried and preferred where it is learned.
  static let crowd = 8
  /// Time for which a crowd is remembered: between two turns of the loop it may have no call under way.
  private static let crowdMemory = Duration.seconds(1)
  /// Time until a server that does not speak HTTP/2 is tried again.
  private static let trialPause = Duration.seconds(300)
  /// Time until one more connection is opened to a server that answers over HTTP/2.
  private static let growthPause = Duration.seconds(1)

  let destination: Destination
  /// A reference cycle until the client is closed: connections outlive the owner of the client.
  let client: HTTPClient
  private var machine: PoolMachine<HTTP1ClientConnection, HTTP2ClientConnection, ClientExchange>
  let cleartextHTTP2: CleartextHTTP2
  private var crowdEnd: Instant
  /// Whether a call would have used HTTP/2.
  private var wantsHTTP2 = false
  /// Earliest time at which HTTP/2 may be tried.
  private var nextTrial: Instant
  private var isClosed = false
  private var isProceeding = false

  init(_ destination: Destination, _ client: HTTPClient) {
    self.destination = destination
    self.client = client
    let configuration = client.configuration
    cleartextHTTP2 = destination.rules?.cleartextHTTP2 ?? configuration.cleartextHTTP2
    crowdEnd = client.core.now
    nextTrial = crowdEnd
    machine = PoolMachine(
      .init(
        connections: configuration.connectionsPerOrigin,
        waiting: configuration.waitingPerOrigin
      ),
      destination.origin.isSecure
        ? .unknown : cleartextHTTP2 == .always ? .shared : .exclusive
    )
  }

  var isEmpty: Bool { machine.isEmpty }
  var isDialling: Bool { machine.dialling > 0 }

  /// Sends a call on its way, at once or when there is a connection for it.
  func submit(_ call: ClientExchange) {
    let isShared = mayShare(call, isCrowded(with: 1))
    if isShared { wantsHTTP2 = true }
    if machine.waiting == 0, let connection = takeFit(isShared: isShared) {
      client.counters.connectionReused()
      call.send(over: connection)
      return
    }
    guard machine.enqueue(call) else {
      let detail = "\(machine.waiting) calls wait for \(destination) already"
      call.failed(ClientError(.queueFull, detail, wasNeverSent: true))
      return
    }
    client.counters.waited()
    call.queued(in: self)
    proceed()
  }

  /// The call waits no longer.
  func withdraw(_ call: ClientExchange) { _ = machine.withdraw(call) }

  private func takeFit(isShared: Bool) -> (any ClientConnection)? {
    if isShared {
      while let connection = machine.takeRoom() {
        if hasRoom(connection) { return connection }
      }
    }
    while let connection = machine.takeIdle() {
      if connection.isFit() { return connection }
    }
    return nil
  }

  /// Whether the connection still has the room that was taken.
  private func hasRoom(_ connection: HTTP2ClientConnection) -> Bool {
    let isFit = connection.isFit()
    if !isFit { machine.setRoom(0, of: connection) }
    return isFit
  }

  /// Serves the queue with the connections that there are, and opens more where they are needed.
  func proceed() {
    // The loops below take into account all that is reported while they run.
    guard !isProceeding else { return }
    isProceeding = true
    defer { isProceeding = false }
    let isCrowded = machine.waiting > 0 && isCrowded()
    while let assignment = machine.assign(shares: { mayShare($0, isCrowded) }) {
      switch assignment {
      case .shared(let connection, let call):
        if hasRoom(connection) { call.send(over: connection) } else { machine.putBack(call) }
      case .exclusive(let connection, let call):
        if connection.isFit() { call.send(over: connection) } else { machine.putBack(call) }
      }
    }
    while machine.wantsConnection, client.admitConnection(for: self) {
      machine.beganDialling()
      Dial(self).start()
    }
  }

  // MARK: HTTP/2 that is found out

  private var learnsHTTP2: Bool { cleartextHTTP2 == .learned && !destination.origin.isSecure }

  /// Whether a call may go over HTTP/2, where there is a connection. What is not collected, such as a
  /// protocol that is upgraded to, has an HTTP/1.1 connection of its own.
  private func mayShare(_ call: ClientExchange, _ isCrowded: Bool) -> Bool {
    !learnsHTTP2 || isCrowded && call.options.isCollected
  }

  /// Whether so many calls are under way, or were a moment ago, that HTTP/2 is worth it where it is learned.
  private func isCrowded(with more: Int = 0) -> Bool {
    guard learnsHTTP2 else { return false }
    let now = client.core.now
    if machine.busy + machine.sum({ $0.calls }) + more >= ConnectionPool.crowd {
      crowdEnd = now + ConnectionPool.crowdMemory
    }
    return now < crowdEnd
  }

  /// Tries HTTP/2 with a server that has just answered, if it would be used.
  private func tryHTTP2() {
    guard wantsHTTP2 else { return }
    wantsHTTP2 = false
    let now = client.core.now
    guard learnsHTTP2, now >= nextTrial, !isClosed, !machine.hasRoom, machine.mayOpen,
      client.admitConnection(for: self)
    else { return }
    nextTrial = now + ConnectionPool.trialPause
    Dial(self, isTrial: true).start()
  }

  /// The first response, where HTTP/2 is learned a good one, has come over an HTTP/2 connection.
  func answered() { nextTrial = client.core.now + ConnectionPool.growthPause }

  // MARK: what dials report

  /// - Parameter taken: the time from the look-up of the name to the end of the handshake.
  func opened(_ connection: HTTP1ClientConnection, after taken: Duration) {
    client.counters.connectionOpened()
    connection.connectTime = taken
    machine.opened(connection)
    serveOrRetire(connection)
  }

  func opened(_ connection: HTTP2ClientConnection, after taken: Duration) {
    client.counters.connectionOpened()
    connection.connectTime = taken
    if connection.isOnTrial {
      machine.joined(connection)
    } else {
      machine.opened(connection, room: connection.room)
    }
    proceed()
    if isClosed { connection.retire(.shutdown) }
  }

  func dialFailed(_ error: ClientError) {
    client.connectionEnded()
    for call in machine.dialFailed() { call.failed(error) }
    proceed()
  }

  // MARK: what connections report

  /// An HTTP/1 connection has no call any more.
  func freed(_ connection: HTTP1ClientConnection) {
    tryHTTP2()
    machine.freed(connection)
    serveOrRetire(connection)
  }

  private func serveOrRetire(_ connection: HTTP1ClientConnection) {
    proceed()
    if isClosed { connection.retire(.shutdown) }
    client.mayHaveRoom()
  }

  /// An HTTP/2 connection may have room again.
  func changed(_ connection: HTTP2ClientConnection) {
    machine.setRoom(connection.room, of: connection)
    proceed()
  }

  /// The connection takes no more calls.
  func retired(_ connection: HTTP2ClientConnection) {
    machine.retired(connection)
    proceed()
  }

  func closed(_ connection: HTTP1ClientConnection, _ end: ConnectionEnd) {
    machine.closed(connection)
    ended(end)
  }

  func closed(_ connection: HTTP2ClientConnection, _ end: ConnectionEnd) {
    machine.closed(connection)
    if !connection.hasAnswered || end == .fault || end == .unresponsive {
      nextTrial = client.core.now + ConnectionPool.trialPause
    }
    ended(end)
  }

  private func ended(_ end: ConnectionEnd) {
    client.counters.connectionClosed(end)
    client.connectionEnded()
    proceed()
  }

  // MARK: what the client decides

  /// Gives up the connection that has been idle for the longest time; `false` when none is idle.
  func giveUpIdle() -> Bool {
    guard let connection = machine.longestIdle else { return false }
    connection.retire(.idle)
    return true
  }

  /// Closes every connection that has no call, and the others behind their last one.
  func close() {
    isClosed = true
    let (idle, shared) = machine.unleased
    for connection in idle { connection.retire(.shutdown) }
    for connection in shared { connection.retire(.shutdown) }
  }
}
