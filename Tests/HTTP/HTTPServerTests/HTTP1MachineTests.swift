// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor
import Testing

@testable import HTTPServer

@Suite struct `The state machine of an HTTP/1 server connection` {
  private static func get(
    _ path: String,
    _ fields: String = "",
    version: String = "1.1"
  ) -> String {
    "GET \(path) HTTP/\(version)\r\nhost: h\r\n\(fields)\r\n"
  }

  private static func post(_ path: String, _ fields: String, _ body: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nhost: h\r\n\(fields)\r\n\(body)"
  }

  // MARK: order

  @Test func `Responses to pipelined requests are gathered and written at once`() {
    let owner = MachineOwner()
    owner.receive(Self.get("/a") + Self.get("/b") + Self.get("/a"))
    #expect(owner.actions == ["show /a", "show /b", "show /a", "write"])
    let heads = owner.written.split(separator: "\r\n\r\n")
    #expect(heads.map { $0.prefix(1) } == ["H", "A", "B", "A"])
    #expect(owner.rest?.isActive == false && owner.rest?.wantsInput == true)
  }

  @Test func `A pipelined request is not handled before the one in front is answered`() {
    let owner = MachineOwner()
    owner.receive(Self.get("/later") + Self.get("/b"))
    #expect(owner.actions == ["show /later"])
    #expect(owner.rest?.isActive == true)
    owner.answer()
    #expect(owner.actions == ["show /later", "show /b", "write"])
    #expect(owner.written.hasSuffix("B"))
  }

  @Test func `A request head that comes byte by byte is handled once`() {
    let owner = MachineOwner()
    for byte in Self.get("/a") { owner.receive(String(byte)) }
    #expect(owner.actions.filter { $0 == "show /a" }.count == 1)
  }

  @Test
  func `After 64 KiB of responses, they are written and the next requests wait for the next turn`()
  {
    let owner = MachineOwner(["/a": String(repeating: "A", count: 10_000)])
    owner.receive(String(repeating: Self.get("/a"), count: 10))
    #expect(owner.actions == Array(repeating: "show /a", count: 7) + ["write"])
    #expect(owner.rest?.goesOnInNextTurn == true && owner.rest?.wantsInput == false)
    owner.tell { machine, _ in machine.turned() }
    #expect(owner.statuses.count == 10)
    #expect(owner.rest?.goesOnInNextTurn == false && owner.rest?.wantsInput == true)
  }

  @Test
  func
    `No request is handled while the client takes no output, and a blocked writer is woken later`()
  {
    let owner = MachineOwner(["/a": String(repeating: "A", count: 100_000)])
    owner.room = 1_000
    owner.receive(Self.get("/a") + Self.get("/later"))
    #expect(owner.actions == ["show /a", "write"])
    #expect(owner.rest?.wantsInput == false && owner.rest?.goesOnInNextTurn == false)
    owner.room = .max
    owner.tell { machine, _ in machine.drained() }
    #expect(owner.actions == ["show /a", "write", "write", "show /later"])
    owner.room = 0
    owner.tell { machine, _ in machine.begin(Response(.ok), length: 3, date: MachineOwner.date) }
    owner.room = .max
    owner.tell { machine, _ in machine.drained() }
    #expect(owner.actions.suffix(3) == ["write", "write", "wake writer"])
  }

  // MARK: bodies of requests

  @Test func `The rest of an unread request body is discarded before the next request`() {
    let owner = MachineOwner()
    owner.receive(Self.post("/a", "content-length: 10\r\n", "1234"))
    #expect(owner.machine.phase == .discarding)
    owner.receive("567890" + Self.get("/b"))
    #expect(owner.actions == ["show /a", "write", "show /b", "write"])
    #expect(!owner.written.contains("connection: close"))
  }

  @Test(arguments: [
    "content-length: 1000\r\n", "expect: 100-continue\r\ncontent-length: 5\r\n",
  ])
  func `A connection ends after its response when the rest of the body is long or may never come`(
    fields: String
  ) {
    var limits = ServerLimits()
    limits.drainBytes = 100
    let owner = MachineOwner(limits: limits)
    owner.receive(Self.post("/a", fields))
    #expect(owner.written.contains("connection: close\r\n"))
    #expect(owner.actions == ["show /a", "write", "finish writing"])
  }

