// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// A connection whose protocol is not known yet: during the handshake, or until its first bytes
/// tell HTTP/1 from HTTP/2's preface (RFC 9113 section 3.4).
final class ConnectionOpening: ServedConnection, ChannelOwner, DeadlineHandler {
  private static let preface: [UInt8] = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private let channel: Channel
  private let server: ServerLoop
  private let peer: Peer
  private var input = ByteBuffer()
  private var timer: TimerID?
  let standing: ConnectionStanding

  init(_ channel: Channel, _ server: ServerLoop, _ peer: Peer) {
    self.channel = channel
    self.server = server
    self.peer = peer
    standing = ConnectionStanding(kind: .opening, isSecure: channel.layer != nil)
  }

  func begin() {
    server.add(self)
    channel.owner = self
    timer = server.core.schedule(
      self,
      at: server.core.now + server.limits.timeouts.handshake
    )
  }

  func channelOpened() {
    if channel.layer != nil { server.counters.handshakeDone() }
    // Without an agreement it is HTTP/1.1; a client that knows better sends the preface.
    if channel.layer?.applicationProtocol == "h2" {
      become(HTTP2Connection(channel, server, peer))
    }
  }

  func channelReadable() {
    if input.capacity == 0 { input = server.core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes(let count):
      server.counters.received(count)
      decide()
    case .wait: return
    case .end, .failed: close()
    }
  }

  func channelWritable() {}

  func channelFailed(_ failure: StreamFailure) {
    if case .security = failure.kind { server.counters.handshakeFailed(of: peer.client) }
    close()
  }

  func deadlineReached() {
    timer = nil
    if !server.isDraining { server.counters.timedOut(.handshake, of: peer.client) }
    close()
  }

  private func decide() {
    let length = min(input.count, ConnectionOpening.preface.count)
    let begun = ConnectionOpening.preface.span.extracting(first: length)
    if !input.span.extracting(first: length).matches(begun) {
      become(HTTP1Connection(channel, server, peer, early: takeInput()))
    } else if length == ConnectionOpening.preface.count {
      become(HTTP2Connection(channel, server, peer))
    }
  }

  private func become(_ connection: HTTP1Connection) {
    release(to: connection)
    connection.open()
  }

  private func become(_ connection: HTTP2Connection) {
    release(to: connection)
    connection.open(with: takeInput())
  }

  private func release(to connection: any ServedConnection) {
    if let timer { server.core.cancel(timer) }
    timer = nil
    server.replace(self, by: connection)
  }

  private func takeInput() -> ByteBuffer {
    var taken = ByteBuffer()
    swap(&taken, &input)
    return taken
  }

  /// The first request may be on its way: it is answered, if it comes soon.
  func drain() {
    if let timer { server.core.cancel(timer) }
    timer = server.core.schedule(self, at: server.core.now + server.limits.timeouts.linger)
  }

  func cut() { close() }

  private func close() {
    if let timer { server.core.cancel(timer) }
    timer = nil
    channel.close()
    server.core.buffers.recycle(&input)
    server.remove(self, of: peer.client)
  }
}
