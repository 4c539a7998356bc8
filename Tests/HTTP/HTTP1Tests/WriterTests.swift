// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

@Suite struct `A head on the wire` {
  private func written(_ request: Request, _ framing: BodyFraming = .none) throws -> String {
    var output = ByteBuffer()
    try RequestWriter.appendHead(request, framing: framing, to: &output)
    return output.span.text
  }

  private func written(_ response: Response, _ framing: BodyFraming = .none) -> String {
    var output = ByteBuffer()
    ResponseWriter.appendHead(response, framing: framing, to: &output)
    return output.span.text
  }

  @Test func `A head on the wire of a request has Host first`() throws {
    let request = Request(
      .post,
      authority: "a:80",
      target: "/b?c",
      fields: ["accept": "*/*", "x-empty": ""]
    )
    #expect(
      try written(request, .length(12))
        == "POST /b?c HTTP/1.1\r\nhost: a:80\r\naccept: */*\r\nx-empty: \r\n"
        + "content-length: 12\r\n\r\n"
    )
    #expect(try written(request, .chunked).hasSuffix("\r\ntransfer-encoding: chunked\r\n\r\n"))
  }

  @Test func `A head on the wire frames its message itself, and names its host once`() throws {
    let fields: Fields = [
      "host": "evil", "content-length": "99", "transfer-encoding": "chunked", "connection": "close",
      "keep-alive": "5", "proxy-connection": "close", "x": "y",
    ]
    let request = try written(Request(authority: "a", target: "/", fields: fields))
    #expect(request == "GET / HTTP/1.1\r\nhost: a\r\nx: y\r\n\r\n")
    #expect(
      written(Response(.ok, fields: fields), .length(0))
        == "HTTP/1.1 200 OK\r\nhost: evil\r\nx: y\r\ncontent-length: 0\r\n"
    )
  }

  @Test func `A head on the wire of a response has the phrase of its status`() {
    #expect(written(Response(.notFound)) == "HTTP/1.1 404 Not Found\r\n")
    #expect(
      written(Response(.ok, fields: ["a": "b"]), .chunked)
        == "HTTP/1.1 200 OK\r\na: b\r\ntransfer-encoding: chunked\r\n"
    )
    #expect(Status(299).map { written(Response($0)) } == "HTTP/1.1 299 \r\n")
  }

  @Test(arguments: [
    "", "a b", "/ HTTP/1.1\r\nX: y", "/\r", "/\n", "/\t", "/\u{0}", "/\u{7F}", "/é", " /", "/ ",
  ])
  func `A head on the wire has no target that could be more than one word`(target: String) {
    #expect(throws: HeadFault(.target, at: 0)) {
      try written(Request(authority: "a", target: target))
    }
  }

  @Test(arguments: ["a\r\nX: y", "a\n", "a b", "a\u{0}", "a/b", "u@a", ":80", "a:x", "é"])
  func `A head on the wire has no host that is none`(authority: String) {
    #expect(throws: HeadFault(.host, at: 0)) {
      try written(Request(authority: authority, target: "/"))
    }
  }

  @Test(arguments: ["", "A B", "A\r\n", "GET / HTTP/1.1\r\nX:"])
  func `A head on the wire has no method that is not a token`(method: String) {
    #expect(throws: HeadFault(.method, at: 0)) {
      try written(Request(.other(method), authority: "a", target: "/"))
    }
  }

  @Test func `A head on the wire is not begun when it is refused`() {
    var output = ByteBuffer()
    let request = Request(authority: "a b", target: "/")
    try? RequestWriter.appendHead(request, framing: .none, to: &output)
    let count = output.count
    #expect(count == 0)
  }

  @Test(arguments: ["a\rb", "a\nb", "a\r\nX: y", "a\u{0}b", "\u{7F}", "a\u{1}"])
  func `A head on the wire has no value that could end its line, since fields make them spaces`(
    value: String
  ) throws {
    let request = Request(authority: "h", target: "/", fields: ["x": value])
    let text = try written(request, .none)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines[2].hasPrefix("x:"))
    #expect(lines.allSatisfy { line in line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
  }

  @Test func `A head on the wire is read as what was written`() throws {
    let request = Request(
      .patch,
      authority: "[::1]:8080",
      target: "/a%20b?c=d&e[]=f",
      fields: ["accept": "a, b", "x-long": String(repeating: "v", count: 5_000)]
    )
    let reading = RequestReading.of(try written(request, .length(7)))
    #expect(reading.head?.method == .patch)
    #expect(reading.target == request.target)
    #expect(reading.authority == request.authority)
    #expect(reading.head?.framing == .length(7))
    #expect(reading.fields["x-long"] == request.fields["x-long"])
    let response = ResponseReading.of(
      written(Response(.created, fields: ["location": "/é"]), .chunked) + "\r\n"
    )
    #expect(response.head?.status == .created)
    #expect(response.head?.framing == .chunked)
    #expect(response.fields["location"] == "/é")
  }
}

@Suite struct `Chunks on the wire` {
  @Test(arguments: [1, 9, 10, 15, 16, 255, 4_096, 70_000])
  func `Chunks on the wire are read as what was written`(size: Int) {
    let content = [UInt8](repeating: UInt8(ascii: "x"), count: size)
    var output = ByteBuffer()
    ChunkWriter.append(content.span, to: &output)
    ChunkWriter.append([UInt8]().span, to: &output)
    ChunkWriter.append(content.span, to: &output)
    ChunkWriter.appendEnd(trailers: (["x-sum": "1"] as Fields).view, to: &output)
    let decoding = Decoding(output.span.text, step: 1_000)
    #expect(decoding.content.utf8.count == 2 * size)
    #expect(decoding.trailers == ["x-sum": "1"])
    #expect(decoding.isFinished)
  }

  @Test func `Chunks on the wire have their size in hexadecimal`() {
    var output = ByteBuffer()
    ChunkWriter.append([UInt8](repeating: UInt8(ascii: "x"), count: 26).span, to: &output)
    let text = output.span.text
    #expect(text == "1a\r\nxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n")
  }

  @Test func `Chunks on the wire are followed by no field that may not stand there`() {
    let fields: Fields = [
      "content-length": "5", "set-cookie": "a", "host": "a", "x": "y", "trailer": "x",
    ]
    var output = ByteBuffer()
    ChunkWriter.appendEnd(trailers: fields.view, to: &output)
    let text = output.span.text
    #expect(text == "0\r\nx: y\r\n\r\n")
  }
}
