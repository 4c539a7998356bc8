// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The framing of a response body` {
  private func reading(
    _ status: Int,
    _ lines: String...,
    to method: Method = .get,
    version: String = "1.1"
  ) -> ResponseReading {
    let fields = lines.map { $0 + "\r\n" }.joined()
    return .of("HTTP/\(version) \(status) x\r\n\(fields)\r\n", to: method)
  }

  @Test func `A response body has the length that Content-Length gives`() {
    #expect(reading(200, "Content-Length: 12").head?.framing == .length(12))
    #expect(reading(500, "Content-Length: 0").head?.framing == BodyFraming.none)
    #expect(reading(200, "Content-Length: 0").head?.isPersistent == true)
  }

  @Test func `A response body without a length is chunked or ends with the connection`() {
    #expect(reading(200, "Transfer-Encoding: Chunked").head?.framing == .chunked)
    #expect(reading(200, "Transfer-Encoding: chunked").head?.isPersistent == true)
    #expect(reading(200).head?.framing == .untilClose)
    #expect(reading(200).head?.isPersistent == false)
    #expect(reading(200, "Connection: keep-alive").head?.isPersistent == false)
  }

  @Test(arguments: [
    ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Content-Length: 5"],
    ["Content-Length: 5", "Content-Length: 6"],
    ["Content-Length: 5", "Content-Length: 5"], ["Content-Length: 5, 5"], ["Content-Length: +5"],
    ["Content-Length: -1"], ["Content-Length: 5 5"], ["Content-Length: 0x5"], ["Content-Length:"],
    ["Content-Length: 9223372036854775808"], ["Transfer-Encoding: gzip"], ["Transfer-Encoding:"],
    ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: chunked, chunked"],
    ["Transfer-Encoding: identity"], ["Transfer-Encoding: xchunked"],
    ["Transfer-Encoding: chunked;a"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], ["X: a\r\n folded"], ["X : a"],
    ["X: a\u{0}"], ["X"], [": x"], ["X: a\rb"], [" X: a"], ["X: a\nb"],
  ])
  func `A response with contradictory or malformed framing is refused`(lines: [String]) {
    let text = "HTTP/1.1 200 OK\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    for method in [Method.get, .head, .post] {
      #expect(ResponseReading.of(text, to: method).fault != nil)
    }
  }

  @Test func `An HTTP/1.0 response with a chunked body is refused`() {
    let fault = reading(200, "Transfer-Encoding: chunked", version: "1.0").fault
    #expect(fault?.kind == .transferCoding)
  }

  @Test(arguments: [
    "Content-Length: 12", "Transfer-Encoding: chunked", "X: without a length",
  ])
  func `A response to HEAD and a 304 have no body, whatever their fields say`(line: String) {
    for head in [reading(200, line, to: .head).head, reading(304, line).head] {
      #expect(head?.framing == BodyFraming.none)
      #expect(head?.isPersistent == true)
    }
  }

  @Test
  func `A 204 response has no body, and its connection ends if its fields announce one`() {
    #expect(reading(204).head?.framing == BodyFraming.none)
    #expect(reading(204).head?.isPersistent == true)
    #expect(reading(204, "Content-Length: 0").head?.isPersistent == true)
    for line in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
      #expect(reading(204, line).head?.framing == BodyFraming.none)
      #expect(reading(204, line).head?.isPersistent == false)
    }
  }

  @Test(arguments: [100, 101, 102, 103, 199])
  func `An interim response has no body, and is refused if its fields announce one`(status: Int) {
    #expect(reading(status).head?.framing == BodyFraming.none)
    #expect(reading(status, "Content-Length: 0").head?.framing == BodyFraming.none)
    #expect(reading(status, "Content-Length: 5").fault?.kind == .interimContent)
    #expect(reading(status, "Transfer-Encoding: chunked").fault?.kind == .interimContent)
    #expect(reading(status).head?.isPersistent == (status != 101))
  }

  @Test func `A successful response to CONNECT has no body of its own, and a refusal has one`() {
    let tunnel = reading(200, "Content-Length: 5", to: .connect).head
    #expect(tunnel?.framing == BodyFraming.none)
    #expect(tunnel?.isPersistent == false)
    let refused = reading(403, "Content-Length: 5", to: .connect).head
    #expect(refused?.framing == .length(5))
    #expect(refused?.isPersistent == true)
  }

  @Test func `A response with Connection: close is the last of its connection`() {
    #expect(reading(200, "Content-Length: 1", "Connection: close").head?.isPersistent == false)
    #expect(reading(200, "Content-Length: 1", "Connection: a, CLOSE").head?.isPersistent == false)
    #expect(reading(304, "Connection: close").head?.isPersistent == false)
    #expect(reading(200, "Content-Length: 1", version: "1.0").head?.isPersistent == false)
    #expect(
      reading(200, "Content-Length: 1", "Connection: keep-alive", version: "1.0").head?.isPersistent
        == true
    )
  }
}
