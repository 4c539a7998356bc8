// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Testing

@testable import HTTPServer

@Suite struct `The machine of an HTTP/1 server connection, when its peer is too slow,` {
  @Test func `closes an idle connection after 75 seconds, having looked once more`() {
    let owner = MachineOwner()
    owner.receive("GET /a HTTP/1.1\r\nhost: h\r\n\r\n")
    owner.wait(74)
    #expect(owner.actions == ["show /a", "write"])
    #expect(owner.wait(1) == nil)
    #expect(owner.actions.suffix(2) == ["read once more", "close"])
  }

  @Test func `answers 408 to a head that is not whole after ten seconds`() {
    let owner = MachineOwner()
    for _ in 0..<9 {
      owner.receive("G")
      #expect(owner.wait(1) == nil)
    }
    #expect(owner.wait(1) == .head)
    #expect(owner.actions == ["refuse 408 head_timeout", "write", "finish writing"])
  }

  @Test func `closes without a word where not one byte of a first head came`() {
    let owner = MachineOwner()
    owner.tell { _, _ in }
    #expect(owner.wait(10) == nil)
    #expect(owner.actions == ["close"])
  }

  @Test func `tells the handler after 20 seconds without a byte of the body`() {
    let owner = MachineOwner()
    owner.receive("POST /later HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\n")
    #expect(owner.wait(20) == .body)
    #expect(owner.actions.last == "wake reader")
    #expect(throws: ExchangeError.bodyTooSlow) { try owner.readBody() }
    owner.answer()
    #expect(owner.written.contains("connection: close\r\n"))
  }

  @Test func `resets a peer that does not send the rest of a body that is thrown away`() {
    let owner = MachineOwner()
    owner.receive("POST /a HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\n")
    #expect(owner.wait(20) == .body)
    #expect(owner.actions.last == "reset")
  }

  @Test func `waits for a peer that waits for its leave to send the body`() {
    let owner = MachineOwner()
    owner.receive(
      "POST /later HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n"
    )
    #expect(owner.wait(500) == nil)
  }

  @Test func `resets a peer that takes no output for 20 seconds`() {
    let owner = MachineOwner()
    owner.room = 3
    owner.receive("GET /a HTTP/1.1\r\nhost: h\r\n\r\n")
    var end: Patience?
    for _ in 0..<5 where end == nil { end = owner.wait(5, unacknowledged: 1_000_000) }
    #expect(end == .send && owner.actions.last == "reset")
  }

  @Test func `asks a peer that has closed its direction, ever more seldom, whether it is there`() {
    let owner = MachineOwner()
    owner.receive("GET /later HTTP/1.1\r\nhost: h\r\n\r\n")
    owner.tell { $0.inputHasEnded($1) }
    owner.wait(1)
    #expect(owner.statuses == ["100 Continue"])
    #expect(owner.rest?.nextLook == owner.now + .seconds(1))
    owner.wait(1)
    #expect(owner.statuses.count == 2)
    #expect(owner.rest?.nextLook == owner.now + .seconds(2))
    owner.answer()
    #expect(owner.statuses.last == "200 OK" && owner.actions.last == "close")
  }
}
