// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Testing

@testable import HTTPServer

@Suite struct `Timeouts of an HTTP/1 server connection's state machine` {
  @Test func `An idle HTTP/1 connection is closed after 75 seconds, after one more read`() {
    let owner = MachineOwner()
    owner.receive("GET /a HTTP/1.1\r\nhost: h\r\n\r\n")
    owner.wait(74)
    #expect(owner.actions == ["show /a", "write"])
    #expect(owner.wait(1) == nil)
    #expect(owner.actions.suffix(2) == ["read once more", "close"])
  }

  @Test func `A request head that is not whole after ten seconds is answered with 408`() {
    let owner = MachineOwner()
    for _ in 0..<9 {
      owner.receive("G")
      #expect(owner.wait(1) == nil)
    }
    #expect(owner.wait(1) == .head)
    #expect(owner.actions == ["refuse 408 head_timeout", "write", "finish writing"])
  }

  @Test func `A connection that sends no byte within ten seconds is closed without a response`() {
    let owner = MachineOwner()
    owner.tell { _, _ in }
    #expect(owner.wait(10) == nil)
    #expect(owner.actions == ["close"])
  }

  @Test func `A handler learns of a request body without a byte for 20 seconds`() {
    let owner = MachineOwner()
    owner.receive("POST /later HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\n")
    #expect(owner.wait(20) == .body)
    #expect(owner.actions.last == "wake reader")
    #expect(throws: ExchangeError.bodyTooSlow) { try owner.readBody() }
    owner.answer()
    #expect(owner.written.contains("connection: close\r\n"))
  }

  @Test func `A client that stops sending a body that is discarded is reset after 20 seconds`() {
    let owner = MachineOwner()
    owner.receive("POST /a HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\n")
    #expect(owner.wait(20) == .body)
    #expect(owner.actions.last == "reset")
  }

  @Test func `A client that waits for 100 Continue is not timed out`() {
    let owner = MachineOwner()
    owner.receive(
      "POST /later HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n"
    )
    #expect(owner.wait(500) == nil)
  }

  @Test func `A client that takes no output for 20 seconds is reset`() {
    let owner = MachineOwner()
    owner.room = 3
    owner.receive("GET /a HTTP/1.1\r\nhost: h\r\n\r\n")
    var end: Patience?
    for _ in 0..<5 where end == nil { end = owner.wait(5, unacknowledged: 1_000_000) }
    #expect(end == .send && owner.actions.last == "reset")
  }

  @Test func `A client that has closed its direction is probed by 100 Continue, ever more seldom`()
  {
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
