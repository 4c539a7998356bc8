// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// Takes the connections of one listener on one loop.
final class ConnectionIntake {
  private let server: ServerLoop
  private let configuration: ListenerConfiguration
  private let local: SocketAddress
  private var listener: Listener?
  /// Connections whose PROXY header is not read yet.
  private var readers: [Int: ProxyHeaderReader] = [:]
  private var nextReader = 0

  init(
    _ server: ServerLoop,
    _ configuration: ListenerConfiguration,
    _ socket: consuming ListeningSocket
  ) throws(SystemError) {
    self.server = server
    self.configuration = configuration
    local = socket.address
    listener = try Listener(socket, on: server.core) { [weak self] socket, client in
      // Without an intake, whose server has ended, the connection is closed.
      self?.accept(socket, client)
    }
  }

  /// Takes what waits at this moment and then no more.
  func stop() {
    listener?.takeWaiting()
    listener?.stop()
    listener = nil
    for reader in readers.values {
      reader.cancel()
      server.ledger.release(nil)
    }
    readers = [:]
  }

  private func accept(_ socket: consuming Descriptor, _ client: SocketAddress) {
    guard configuration.expectsProxyHeader else {
      admit(socket, client: client, local: local)
      return
    }
    // One that says nothing takes a place as well.
    guard server.ledger.admit(nil) == .admitted else {
      return refuse(socket, "connections", of: client)
    }
    do {
      try readProxyHeader(socket, client)
    } catch {
      server.ledger.release(nil)
      server.counters.refused("proxy_header", of: client)
    }
  }

  /// The header names the client; without one it is the proxy's own connection, such as its health
  /// check.
  private func readProxyHeader(
    _ socket: consuming Descriptor,
    _ proxy: SocketAddress
  ) throws(SystemError) {
    let deadline = server.core.now + server.limits.timeouts.handshake
    nextReader &+= 1
    let number = nextReader
    readers[number] = try ProxyHeaderReader(socket, on: server.core, until: deadline) {
      [weak self] outcome in
      guard let self else { return }
      readers[number] = nil
      server.ledger.release(nil)
      switch consume outcome {
      case .header(let header, let socket):
        admit(socket, client: header.source ?? proxy, local: header.destination ?? local)
      case .refused: server.counters.refused("proxy_header", of: proxy)
      case .gone: server.counters.timedOut(.handshake, of: proxy)
      }
    }
  }

  private func admit(
    _ socket: consuming Descriptor,
    client: SocketAddress,
    local: SocketAddress
  ) {
    switch server.ledger.admit(client) {
    case .admitted: break
    case .tooMany: return refuse(socket, "connections", of: client)
    case .tooManyOfClient: return refuse(socket, "connections_per_client", of: client)
    }
    do {
      let layer = try configuration.security?.makeLayer(on: socket.number)
      let channel = try Channel(socket, on: server.core, layer: layer)
      server.counters.connectionOpened()
      let peer = Peer(client: client, local: local, layer: layer)
      ConnectionOpening(channel, server, peer).begin()
    } catch {
      server.ledger.release(client)
      server.counters.handshakeFailed(of: client)
    }
  }

  /// Says 503 where that can be said without a handshake, and closes.
  private func refuse(
    _ socket: consuming Descriptor,
    _ label: StaticString,
    of client: SocketAddress
  ) {
    server.counters.refused(label, of: client)
    guard configuration.security == nil else { return }
    var answer = ByteBuffer()
    answer.append("HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\n")
    answer.append("content-length: 0\r\nconnection: close\r\n\r\n")
    guard let channel = try? Channel(socket, on: server.core) else { return }
    _ = channel.write(&answer)
    channel.close()
  }
}
