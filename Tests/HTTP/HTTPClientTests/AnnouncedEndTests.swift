// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Announced ends of connections` {
  @Test func `A connection is not reused once its server may end it as it has announced`()
    async throws
  {
    let server = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        let head = "HTTP/1.1 200 OK\r\nKeep-Alive: max=9, Timeout = 5\r\nContent-Length: 2"
        try peer.send(head + "\r\n\r\nok")
      }
    }
    let clock = ManualClock()
    let client = try await ClientFixture(clock: .manual(clock))
    for (pause, connections) in [(Duration.zero, 1), (.seconds(4), 1), (.milliseconds(4500), 2)] {
      clock.advance(by: pause)
      #expect(
        try await client.fetch("/", from: server.address, method: .post).body == Array("ok".utf8)
      )
      #expect(server.connections == connections)
    }
    server.stop()
  }
}
