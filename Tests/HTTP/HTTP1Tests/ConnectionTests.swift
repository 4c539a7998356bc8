// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `What a request asks of its connection` {
  private func head(_ version: String, _ lines: String...) -> RequestHead? {
    let fields = lines.map { $0 + "\r\n" }.joined()
    return RequestReading.of("POST / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n").head
  }

  @Test(arguments: [
    "close", "Close", "CLOSE", "keep-alive, close", "close, keep-alive", ",close", "x,close,y",
    " x ,\tclose\t,", "close,close",
  ])
  func `What a request asks of its connection is its end when it says close`(value: String) {
    #expect(head("1.1", "Connection: \(value)")?.isPersistent == false)
    #expect(head("1.0", "Connection: \(value)")?.isPersistent == false)
    #expect(head("1.1", "Connection: x", "Connection: \(value)")?.isPersistent == false)
  }

  @Test(arguments: ["", ",", "keep-alive", "x", "closed", "close x", "xclose", "clos", "\"close\""])
  func `What a request asks of its connection is nothing when it does not`(value: String) {
    #expect(head("1.1", "Connection: \(value)")?.isPersistent == true)
    #expect(head("1.1", "X-Connection: close")?.isPersistent == true)
  }

  @Test
  func `What a request asks of its connection is to go on in HTTP/1.0 when it says keep-alive`() {
    #expect(head("1.0")?.isPersistent == false)
    #expect(head("1.0", "Connection: keep-alive")?.isPersistent == true)
    #expect(head("1.0", "Connection: x, Keep-Alive")?.isPersistent == true)
    #expect(head("1.0", "Keep-Alive: timeout=5")?.isPersistent == false)
    #expect(head("1.0", "Proxy-Connection: keep-alive")?.isPersistent == false)
    #expect(head("1.2")?.isPersistent == true)
  }

  @Test func `What a request asks of its connection is 100 when a body waits for it`() {
    #expect(head("1.1", "Expect: 100-continue", "Content-Length: 5")?.expectsContinue == true)
    #expect(head("1.1", "Expect: 100-Continue", "Content-Length: 5")?.expectsContinue == true)
    #expect(
      head("1.1", "Transfer-Encoding: chunked", "Expect: 100-continue")?.expectsContinue == true
    )
    #expect(head("1.1", "Content-Length: 5")?.expectsContinue == false)
  }

  @Test func `What a request asks of its connection is not 100 without a body, or in HTTP/1.0`() {
    #expect(head("1.1", "Expect: 100-continue")?.expectsContinue == false)
    #expect(head("1.1", "Expect: 100-continue", "Content-Length: 0")?.expectsContinue == false)
    #expect(head("1.0", "Expect: 100-continue", "Content-Length: 5")?.expectsContinue == false)
  }

  @Test(arguments: ["", "100", "100-continues", "200-ok", "100-continue, x", "100-continue;a=b"])
  func `What a request asks of its connection is nothing else that it could expect`(value: String) {
    let fault = RequestReading.of(post("Expect: \(value)", "Content-Length: 5")).fault
    #expect(fault?.kind == .expectation)
    #expect(fault?.status == .expectationFailed)
  }

  @Test func `What a request asks of its connection may be another protocol`() {
    #expect(head("1.1", "Connection: upgrade", "Upgrade: h2c")?.offersUpgrade == true)
    #expect(head("1.1", "Upgrade: websocket", "Connection: x, Upgrade")?.offersUpgrade == true)
    #expect(head("1.1", "Upgrade: h2c")?.offersUpgrade == false)
    #expect(head("1.1", "Connection: upgrade")?.offersUpgrade == false)
    #expect(head("1.0", "Connection: upgrade", "Upgrade: h2c")?.offersUpgrade == false)
  }

  @Test func `What a request asks of its connection may be trailers`() {
    #expect(head("1.1", "TE: trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip;q=0.5, Trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip", "TE: trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip")?.acceptsTrailers == false)
    #expect(head("1.1")?.acceptsTrailers == false)
  }
}
