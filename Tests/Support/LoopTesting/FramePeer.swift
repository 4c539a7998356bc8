// SPDX-License-Identifier: Apache-2.0

/// An HTTP/2 peer by hand: the frames that a test names, in its order.
package struct FramePeer {
  package let socket: PlainSocket

  package struct Frame {
    package let type: UInt8
    package let flags: UInt8
    package let stream: UInt32
    package let payload: [UInt8]
  }

  package static let headers: UInt8 = 1
  package static let ping: UInt8 = 6
  package static let endStream: UInt8 = 1
  package static let endHeaders: UInt8 = 4

  /// A server's side: reads the client's preface, unless that was read, and says hello with `settings`.
  package init(
    _ socket: PlainSocket,
    hasPreface: Bool = false,
    settings: [(UInt16, UInt32)] = []
  ) throws {
    self.socket = socket
    if !hasPreface { _ = try socket.receive(exactly: 24) }
    let payload = settings.flatMap { id, value in
      [UInt8(id >> 8), UInt8(truncatingIfNeeded: id)] + FramePeer.bytes(value)
    }
    try send(type: 4, payload: payload)
  }

  /// A client's side: sends the preface and empty settings.
  package init(toServer socket: PlainSocket) throws {
    self.socket = socket
    try socket.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    try send(type: 4)
  }

  /// The block of a request's head: http, the authority `a` and what is given.
  package static func block(_ method: String, _ path: String) -> [UInt8] {
    var block: [UInt8] = [0x86]
    for (name, value) in [(UInt8(2), method), (4, path), (1, "a")] {
      block += [name, UInt8(value.utf8.count)] + Array(value.utf8)
    }
    return block
  }

  package static func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  package func send(
    type: UInt8,
    flags: UInt8 = 0,
    stream: UInt32 = 0,
    payload: [UInt8] = []
  ) throws {
    var frame = Array(FramePeer.bytes(UInt32(payload.count)).dropFirst())
    frame += [type, flags]
    frame += FramePeer.bytes(stream)
    try socket.send(frame + payload)
  }

  package func sendHead(_ stream: UInt32, block: [UInt8] = [0x88], isLast: Bool = false) throws {
    let flags = FramePeer.endHeaders | (isLast ? FramePeer.endStream : 0)
    try send(type: FramePeer.headers, flags: flags, stream: stream, payload: block)
  }

  package func sendContent(_ stream: UInt32, _ text: String, isLast: Bool = false) throws {
    let flags = isLast ? FramePeer.endStream : 0
    try send(type: 0, flags: flags, stream: stream, payload: Array(text.utf8))
  }

  package func sendReset(_ stream: UInt32, code: UInt32) throws {
    try send(type: 3, stream: stream, payload: FramePeer.bytes(code))
  }

  package func sendGoAway(last: UInt32, code: UInt32 = 0) throws {
    try send(type: 7, payload: FramePeer.bytes(last) + FramePeer.bytes(code))
  }

  package func receive() throws -> Frame {
    let head = try socket.receive(exactly: 9)
    let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let payload = length == 0 ? [] : try socket.receive(exactly: length)
    return Frame(type: head[3], flags: head[4], stream: stream, payload: payload)
  }

  /// Reads on until a request's head has come, and answers its stream.
  @discardableResult
  package func receiveRequest() throws -> UInt32 { try receive(type: FramePeer.headers).stream }

  package func receive(type: UInt8) throws -> Frame {
    while true {
      let frame = try receive()
      if frame.type == type { return frame }
    }
  }
}
