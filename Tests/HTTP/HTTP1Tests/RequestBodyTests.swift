// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The framing of a request body` {
  @Test(arguments: ["GET", "HEAD", "POST", "DELETE", "M"])
  func `A request without Content-Length and Transfer-Encoding has no body`(method: String) {
    let reading = RequestReading.of("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reading.head?.framing == BodyFraming.none)
  }

  @Test(arguments: [
    ("5", 5), ("1", 1), ("007", 7), ("9223372036854775807", .max), (" 5 ", 5), ("\t5", 5),
  ])
  func `A request body has the length that Content-Length gives`(value: String, length: Int) {
    #expect(RequestReading.of(post("Content-Length:\(value)")).head?.framing == .length(length))
    #expect(
      RequestReading.of("GET / HTTP/1.0\r\ncontent-length:\(value)\r\n\r\n").head?.framing
        == .length(length)
    )
  }

  @Test(arguments: ["0", "00"])
  func `A request with Content-Length: 0 has no body`(value: String) {
    #expect(RequestReading.of(post("Content-Length: \(value)")).head?.framing == BodyFraming.none)
  }

  @Test(arguments: [
    "", "+5", "-5", "5a", "a5", "0x5", "5.0", "5 5", "5,5", "5, 5", "5, 6", "5,", ",5", "1e3",
    "9223372036854775808", "18446744073709551621", "99999999999999999999999", "5;", "\"5\"", "٥",
    "5\t5", "-0", "+0", "0,0", "chunked", "1_000",
  ])
  func `A request with a malformed Content-Length is refused with 400`(value: String) {
    let fault = RequestReading.of(post("Content-Length: \(value)")).fault
    #expect(fault?.kind == .contentLength)
    #expect(fault?.status == .badRequest)
  }

  @Test func `A request with two Content-Length fields is refused, even when they agree`() {
    #expect(requestFault(post("Content-Length: 5", "Content-Length: 6")) == .contentLength)
    #expect(requestFault(post("Content-Length: 5", "Content-Length: 5")) == .contentLength)
    #expect(requestFault(post("Content-Length: 0", "content-length: 0")) == .contentLength)
  }

  @Test(arguments: ["chunked", "Chunked", "CHUNKED", " chunked\t"])
  func `A request body is chunked when Transfer-Encoding says so`(value: String) {
    #expect(RequestReading.of(post("Transfer-Encoding:\(value)")).head?.framing == .chunked)
  }

  @Test(arguments: [
    "", "identity", "gzip", "xchunked", "chunkedx", "chunked, chunked", "chunked,chunked",
    "chunked, identity", "identity, chunked", "chunked, gzip", "gzip, chunked, chunked",
    "chunked;q=1", "chunked,", ",chunked", "chunked ,", "\"chunked\"", "'chunked'", "chun ked",
    "chunked\tx", "gzip chunked", "gzip;chunked", "gzip,, chunked", "(, chunked", "cow",
    "x,chunkedx",
  ])
  func `A request with a malformed Transfer-Encoding is refused with 400`(value: String) {
    let fault = RequestReading.of(post("Transfer-Encoding: \(value)")).fault
    #expect(fault?.kind == .transferCoding)
    #expect(fault?.status == .badRequest)
  }

  @Test(arguments: ["gzip, chunked", "gzip,chunked", "br , deflate,\tchunked", "x, Chunked"])
  func `A request body in an unknown transfer coding is answered with 501`(value: String) {
    let fault = RequestReading.of(post("Transfer-Encoding: \(value)")).fault
    #expect(fault?.kind == .unsupportedCoding)
    #expect(fault?.status == .notImplemented)
  }

  @Test func `A request with two Transfer-Encoding fields is refused`() {
    #expect(
      requestFault(post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"))
        == .transferCoding
    )
    #expect(
      requestFault(post("Transfer-Encoding: chunked", "transfer-encoding: identity"))
        == .transferCoding
    )
    #expect(
      requestFault(post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked"))
        == .transferCoding
    )
  }

  @Test func `A request with both Content-Length and Transfer-Encoding is refused`() {
    #expect(
      requestFault(post("Content-Length: 5", "Transfer-Encoding: chunked")) == .lengthAndCoding
    )
    #expect(
      requestFault(post("Transfer-Encoding: chunked", "Content-Length: 5")) == .lengthAndCoding
    )
    #expect(
      requestFault(post("Transfer-Encoding: chunked", "Content-Length: 0")) == .lengthAndCoding
    )
    #expect(
      requestFault(post("Content-Length: 5", "Transfer-Encoding: x")) == .lengthAndCoding
    )
  }

  @Test func `An HTTP/1.0 request with a chunked body is refused`() {
    #expect(
      requestFault("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .transferCoding
    )
  }

  @Test(arguments: [
    "Transfer_Encoding", "Transfer-Encodin", "X-Transfer-Encoding", "Content_Length",
  ])
  func `A field with a name similar to Content-Length or Transfer-Encoding frames no body`(
    name: String
  ) {
    #expect(RequestReading.of(post("\(name): 5")).head?.framing == BodyFraming.none)
  }
}
