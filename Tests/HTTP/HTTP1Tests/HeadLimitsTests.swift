// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `Limits of a message head` {
  private static let line = "GET / HTTP/1.1\r\n"

  private func limits(_ change: (inout HeadLimits) -> Void) -> HeadLimits {
    var limits = HeadLimits()
    change(&limits)
    return limits
  }

  @Test func `A request line longer than its limit, CRLF included, is refused with 414`() {
    let text = "\(Self.line)Host: a\r\n\r\n"
    let count = Self.line.utf8.count
    #expect(requestFault(text, limits: limits { $0.startLine = count }) == nil)
    let fault = RequestReading.of(text, limits: limits { $0.startLine = count - 1 }).fault
    #expect(fault?.kind == .startLineTooLong)
    #expect(fault?.status == .uriTooLong)
    #expect(requestFault("\r\n" + text, limits: limits { $0.startLine = count }) == nil)
  }

  @Test(arguments: 0..<24)
  func `A request line is refused at any limit below its length, and at no other`(limit: Int) {
    let text = "\(Self.line)Host: a\r\n\r\n"
    let fault = requestFault(text, limits: limits { $0.startLine = limit })
    #expect(fault == (limit < Self.line.utf8.count ? .startLineTooLong : nil))
  }

  @Test func `A request line that is too long is refused before its end has come`() {
    let limits = limits { $0.startLine = 100 }
    #expect(requestFault("GET /" + String(repeating: "a", count: 95), limits: limits) == nil)
    #expect(
      requestFault("GET /" + String(repeating: "a", count: 96), limits: limits)
        == .startLineTooLong
    )
  }

  @Test func `A head longer than its limit is refused with 431`() {
    let text = get("X: y")
    let count = text.utf8.count
    #expect(requestFault(text, limits: limits { $0.bytes = count }) == nil)
    for less in 1..<(count - Self.line.utf8.count + 1) {
      let fault = RequestReading.of(text, limits: limits { $0.bytes = count - less }).fault
      #expect(fault?.kind == .headTooLong)
      #expect(fault?.status == .requestHeaderFieldsTooLarge)
    }
  }

  @Test func `A head that is too long is refused before its end has come`() {
    let limits = limits { $0.bytes = 1_000 }
    let text = "\(Self.line)X: "
    let room = 1_000 - text.utf8.count
    #expect(requestFault(text + String(repeating: "a", count: room), limits: limits) == nil)
    #expect(
      requestFault(text + String(repeating: "a", count: room + 1), limits: limits) == .headTooLong
    )
  }

  @Test func `Bytes behind a head do not count towards its limit`() {
    let text = get()
    #expect(
      requestFault(
        text + String(repeating: "a", count: 1_000),
        limits: limits { $0.bytes = text.utf8.count }
      ) == nil
    )
  }

  @Test func `A head with more fields than the limit is refused with 431`() {
    let limits = limits { $0.fields = 3 }
    #expect(requestFault(get("X: 1", "Y: 2"), limits: limits) == nil)
    let fault = RequestReading.of(get("X: 1", "Y: 2", "Z: 3"), limits: limits).fault
    #expect(fault?.kind == .tooManyFields)
    #expect(fault?.status == .requestHeaderFieldsTooLarge)
    #expect(
      requestFault("\(Self.line)A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n", limits: limits) == .tooManyFields
    )
  }

  @Test func `The default limits of a head let large requests of usual clients pass`() {
    let target = "/" + String(repeating: "a", count: 8_000)
    let lines = (0..<90).map { "X-\($0): \(String(repeating: "v", count: 500))" }
    let text =
      "GET \(target) HTTP/1.1\r\nHost: a\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n"
    let head = RequestReading(text, step: .max).head
    #expect(head?.length == text.utf8.count)
  }

  @Test
  func `A head of 60 KB that comes byte by byte is read`() {
    // 60 KB in 60,000 pieces: looked at from the start each time, this would be 1.8 GB.
    let lines = (0..<98).map { "X-\($0): \(String(repeating: "v", count: 600))" }
    let head = RequestReading(get(lines.joined(separator: "\r\n")), step: 1).head
    #expect(head != nil)
  }
}
