// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `Connection, Expect, Upgrade and TE of a request` {
  private func head(_ version: String, _ lines: String...) -> RequestHead? {
    let fields = lines.map { $0 + "\r\n" }.joined()
    return RequestReading.of("POST / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n").head
  }

  @Test(arguments: [
    "close", "Close", "CLOSE", "keep-alive, close", "close, keep-alive", ",close", "x,close,y",
    " x ,\tclose\t,", "close,close",
  ])
  func `A request with Connection: close ends its connection`(value: String) {
    #expect(head("1.1", "Connection: \(value)")?.isPersistent == false)
    #expect(head("1.0", "Connection: \(value)")?.isPersistent == false)
    #expect(head("1.1", "Connection: x", "Connection: \(value)")?.isPersistent == false)
  }

  @Test(arguments: ["", ",", "keep-alive", "x", "closed", "close x", "xclose", "clos", "\"close\""])
  func `A request whose Connection field has no close leaves the connection open`(value: String) {
    #expect(head("1.1", "Connection: \(value)")?.isPersistent == true)
    #expect(head("1.1", "X-Connection: close")?.isPersistent == true)
  }

  @Test
  func `An HTTP/1.0 request keeps its connection open only with Connection: keep-alive`() {
    #expect(head("1.0")?.isPersistent == false)
    #expect(head("1.0", "Connection: keep-alive")?.isPersistent == true)
    #expect(head("1.0", "Connection: x, Keep-Alive")?.isPersistent == true)
    #expect(head("1.0", "Keep-Alive: timeout=5")?.isPersistent == false)
    #expect(head("1.0", "Proxy-Connection: keep-alive")?.isPersistent == false)
    #expect(head("1.2")?.isPersistent == true)
  }

  @Test func `A request with Expect: 100-continue and a body waits for a 100 response`() {
    #expect(head("1.1", "Expect: 100-continue", "Content-Length: 5")?.expectsContinue == true)
    #expect(head("1.1", "Expect: 100-Continue", "Content-Length: 5")?.expectsContinue == true)
    #expect(
      head("1.1", "Transfer-Encoding: chunked", "Expect: 100-continue")?.expectsContinue == true
    )
    #expect(head("1.1", "Content-Length: 5")?.expectsContinue == false)
  }

  @Test
  func `A request with Expect: 100-continue but without a body, or in HTTP/1.0, waits for nothing`()
  {
    #expect(head("1.1", "Expect: 100-continue")?.expectsContinue == false)
    #expect(head("1.1", "Expect: 100-continue", "Content-Length: 0")?.expectsContinue == false)
    #expect(head("1.0", "Expect: 100-continue", "Content-Length: 5")?.expectsContinue == false)
  }

  @Test(arguments: ["", "100", "100-continues", "200-ok", "100-continue, x", "100-continue;a=b"])
  func `A request that expects anything but 100-continue is answered with 417`(value: String) {
    let fault = RequestReading.of(post("Expect: \(value)", "Content-Length: 5")).fault
    #expect(fault?.kind == .expectation)
    #expect(fault?.status == .expectationFailed)
  }

  @Test
  func
    `A request offers an upgrade only with Connection: upgrade and an Upgrade field in HTTP/1.1`()
  {
    #expect(head("1.1", "Connection: upgrade", "Upgrade: h2c")?.offersUpgrade == true)
    #expect(head("1.1", "Upgrade: websocket", "Connection: x, Upgrade")?.offersUpgrade == true)
    #expect(head("1.1", "Upgrade: h2c")?.offersUpgrade == false)
    #expect(head("1.1", "Connection: upgrade")?.offersUpgrade == false)
    #expect(head("1.0", "Connection: upgrade", "Upgrade: h2c")?.offersUpgrade == false)
  }

  @Test func `A request accepts trailers only with TE: trailers`() {
    #expect(head("1.1", "TE: trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip;q=0.5, Trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip", "TE: trailers")?.acceptsTrailers == true)
    #expect(head("1.1", "TE: gzip")?.acceptsTrailers == false)
    #expect(head("1.1")?.acceptsTrailers == false)
  }
}
