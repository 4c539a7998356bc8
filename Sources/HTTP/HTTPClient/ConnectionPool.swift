// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// The connections of one loop to one origin: does what its machine decides.
final class ConnectionPool {
  let destination: Destination
  /// A reference cycle until the client is closed: connections outlive the owner of the client.
  let client: HTTPClient
  private var machine: PoolMachine<HTTP1ClientConnection, HTTP2ClientConnection, ClientExchange>
  private var isClosed = false
  private var isProceeding = false

  init(_ destination: Destination, _ client: HTTPClient) {
    self.destination = destination
    self.client = client
    let configuration = client.configuration
    let isHTTP2 =
      destination.rules?.usesHTTP2WithoutAsking ?? configuration.usesHTTP2WithoutAsking
    machine = PoolMachine(
      .init(
        connections: configuration.connectionsPerOrigin,
        waiting: configuration.waitingPerOrigin
      ),
      destination.origin.isSecure ? .unknown : isHTTP2 ? .shared : .exclusive
    )
  }

  var isEmpty: Bool { machine.isEmpty }
  var isDialling: Bool { machine.dialling > 0 }

  /// Sends a call on its way, at once or when there is a connection for it.
  func submit(_ call: ClientExchange) {
    if machine.waiting == 0, let connection = takeFit() {
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

  private func takeFit() -> (any ClientConnection)? {
    while let connection = machine.takeRoom() {
      if hasRoom(connection) { return connection }
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
    while let assignment = machine.assign() {
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
    machine.opened(connection, room: connection.room)
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
