// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The body of a request` {
  @Test(arguments: ["GET", "HEAD", "POST", "DELETE", "M"])
  func `The body of a request is empty without a length or a coding`(method: String) {
    let reading = RequestReading.of("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reading.head?.framing == BodyFraming.none)
  }

  @Test(arguments: [
    ("5", 5), ("1", 1), ("007", 7), ("9223372036854775807", .max), (" 5 ", 5), ("\t5", 5),
  ])
  func `The body of a request has the length that Content-Length says`(value: String, length: Int) {
    #expect(RequestReading.of(post("Content-Length:\(value)")).head?.framing == .length(length))
    #expect(
      RequestReading.of("GET / HTTP/1.0\r\ncontent-length:\(value)\r\n\r\n").head?.framing
        == .length(length)
    )
  }

  @Test(arguments: ["0", "00"])
  func `The body of a request of no bytes is none`(value: String) {
    #expect(RequestReading.of(post("Content-Length: \(value)")).head?.framing == BodyFraming.none)
  }

  @Test(arguments: [
    "", "+5", "-5", "5a", "a5", "0x5", "5.0", "5 5", "5,5", "5, 5", "5, 6", "5,", ",5", "1e3",
    "9223372036854775808", "18446744073709551621", "99999999999999999999999", "5;", "\"5\"", "٥",
    "5\t5", "-0", "+0", "0,0", "chunked", "1_000",
  ])
  func `The body of a request has no other Content-Length`(value: String) {
    let fault = RequestReading.of(post("Content-Length: \(value)")).fault
    #expect(fault?.kind == .contentLength)
    #expect(fault?.status == .badRequest)
  }

  @Test func `The body of a request has one Content-Length, even when two agree`() {
    #expect(requestFault(post("Content-Length: 5", "Content-Length: 6")) == .contentLength)
    #expect(requestFault(post("Content-Length: 5", "Content-Length: 5")) == .contentLength)
    #expect(requestFault(post("Content-Length: 0", "content-length: 0")) == .contentLength)
  }

  @Test(arguments: ["chunked", "Chunked", "CHUNKED", " chunked\t"])
  func `The body of a request is chunked when Transfer-Encoding says so`(value: String) {
    #expect(RequestReading.of(post("Transfer-Encoding:\(value)")).head?.framing == .chunked)
  }

  @Test(arguments: [
    "", "identity", "gzip", "xchunked", "chunkedx", "chunked, chunked", "chunked,chunked",
    "chunked, identity", "identity, chunked", "chunked, gzip", "gzip, chunked, chunked",
    "chunked;q=1", "chunked,", ",chunked", "chunked ,", "\"chunked\"", "'chunked'", "chun ked",
    "chunked\tx", "gzip chunked", "gzip;chunked", "gzip,, chunked", "(, chunked", "cow",
    "x,chunkedx",
  ])
  func `The body of a request has no other Transfer-Encoding`(value: String) {
    let fault = RequestReading.of(post("Transfer-Encoding: \(value)")).fault
    #expect(fault?.kind == .transferCoding)
    #expect(fault?.status == .badRequest)
  }

  @Test(arguments: ["gzip, chunked", "gzip,chunked", "br , deflate,\tchunked", "x, Chunked"])
  func `The body of a request in a coding that we do not have is answered with 501`(value: String) {
    let fault = RequestReading.of(post("Transfer-Encoding: \(value)")).fault
    #expect(fault?.kind == .unsupportedCoding)
    #expect(fault?.status == .notImplemented)
  }

  @Test func `The body of a request has one Transfer-Encoding`() {
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

  @Test func `The body of a request never has a length and a coding`() {
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

  @Test func `The body of a request is never chunked in HTTP/1.0`() {
    #expect(
      requestFault("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .transferCoding
    )
  }

  @Test(arguments: [
    "Transfer_Encoding", "Transfer-Encodin", "X-Transfer-Encoding", "Content_Length",
  ])
  func `The body of a request is not told by a field of a similar name`(name: String) {
    #expect(RequestReading.of(post("\(name): 5")).head?.framing == BodyFraming.none)
  }
}