  @Test(arguments: ["no chunk\r\n", "80\r\n" + String(repeating: "x", count: 128)])
  func `Discarding stops at a chunked body that is malformed or too long`(body: String) {
    var limits = ServerLimits()
    limits.drainBytes = 100
    let owner = MachineOwner(limits: limits)
    owner.receive(Self.post("/a", "transfer-encoding: chunked\r\n"))
    owner.receive(body)
    #expect(owner.actions.last == "finish writing" && owner.machine.phase == .lingering)
  }

  @Test func `100 Continue is sent once, when the body is read and has not come`() throws {
    let owner = MachineOwner()
    owner.receive(Self.post("/later", "expect: 100-continue\r\ncontent-length: 2\r\n"))
    #expect(owner.written.isEmpty)
    #expect(try owner.readBody().1 == .nothing)
    #expect(try owner.readBody().1 == .nothing)
    #expect(owner.statuses == ["100 Continue"])
    owner.receive("hi")
    #expect(owner.actions.last == "wake reader")
    #expect(try owner.readBody() == ("hi", .bytes))
    #expect(try owner.readBody() == ("", .end))
    owner.answer()
    #expect(!owner.written.contains("connection: close"))
  }

  @Test func `At most 64 KiB of a request body are read ahead of its handler`() {
    let owner = MachineOwner()
    owner.receive(Self.post("/later", "content-length: 100000\r\n"))
    owner.receive(String(repeating: "x", count: 65_535))
    #expect(owner.rest?.wantsInput == true)
    owner.receive("x")
    #expect(owner.rest?.wantsInput == false)
  }

  @Test
  func `A handler learns of a malformed request body, and the connection ends after the response`()
  {
    let owner = MachineOwner()
    owner.receive(Self.post("/later", "transfer-encoding: chunked\r\n", "no chunk\r\n"))
    #expect(throws: ExchangeError.malformedBody) { try owner.readBody() }
    #expect(throws: ExchangeError.malformedBody) { try owner.readBody() }
    owner.answer()
    #expect(owner.written.contains("connection: close\r\n"))
  }

  // MARK: answers that come in parts

  @Test func `A response body of unknown length is sent in chunks with its trailers`() throws {
    let owner = MachineOwner()
    owner.receive(Self.get("/later"))
    owner.machine.begin(Response(.ok), length: nil, date: MachineOwner.date)
    let piece = Array("piece".utf8)
    #expect(try owner.machine.take(body: piece.span) == .gathered(5))
    try owner.machine.finish(trailers: ["x-sum": "1"], owner.now)
    owner.tell { _, _ in }
    #expect(owner.written.hasSuffix("5\r\npiece\r\n0\r\nx-sum: 1\r\n\r\n"))
    #expect(owner.machine.phase == .head)
  }

  @Test func `An HTTP/1.0 connection ends after a response body of unknown length`() throws {
    let owner = MachineOwner()
    owner.receive(Self.get("/later", "connection: keep-alive\r\n", version: "1.0"))
    owner.machine.begin(Response(.ok), length: nil, date: MachineOwner.date)
    try owner.machine.finish(trailers: Fields(), owner.now)
    owner.tell { _, _ in }
    #expect(owner.actions.last == "finish writing")
  }

