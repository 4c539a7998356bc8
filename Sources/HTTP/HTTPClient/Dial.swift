// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// Opens one connection for a pool: name, address, security, protocol, all within one time limit.
final class Dial: DeadlineHandler {
  private let pool: ConnectionPool
  /// Whether no call waits for the connection, which is to find out whether the server speaks HTTP/2.
  private let isTrial: Bool
  private let core: LoopCore
  private let configuration: ClientConfiguration
  private let began: Instant
  private let limit: Instant
  private var timer: TimerID?
  private var isOver = false

  init(_ pool: ConnectionPool, isTrial: Bool = false) {
    self.pool = pool
    self.isTrial = isTrial
    core = pool.client.core
    configuration = pool.client.configuration
    began = core.now
    limit = began + configuration.connectTimeout
  }

  func start() {
    timer = core.schedule(self, at: limit)
    let confined = LoopConfined(self, to: pool.client.loop)
    core.loop.start { await confined.value.run() }
  }

  private func run() async {
    do throws(ClientError) {
      let channel = try await connect()
      guard end() else {
        channel.close()
        return
      }
      let isHTTP2 =
        channel.layer.map { $0.applicationProtocol == "h2" }
        ?? (isTrial || pool.cleartextHTTP2 == .always)
      if isHTTP2 {
        let connection = HTTP2ClientConnection(channel, pool, isOnTrial: isTrial)
        pool.opened(connection, after: core.now - began)
      } else {
        pool.opened(HTTP1ClientConnection(channel, pool), after: core.now - began)
      }
    } catch {
      if end() { failed(error) }
    }
  }

  /// A look-up of a name can take longer than the call has; what it finds then is for the next one.
  func deadlineReached() {
    timer = nil
    guard end() else { return }
    let detail = "no connection to \(pool.destination) within \(configuration.connectTimeout)"
    failed(ClientError(.connectTimeout, detail, wasNeverSent: true))
  }

  private func failed(_ error: ClientError) {
    if isTrial { pool.client.connectionEnded() } else { pool.dialFailed(error) }
  }

  private func end() -> Bool {
    guard !isOver else { return false }
    isOver = true
    if let timer { core.cancel(timer) }
    timer = nil
    return true
  }

  private func connect() async throws(ClientError) -> Channel {
    let addresses = try admitted(try await addresses())
    guard !isOver else { throw ClientError(.connectTimeout, "the name was found too late") }
    let race = ConnectRace(addresses, on: core, delay: configuration.attemptDelay, until: limit)
    let socket = try await race.winner()
    let layer = try makeLayer(socket.number)
    let channel: Channel
    do throws(SystemError) {
      channel = try Channel(socket, on: core, layer: layer, order: .answers)
    } catch {
      throw ClientError(.connect, cause: error, wasNeverSent: true)
    }
    if layer != nil { try await ClientHandshake(channel, until: limit).done() }
    return channel
  }

  private func addresses() async throws(ClientError) -> [SocketAddress] {
    do {
      return try await pool.destination.addresses(by: pool.client.resolver)
    } catch {
      throw ClientError(.resolve, "\(error)", wasNeverSent: true, cause: error)
    }
  }

  /// Returns the addresses to which connections may be made; throws if there are others only.
  private func admitted(_ addresses: [SocketAddress]) throws(ClientError) -> [SocketAddress] {
    guard let refusal = configuration.refusal else { return addresses }
    let origin = pool.destination.origin
    let admitted = addresses.filter { refusal(origin, $0) == nil }
    guard admitted.isEmpty, let reason = addresses.lazy.compactMap({ refusal(origin, $0) }).first
    else { return admitted }
    throw ClientError(.connect, reason, wasNeverSent: true)
  }

  private func makeLayer(_ socket: Int32) throws(ClientError) -> (any StreamLayer)? {
    guard pool.destination.origin.isSecure else { return nil }
    guard let security = pool.destination.rules?.security ?? configuration.security else {
      throw ClientError(.handshake, "there is no security for \(pool.destination)")
    }
    do {
      return try security(pool.destination.origin).makeLayer(on: socket)
    } catch {
      throw ClientError(.handshake, "\(error)", cause: error)
    }
  }
}
