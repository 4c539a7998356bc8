// SPDX-License-Identifier: Apache-2.0

import HTTP2
import Testing

@Suite struct `The format of HTTP/2 frames` {
  private static let block = Frame.literals(get)
  private static let openBlock = Frame.headers(1, get, isWhole: false)

  static let sizes: [Case] = [
    Case(
      "DATA of 16384 bytes",
      [.headers(1, post, end: false), .data(1, [UInt8](repeating: 0, count: 16_384), end: true)],
      .goesOn
    ),
    Case(
      "DATA of 16385 bytes",
      [.headers(1, post, end: false), .data(1, [UInt8](repeating: 0, count: 16_385), end: true)],
      .ends([.frameSizeError])
    ),
    Case(
      "HEADERS of 16385 bytes",
      [Frame(type: 1, flags: 5, stream: 1, payload: [UInt8](repeating: 0, count: 16_385))],
      .ends([.frameSizeError])
    ),
    Case(
      "PRIORITY of four bytes",
      [Frame(type: 2, stream: 1, payload: [0, 0, 0, 0])],
      .ends([.frameSizeError])
    ),
    Case(
      "RST_STREAM of three bytes",
      [.headers(1, post, end: false), Frame(type: 3, stream: 1, payload: [0, 0, 0])],
      .ends([.frameSizeError])
    ),
    Case(
      "SETTINGS of three bytes",
      [Frame(type: 4, payload: [0, 0, 0])],
      .ends([.frameSizeError])
    ),
    Case(
      "an acknowledgement of SETTINGS with content",
      [Frame(type: 4, flags: 1, payload: [0, 1, 0, 0, 0, 0])],
      .ends([.frameSizeError])
    ),
    Case("PING of six bytes", [.ping([1, 2, 3, 4, 5, 6])], .ends([.frameSizeError])),
    Case(
      "WINDOW_UPDATE of three bytes",
      [Frame(type: 8, payload: [0, 0, 1])],
      .ends([.frameSizeError])
    ),
  ]

  @Test(arguments: sizes)
  func `A frame with a size that its type does not allow ends the connection`(test: Case) {
    test.check()
  }