  @Test func `A response body longer or shorter than announced, or without a head, is refused`()
    throws
  {
    let owner = MachineOwner()
    let piece = Array("piece".utf8)
    owner.receive(Self.get("/later"))
    #expect(throws: ExchangeError.outOfOrder) { try owner.machine.take(body: piece.span) }
    owner.machine.begin(Response(.ok), length: 6, date: MachineOwner.date)
    _ = try owner.machine.take(body: piece.span)
    #expect(throws: ExchangeError.lengthMismatch) { try owner.machine.take(body: piece.span) }
    #expect(throws: ExchangeError.lengthMismatch) {
      try owner.machine.finish(trailers: Fields(), owner.now)
    }
  }

  @Test func `Small pieces of a response body are gathered up to 64 KiB`() throws {
    let owner = MachineOwner()
    owner.receive(Self.get("/later"))
    owner.machine.begin(Response(.ok), length: 1_000_000, date: MachineOwner.date)
    let piece = [UInt8](repeating: 0x78, count: 16_000)
    for _ in 0..<4 { #expect(try owner.machine.take(body: piece.span) == .gathered(16_000)) }
    #expect(try owner.machine.take(body: piece.span) == .direct(16_000))
  }

  @Test func `A large piece of a response body is written from its place within one chunk`() throws
  {
    let owner = MachineOwner()
    owner.receive(Self.get("/later"))
    owner.machine.begin(Response(.ok), length: nil, date: MachineOwner.date)
    let piece = [UInt8](repeating: 0x78, count: 40_000)
    #expect(try owner.machine.take(body: piece.span) == .direct(40_000))
    #expect(owner.output.hasSuffix("\r\n\r\n9c40\r\n"))
    owner.machine.took(20_000)
    #expect(throws: ExchangeError.lengthMismatch) {
      try owner.machine.finish(trailers: Fields(), owner.now)
    }
    // What is left belongs to the same chunk, and no more than that.
    #expect(try owner.machine.take(body: piece.span) == .direct(20_000))
    #expect(owner.output.hasSuffix("9c40\r\n"))
    owner.machine.took(20_000)
    #expect(owner.output.hasSuffix("9c40\r\n\r\n"))
  }

  @Test func `A writer is woken once the client takes more of its large piece`() throws {
    let owner = MachineOwner()
    owner.receive(Self.get("/later"))
    owner.machine.begin(Response(.ok), length: 40_000, date: MachineOwner.date)
    owner.tell { _, _ in }
    owner.tell { machine, now in machine.wrote(10, unacknowledged: 1_000_000, now) }
    #expect(owner.isBlocked && owner.unsent == 0)
    owner.tell { machine, _ in machine.drained() }
    #expect(owner.actions.suffix(2) == ["write", "wake writer"])
    #expect(!owner.isBlocked)
  }

  // MARK: ends

  @Test
  func
    `A malformed request is refused, and further input is discarded until the connection closes`()
  {
    let owner = MachineOwner()
    owner.receive("NONSENSE\r\n" + Self.get("/a"))
    #expect(owner.actions == ["refuse 400 method", "write", "finish writing"])
    #expect(owner.written.contains("connection: close\r\n"))
    owner.receive(Self.get("/a"))
    #expect(owner.machine.input.isEmpty && owner.actions.count == 3)
    owner.wait(2)
    #expect(owner.actions.last == "close" && owner.rest == nil)
  }

  @Test func `Requests that came before the client closed its direction are answered`() {
    let owner = MachineOwner()
    owner.receive(Self.get("/later") + Self.get("/a"))
    owner.tell { $0.inputHasEnded($1) }
    owner.answer()
    #expect(owner.actions == ["show /later", "wake reader", "show /a", "write", "close"])
  }

  @Test func `A connection whose client ends within a request head is closed without a response`() {
    let owner = MachineOwner()
    owner.receive("GET /a HT")
    owner.tell { $0.inputHasEnded($1) }
    #expect(owner.actions == ["close"])
  }

  @Test func `A handler learns that a request body will never be whole`() throws {
    let owner = MachineOwner()
    owner.receive(Self.post("/later", "content-length: 5\r\n", "12"))
    #expect(try owner.readBody().0 == "12")
    owner.tell { $0.inputHasEnded($1) }
    #expect(owner.actions.last == "wake reader")
    #expect(throws: ExchangeError.disconnected) { try owner.readBody() }
  }

  @Test func `A broken connection is reset once, whatever happens afterwards`() {
    let owner = MachineOwner()
    owner.isBroken = true
    owner.receive(Self.get("/a"))
    owner.tell { machine, _ in machine.peerGone() }
    owner.tell { machine, _ in machine.turned() }
    #expect(owner.actions == ["show /a", "write", "reset"])
  }

  @Test func `A draining connection ends with its next response, and soon when it is idle`() {
    let idle = MachineOwner()
    idle.tell { $0.drain($1) }
    #expect(idle.rest?.nextLook == idle.now + .seconds(2))
    idle.receive(Self.get("/a"))
    #expect(idle.written.contains("connection: close\r\n"))
    let busy = MachineOwner()
    busy.receive(Self.get("/later"))
    busy.tell { $0.drain($1) }
    busy.answer()
    #expect(busy.written.contains("connection: close\r\n") && busy.actions.last == "finish writing")
  }

  @Test func `A response already begun is finished when its connection is told to drain`() throws {
    let owner = MachineOwner()
    owner.receive(Self.get("/later"))
    owner.tell { machine, _ in machine.begin(Response(.ok), length: 0, date: MachineOwner.date) }
    owner.tell { $0.drain($1) }
    try owner.machine.finish(trailers: Fields(), owner.now)
    owner.tell { _, _ in }
    #expect(owner.machine.phase == .head)
    #expect(owner.rest?.nextLook == owner.now + .seconds(2))
  }
}
