// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Testing

@Suite struct `HTTP/2 priorities` {
  @Test(
    arguments: [
      ("", 3, false), ("u=0", 0, false), ("u=7, i", 7, true), ("i", 3, true), ("i=?1", 3, true),
      ("u=1,i=?0", 1, false), ("u=8", 3, false), ("u=-1", 3, false), ("u=1.0", 3, false),
      ("u", 3, false), ("x=\"a,u=1\", u=2", 2, false), ("x=\"\\\",u=1\"", 3, false),
      ("u=5;x=1", 5, false), ("u=1, u=4", 4, false), (" i ,u=6", 6, true),
    ] as [(String, UInt8, Bool)]
  )
  func `A Priority field gives urgency and incremental delivery, and defaults where malformed`(
    value: String,
    urgency: UInt8,
    isIncremental: Bool
  ) {
    let priority = ExtensiblePriority(value.utf8Span.span)
    #expect(priority == ExtensiblePriority(urgency: urgency, isIncremental: isIncremental))
  }

  private func order(_ frames: [Frame]) -> [UInt32] {
    frames.filter { $0.type == 0 && !$0.payload.isEmpty }.map(\.stream)
  }

  private func server() -> Server {
    let server = Server.greeted()
    server.answers([UInt8](repeating: 1, count: 20_000))
    return server
  }

  @Test func `The more urgent response is sent first`() {
    let server = server()
    server.receive(
      .headers(1, get + [("priority", "u=5")]),
      .headers(3, get + [("priority", "u=0")])
    )
    #expect(order(server.frames()) == [3, 3, 1, 1])
  }

  @Test func `Responses of equal priority are sent in the order of their requests`() {
    let server = server()
    server.receive(.headers(1, get), .headers(3, get))
    #expect(order(server.frames()) == [1, 1, 3, 3])
  }

  @Test func `Incremental responses of equal urgency take turns`() {
    let server = server()
    server.receive(.headers(1, get + [("priority", "i")]), .headers(3, get + [("priority", "i")]))
    #expect(order(server.frames()) == [1, 3, 1, 3])
  }

  @Test func `PRIORITY_UPDATE changes the priority of an open request`() {
    let server = server()
    server.receive(.headers(1, get), .headers(3, get), .priorityUpdate(3, "u=1"))
    #expect(order(server.frames()) == [3, 3, 1, 1])
  }

  @Test func `PRIORITY_UPDATE before its request overrides the Priority field`() {
    let server = server()
    server.receive(.priorityUpdate(3, "u=1"))
    server.receive(.headers(1, get), .headers(3, get + [("priority", "u=7")]))
    #expect(order(server.frames()) == [3, 3, 1, 1])
  }

  @Test func `The application can set the priority of a stream`() {
    let server = server()
    server.receive(.headers(1, get), .headers(3, get))
    server.session.setPriority(ExtensiblePriority(urgency: 0), of: HTTP2StreamID(3))
    #expect(order(server.frames()) == [3, 3, 1, 1])
  }
}
