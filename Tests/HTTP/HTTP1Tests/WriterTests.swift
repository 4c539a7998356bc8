// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

@Suite struct `Writing message heads` {
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

  @Test func `A request is written with Host first and its framing last`() throws {
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

  @Test func `A written head has its own framing fields and Host instead of those handed in`()
    throws
  {
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

  @Test func `A response is written with the reason phrase of its status`() {
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
  func `A request whose target has blanks or control characters is not written`(target: String) {
    #expect(throws: HeadFault(.target, at: 0)) {
      try written(Request(authority: "a", target: target))
    }
  }

  @Test(arguments: ["a\r\nX: y", "a\n", "a b", "a\u{0}", "a/b", "u@a", ":80", "a:x", "é"])
  func `A request whose authority is malformed is not written`(authority: String) {
    #expect(throws: HeadFault(.host, at: 0)) {
      try written(Request(authority: authority, target: "/"))
    }
  }

  @Test(arguments: ["", "A B", "A\r\n", "GET / HTTP/1.1\r\nX:"])
  func `A request whose method is not a token is not written`(method: String) {
    #expect(throws: HeadFault(.method, at: 0)) {
      try written(Request(.other(method), authority: "a", target: "/"))
    }
  }

  @Test func `A refused request writes no bytes at all`() {
    var output = ByteBuffer()
    let request = Request(authority: "a b", target: "/")
    try? RequestWriter.appendHead(request, framing: .none, to: &output)
    let count = output.count
    #expect(count == 0)
  }

  @Test(arguments: ["a\rb", "a\nb", "a\r\nX: y", "a\u{0}b", "\u{7F}", "a\u{1}"])
  func `A field value with line ends or control characters is written with spaces instead`(
    value: String
  ) throws {
    let request = Request(authority: "h", target: "/", fields: ["x": value])
    let text = try written(request, .none)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines[2].hasPrefix("x:"))
    #expect(lines.allSatisfy { line in line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
  }

  @Test func `A written head is parsed to the same message`() throws {
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

@Suite struct `Writing chunked bodies` {
  @Test(arguments: [1, 9, 10, 15, 16, 255, 4_096, 70_000])
  func `Written chunks are decoded to the same content and trailers`(size: Int) {
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

  @Test func `A chunk is written with its size in hexadecimal`() {
    var output = ByteBuffer()
    ChunkWriter.append([UInt8](repeating: UInt8(ascii: "x"), count: 26).span, to: &output)
    let text = output.span.text
    #expect(text == "1a\r\nxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n")
  }

  @Test func `Trailers that are forbidden there are not written`() {
    let fields: Fields = [
      "content-length": "5", "set-cookie": "a", "host": "a", "x": "y", "trailer": "x",
    ]
    var output = ByteBuffer()
    ChunkWriter.appendEnd(trailers: fields.view, to: &output)
    let text = output.span.text
    #expect(text == "0\r\nx: y\r\n\r\n")
  }
}