  static let streams: [Case] = [
    Case("DATA on 0", [.data(0, [1])], .ends([.protocolError])),
    Case("HEADERS on 0", [.headers(0, get)], .ends([.protocolError])),
    Case("PRIORITY on 0", [.priority(0)], .ends([.protocolError])),
    Case("RST_STREAM on 0", [.reset(0)], .ends([.protocolError])),
    Case("CONTINUATION on 0", [openBlock, .continuation(0, [])], .ends([.protocolError])),
    Case("SETTINGS on 1", [Frame(type: 4, stream: 1)], .ends([.protocolError])),
    Case(
      "PING on 1",
      [Frame(type: 6, stream: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8])],
      .ends([.protocolError])
    ),
    Case(
      "GOAWAY on 1",
      [Frame(type: 7, stream: 1, payload: [0, 0, 0, 0, 0, 0, 0, 0])],
      .ends([.protocolError])
    ),
  ]

  @Test(arguments: streams)
  func `A frame on stream 0 or on a stream against its type ends the connection`(test: Case) {
    test.check()
  }

  static let tolerated: [Case] = [
    Case("an unknown type", [Frame(type: 22, stream: 0, payload: [1, 2, 3])], .goesOn),
    Case(
      "unknown flags",
      [Frame(type: 6, flags: 0x16, payload: [1, 2, 3, 4, 5, 6, 7, 8])],
      .goesOn
    ),
    Case("the reserved bit", [Frame(type: 6, stream: 1 << 31, payload: opaque)], .goesOn),
    Case("PING that acknowledges nothing", [Frame(type: 6, flags: 1, payload: opaque)], .goesOn),
    Case("an unknown code of RST_STREAM", [.headers(1, get), .reset(1, 0xFF)], .goesOn),
    Case("an unknown setting", [.settings([(0xFF, 1)])], .goesOn),
    Case(
      "padding",
      [
        Frame(
          type: 1,
          flags: Frame.endHeaders | Frame.padded,
          stream: 1,
          payload: [4] + Frame.literals(post) + [0, 0, 0, 0]
        ),
        Frame(type: 0, flags: 1 | Frame.padded, stream: 1, payload: [2, 7, 7, 0, 0]),
      ],
      .goesOn
    ),
    Case(
      "HEADERS with a priority",
      [Frame(type: 1, flags: 0x25, stream: 1, payload: [0, 0, 0, 0, 15] + block)],
      .goesOn
    ),
    Case("PRIORITY of 256", [Frame(type: 2, stream: 1, payload: [0, 0, 0, 0, 255])], .goesOn),
    Case(
      "PRIORITY that excludes others",
      [Frame(type: 2, stream: 3, payload: [0x80, 0, 0, 1, 3])],
      .goesOn
    ),
  ]

  private static let opaque: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  @Test(arguments: tolerated)
  func `Frames with unknown types, flags, settings or codes are tolerated`(test: Case) {
    test.check()
  }

  static let malformed: [Case] = [
    Case(
      "DATA padded past its end",
      [
        .headers(1, post, end: false),
        Frame(type: 0, flags: 1 | Frame.padded, stream: 1, payload: [6, 1, 2]),
      ],
      .ends([.protocolError])
    ),
    Case(
      "HEADERS padded past its end",
      [Frame(type: 1, flags: 5 | Frame.padded, stream: 1, payload: [255] + block)],
      .ends([.protocolError])
    ),
    Case("PRIORITY of itself", [.priority(1, dependsOn: 1)], .ends([.protocolError])),
    Case(
      "HEADERS with a priority of itself",
      [Frame(type: 1, flags: 0x25, stream: 1, payload: [0, 0, 0, 1, 15] + block)],
      .ends([.protocolError])
    ),
    Case("PUSH_PROMISE", [pushPromise], .ends([.protocolError])),
    Case("ENABLE_PUSH of 2", [.settings([(2, 2)])], .ends([.protocolError])),
    Case(
      "INITIAL_WINDOW_SIZE past 2^31-1",
      [.settings([(4, 1 << 31)])],
      .ends([.flowControlError])
    ),
    Case("MAX_FRAME_SIZE of 16383", [.settings([(5, 16_383)])], .ends([.protocolError])),
    Case("MAX_FRAME_SIZE past 2^24-1", [.settings([(5, 1 << 24)])], .ends([.protocolError])),
    Case("WINDOW_UPDATE of 0", [.windowUpdate(0, 0)], .ends([.protocolError])),
    Case(
      "WINDOW_UPDATE of 0 on a stream",
      [.headers(1, post, end: false), .windowUpdate(1, 0)],
      .ends([.protocolError])
    ),
    Case(
      "a connection's window past 2^31-1",
      [.windowUpdate(0, .max >> 1), .windowUpdate(0, .max >> 1)],
      .ends([.flowControlError])
    ),
    Case(
      "a stream's window past 2^31-1",
      [
        .headers(1, post, end: false), .windowUpdate(1, .max >> 1), .windowUpdate(1, .max >> 1),
      ],
      .resets(1, [.flowControlError])
    ),
    Case(
      "a window past 2^31-1 by SETTINGS",
      [
        .headers(1, post, end: false), .windowUpdate(1, (1 << 31) - 65_536),
        .settings([(4, 65_536)]),
      ],
      .resets(1, [.flowControlError])
    ),
  ]

  private static let pushPromise = Frame(
    type: 5,
    flags: 4,
    stream: 1,
    payload: [0, 0, 0, 2] + Frame.literals(get)
  )

  @Test(arguments: malformed)
  func `A frame with values that are not allowed ends its stream or connection`(test: Case) {
    test.check()
  }

  static let blocks: [Case] = [
    Case(
      "CONTINUATION completes it",
      [
        .headers(1, [(":method", "GET"), (":scheme", "http")], isWhole: false),
        .continuation(1, [(":path", "/")], isWhole: false),
        .continuation(1, [(":authority", "a")]),
      ],
      .goesOn
    ),
    Case("PRIORITY interrupts it", [openBlock, .priority(1)], .ends([.protocolError])),
    Case("HEADERS interrupts it", [openBlock, .headers(3, get)], .ends([.protocolError])),
    Case("DATA interrupts it", [openBlock, .data(1, [1])], .ends([.protocolError])),
    Case("an unknown type interrupts it", [openBlock, Frame(type: 22)], .ends([.protocolError])),
    Case(
      "CONTINUATION of another stream",
      [openBlock, .continuation(3, [])],
      .ends([.protocolError])
    ),
    Case(
      "CONTINUATION behind a whole block",
      [.headers(1, post, end: false), .continuation(1, [("a", "b")])],
      .ends([.protocolError])
    ),
    Case(
      "CONTINUATION behind DATA",
      [.headers(1, post, end: false), .data(1, [1]), .continuation(1, [("a", "b")])],
      .ends([.protocolError])
    ),
  ]

  @Test(arguments: blocks) func `A header block interrupted by another frame ends the connection`(
    test: Case
  ) { test.check() }

  static let compression: [Case] = [
    Case("an index past the table", [hpack([0xFF, 0x80, 0x7F])], .ends([.compressionError])),
    Case("index 0", [hpack([0x80])], .ends([.compressionError])),
    Case("a table size past the limit", [hpack([0x3F, 0xE2, 0xFF, 0x03])], badSize),
    Case(
      "a table size behind fields",
      [hpack(block + [0x3F, 0xE1, 0x1F])],
      .ends([.compressionError])
    ),
    Case(
      "Huffman padding of more than seven bits",
      [hpack(block + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x84, 0x49, 0x50, 0x9F, 0xFF])],
      .ends([.compressionError])
    ),
    Case(
      "Huffman padding of zeros",
      [hpack(block + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x83, 0x49, 0x50, 0x90])],
      .ends([.compressionError])
    ),
    Case(
      "the end symbol in Huffman code",
      [
        hpack(
          block + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x87]
            + [0x49, 0x51, 0xFF, 0xFF, 0xFF, 0xFA, 0x7F]
        )
      ],
      .ends([.compressionError])
    ),
    Case("a field cut short", [hpack(block + [0, 5, 0x61])], .ends([.compressionError])),
  ]

  private static let badSize = Case.Outcome.ends([.compressionError])

  private static func hpack(_ block: [UInt8]) -> Frame {
    Frame(type: 1, flags: 5, stream: 1, payload: block)
  }

  @Test(arguments: compression)
  func `A malformed HPACK block ends the connection with COMPRESSION_ERROR`(test: Case) {
    test.check()
  }

  @Test func `A connection that does not begin with the preface is refused`() {
    let server = Server()
    server.receive(Array("INVALID CONNECTION PREFACE\r\n\r\n".utf8))
    #expect(server.session.fault?.kind == .protocolViolation)
    #expect(server.goAwayCode() == .protocolError)
    #expect(server.session.isFinished)
  }

  @Test func `A connection whose first frame is not SETTINGS is refused`() {
    let server = Server()
    server.receive(Server.preface)
    server.receive(.ping())
    #expect(server.goAwayCode() == .protocolError)
    #expect(server.session.fault?.code == .protocolError)
  }

  @Test func `Frames that arrive a byte at a time are understood`() {
    let server = Server()
    server.answers(Array("ok".utf8))
    let bytes = Server.preface + Frame.settings().bytes + Frame.headers(1, get).bytes
    for byte in bytes { server.receive([byte]) }
    let sent = server.frames()
    #expect(sent.contains { $0.type == 0 && $0.payload == Array("ok".utf8) })
    #expect(sent.contains(.settingsAcknowledgement))
  }
}
