// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// Opens one connection: name, address, security, protocol.
struct Dialer {
  private let pool: ConnectionPool
  private let core: LoopCore
  private let configuration: ClientConfiguration

  init(_ pool: ConnectionPool) {
    self.pool = pool
    core = pool.client.core
    configuration = pool.client.configuration
  }

  func dial(_ deadline: Instant) async throws(ClientError) -> any ClientConnection {
    let limit = min(deadline, core.now + configuration.connectTimeout)
    let addresses = try await addresses()
    let race = ConnectRace(addresses, on: core, delay: configuration.attemptDelay, until: limit)
    let socket = try await race.winner()
    let layer = try makeLayer(socket.number)
    let channel: Channel
    do {
      channel = try Channel(socket, on: core, layer: layer)
    } catch {
      throw ClientError(.connect, "\(error)", isRetrySafe: true)
    }
    guard layer != nil else {
      return configuration.usesHTTP2WithoutAsking
        ? HTTP2ClientConnection(channel, pool) : HTTP1ClientConnection(channel, pool)
    }
    try await ClientHandshake(channel, until: limit).done()
    return channel.layer?.applicationProtocol == "h2"
      ? HTTP2ClientConnection(channel, pool) : HTTP1ClientConnection(channel, pool)
  }

  private func addresses() async throws(ClientError) -> [SocketAddress] {
    let origin = pool.origin
    if origin.host.hasPrefix("unix:") {
      return [SocketAddress(.unix(String(origin.host.dropFirst(5))))]
    }
    do {
      return try await pool.client.resolver.addresses(of: origin.host, port: origin.port)
    } catch {
      throw ClientError(.resolve, "\(error)", isRetrySafe: true)
    }
  }

  private func makeLayer(_ socket: Int32) throws(ClientError) -> (any StreamLayer)? {
    guard pool.origin.scheme == .https else { return nil }
    guard let security = configuration.security else {
      throw ClientError(.handshake, "there is no security for \(pool.origin)")
    }
    do {
      return try security(pool.origin).makeLayer(on: socket)
    } catch {
      throw ClientError(.handshake, "\(error)")
    }
  }
}

/// Waits for the security handshake of a new connection.
final class ClientHandshake: ChannelOwner, DeadlineHandler {
  private let channel: Channel
  private let waiter = Waiter()
  private var timer: TimerID?
  private var outcome: ClientError??

  init(_ channel: Channel, until deadline: Instant) {
    self.channel = channel
    channel.owner = self
    timer = channel.core.schedule(self, at: deadline)
  }

  func done() async throws(ClientError) {
    channel.shakeHands()
    if outcome == nil { await waiter.wait() }
    if let timer { channel.core.cancel(timer) }
    if let error = outcome ?? nil {
      channel.close()
      throw error
    }
  }

  private func finish(_ error: ClientError?) {
    guard outcome == nil else { return }
    outcome = .some(error)
    waiter.wake()
  }

  func channelOpened() { finish(nil) }
  func channelReadable() {}
  func channelWritable() {}

  func channelFailed(_ failure: StreamFailure) {
    finish(ClientError(.handshake, failure.description, isRetrySafe: true))
  }

  func deadlineReached() {
    timer = nil
    finish(
      ClientError(.connectTimeout, "the handshake took too long", isRetrySafe: true)
    )
  }
}
