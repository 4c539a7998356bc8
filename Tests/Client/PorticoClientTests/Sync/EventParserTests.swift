// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `A stream of events` {
  private static let stream = """
    \u{FEFF}: a comment
    id: 1
    event: change
    data: {"uuid":"note-1"}

    retry: 3000
    data:first
    data: second
    data

    id
    event: empty

    : keeps the connection alive

    data: no end

    data: never dispatched
    """

  private static let expected = [
    ServerEvent(type: "change", data: #"{"uuid":"note-1"}"#, id: "1"),
    ServerEvent(type: "message", data: "first\nsecond\n", id: "1"),
    ServerEvent(type: "message", data: "no end", id: ""),
  ]

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Is read the same with any ends of lines, cut anywhere`(end: String) {
    let bytes = Array(
      Self.stream.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: end).utf8
    )
    for cut in 0...bytes.count {
      var parser = EventParser()
      let events = parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
      #expect(events == Self.expected, "cut at \(cut)")
      #expect(parser.retry == 3_000)
    }
    var parser = EventParser()
    #expect(bytes.flatMap { parser.read([$0]) } == Self.expected)
  }

  @Test func `Fields that mean nothing change nothing`() {
    var parser = EventParser()
    let text = "id: 7\nretry: soon\nid: a\0b\nother: x\ndata: x\n\n"
    let events = parser.read(Array(text.utf8)[...])
    #expect(events == [ServerEvent(type: "message", data: "x", id: "7")])
    #expect(parser.retry == nil)
    #expect(parser.lastID == "7")
  }

  @Test func `A line without an end takes a bounded amount of memory`() {
    var parser = EventParser()
    let piece = ContiguousArray(repeating: UInt8(ascii: "x"), count: 1 << 16)
    for _ in 0..<64 { #expect(parser.read(ArraySlice(piece)).isEmpty) }
    #expect(parser.read(Array("\ndata: a\n\n".utf8)[...]).count == 1)
  }
}
