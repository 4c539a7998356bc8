// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Testing

@Suite struct `Frames in any order and pieces` {
  /// A small generator, so that a failure comes again.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  /// Frames that are mostly right, in an order that is mostly not.
  private func frames(_ dice: inout Dice) -> [UInt8] {
    var bytes = Server.preface + Frame.settings().bytes
    for _ in 0..<40 {
      let stream = UInt32(dice.roll(6) * 2 + 1)
      let frame: Frame =
        switch dice.roll(12) {
        case 0, 1, 2: .headers(stream, get)
        case 3: .headers(stream, post, end: false)
        case 4, 5:
          .data(stream, [UInt8](repeating: 1, count: dice.roll(40)), end: dice.roll(2) == 0)
        case 6: .reset(stream)
        case 7: .windowUpdate(stream, UInt32(dice.roll(3)))
        case 8: .priority(stream, dependsOn: UInt32(dice.roll(20)))
        case 9: .priorityUpdate(stream, "u=\(dice.roll(9))")
        case 10: .settings([(4, UInt32(dice.roll(100)))])
        default: Frame(type: UInt8(dice.roll(20)), flags: UInt8(dice.roll(256)), stream: stream)
        }
      bytes += frame.bytes
    }
    if dice.roll(2) == 0 { bytes[24 + dice.roll(bytes.count - 24)] = UInt8(dice.roll(256)) }
    return bytes
  }

  private func server() -> Server {
    let server = Server()
    server.answers([1, 2, 3])
    return server
  }

  @Test(arguments: 0..<400)
  func `Frames cut into pieces at any bytes give the same events as in one piece`(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 7_919 &+ 1)
    let bytes = frames(&dice)
    let whole = server()
    whole.receive(bytes)
    let pieces = server()
    var start = 0
    while start < bytes.count {
      let end = min(start + 1 + dice.roll(30), bytes.count)
      pieces.receive(Array(bytes[start..<end]))
      start = end
    }
    #expect(pieces.recorder.events == whole.recorder.events)
    #expect(pieces.recorder.contents == whole.recorder.contents)
    #expect(pieces.frames() == whole.frames())
    #expect(pieces.session.fault?.kind == whole.session.fault?.kind)
  }

  @Test(arguments: 0..<200)
  func `Random bytes behind the preface never crash an HTTP/2 session`(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 104_729 &+ 3)
    let server = server()
    server.receive(Server.preface)
    for _ in 0..<20 where !server.session.isFinished {
      server.receive((0..<(1 + dice.roll(200))).map { _ in UInt8(dice.roll(256)) })
      _ = server.frames()
    }
    server.session.abandon(for: server.recorder)
    #expect(server.session.isFinished)
  }
}
