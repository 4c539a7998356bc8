// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Request bodies that do not come` {
  @Test func `A user signs up while the bodies of a thousand sign-ins do not come`() async throws {
    let records = try await ServedRecords()
    let peers = try await onThread {
      try (0..<10).map { _ in
        let peer = try FramePeer(toServer: try PlainSocket(to: records.visitors))
        for number in 0..<110 {
          let stream = UInt32(number * 2 + 1)
          try peer.sendHead(stream, block: FramePeer.block("POST", "/v1/session"))
        }
        // What the server says to a ping it says after it has seen the heads.
        try peer.send(type: FramePeer.ping, payload: [UInt8](repeating: 7, count: 8))
        _ = try peer.receive(type: FramePeer.ping)
        return peer
      }
    }
    #expect(try await records.signUp().user.hasPrefix("u-"))
    #expect(try await records.send("GET /v1/notes").status == "200")
    withExtendedLifetime(peers) {}
  }
}
