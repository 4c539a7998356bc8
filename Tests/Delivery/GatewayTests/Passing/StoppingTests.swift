// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

/// What is without an end, when the gateway stops. Its clock stands still, so that nothing is waited for.
@Suite(.timeLimit(.minutes(5))) struct `Endless answers of a gateway that stops` {
  private static let opening =
    "GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
  private static let agreed =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"

  private func tunnelled(_ service: ScriptedServer) async throws -> (PassedSite, PlainSocket) {
    let passed = try await PassedSite(
      passes: #""/live": { backend: "open", webSockets: {} },"#,
      address: "http://\(service.address)"
    )
    let address = passed.site.address
    let socket = try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(Self.opening)
      #expect(try socket.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
      try socket.send("ping")
      #expect(try socket.receive(exactly: 4) == Array("ping".utf8))
      return socket
    }
    return (passed, socket)
  }

  @Test func `A WebSocket's service hears of the stop, and its last words reach the client`()
    async throws
  {
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      try socket.send(socket.receive())
      _ = try socket.receiveAll()
      try socket.send("goodbye")
    }
    let (passed, socket) = try await tunnelled(service)
    let stopped = Task { await passed.site.drain() }
    #expect(try await onThread { try socket.receiveAll() } == "goodbye")
    socket.close()
    await stopped.value
    service.stop()
  }

  @Test func `A WebSocket whose service does not end it is closed two seconds after the stop`()
    async throws
  {
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      try socket.send(socket.receive())
      _ = try socket.receiveAll()
      // Until the gateway closes both directions.
      while true { try socket.send("still here") }
    }
    let (passed, socket) = try await tunnelled(service)
    let stopped = Task { await passed.site.drain() }
    try await onThread {
      _ = try socket.receive(through: "still here")
      passed.clock.advance(by: .seconds(2))
      while !(try socket.receive().isEmpty) {}
      socket.close()
    }
    await stopped.value
    service.stop()
  }

  /// A site whose service sends an event to each stream, and then nothing more.
  private func streaming(_ gate: Gate) async throws -> PassedSite {
    try await PassedSite { exchange, _ in
      try await exchange.start(Response(.ok, fields: ["content-type": "text/event-stream"]))
      let event = Array("data: 1\n\n".utf8)
      try await exchange.write(event.span)
      await gate.pass()
    }
  }

  @Test func `An event stream over HTTP/1.1 ends as a whole when the gateway stops`() async throws {
    let gate = Gate()
    let passed = try await streaming(gate)
    let address = passed.site.address
    let socket = try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("GET /kept/a HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n")
      _ = try socket.receive(through: "data: 1\n\n\r\n")
      return socket
    }
    let stopped = Task { await passed.site.drain() }
    #expect(try await onThread { try socket.receive(through: "0\r\n\r\n") } == "0\r\n\r\n")
    socket.close()
    await stopped.value
    gate.open()
  }

  @Test func `An event stream over HTTP/2 ends as a whole when the gateway stops`() async throws {
    let gate = Gate()
    let passed = try await streaming(gate)
    let address = passed.site.address
    let peer = try await onThread {
      let peer = try FramePeer(toServer: PlainSocket(to: address))
      // The literal field without an index: accept.
      let accept = [0x00, 6] + Array("accept".utf8) + [17] + Array("text/event-stream".utf8)
      try peer.sendHead(1, block: FramePeer.block("GET", "/kept/a") + accept, isLast: true)
      #expect(try peer.receive(type: 0).payload == Array("data: 1\n\n".utf8))
      return peer
    }
    let stopped = Task { await passed.site.drain() }
    try await onThread {
      var isEnded = false
      var isTold = false
      while !isEnded || !isTold {
        let frame = try peer.receive()
        if frame.type == 0 { isEnded = frame.flags & FramePeer.endStream != 0 }
        if frame.type == 7 { isTold = true }
        #expect(frame.type != 3)
      }
    }
    peer.socket.close()
    await stopped.value
    gate.open()
  }
}
