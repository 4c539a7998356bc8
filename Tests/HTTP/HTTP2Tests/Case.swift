// SPDX-License-Identifier: Apache-2.0

import HTTP2
import Testing

/// What a peer sends to a server by hand, and what must come of it.
struct Case: CustomTestStringConvertible {
  enum Outcome {
    /// The connection goes on: a PING is answered.
    case goesOn
    /// The connection ends with one of these codes.
    case ends([HTTP2ErrorCode])
    /// The stream is reset with one of these codes, and the connection goes on.
    case resets(UInt32, [HTTP2ErrorCode])
  }

  let testDescription: String
  let frames: [Frame]
  let outcome: Outcome

  init(_ description: String, _ frames: [Frame], _ outcome: Outcome) {
    testDescription = description
    self.frames = frames
    self.outcome = outcome
  }

  /// Feeds a server that answers everything, and compares what it sends.
  func check() {
    let server = Server.greeted()
    server.answers([1, 2, 3])
    var sent: [Frame] = []
    for frame in frames {
      server.receive(frame)
      sent += server.frames()
    }
    server.receive(.ping([9, 9, 9, 9, 9, 9, 9, 9]))
    sent += server.frames()
    let isAlive = sent.contains {
      $0.type == 6 && $0.flags == Frame.acknowledgement && $0.payload == [9, 9, 9, 9, 9, 9, 9, 9]
    }
    let goAway = sent.first { $0.type == 7 }?.code
    switch outcome {
    case .goesOn:
      #expect(isAlive)
      #expect(goAway == nil)
      #expect(server.session.fault == nil)
    case .ends(let codes):
      #expect(!isAlive)
      #expect(goAway.map { codes.contains($0) } == true, "\(String(describing: goAway))")
      #expect(server.session.fault?.code == goAway)
      #expect(server.session.isFinished)
    case .resets(let stream, let codes):
      #expect(isAlive)
      #expect(goAway == nil)
      let reset = sent.first { $0.type == 3 && $0.stream == stream }?.code
      #expect(reset.map { codes.contains($0) } == true, "\(String(describing: reset))")
    }
  }
}
