// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Decoding response bodies` {
  private func server(_ coding: String, _ body: [UInt8]) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      let head = try peer.receive(through: "\r\n\r\n")
      guard head.contains("accept-encoding: gzip, br, zstd") else { return }
      try peer.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
      )
      try peer.send(body)
    }
  }

  private func packed(_ text: [UInt8], _ coding: Coding) throws -> [UInt8] {
    var packed = ByteBuffer()
    try coding.encode(text.span, level: .fast, into: &packed)
    return packed.span.array
  }

  private func fetch(_ server: ScriptedServer) async throws -> FetchedResponse {
    var options = CallOptions()
    options.decoding = DecodingLimits()
    defer { server.stop() }
    return try await ClientFixture().fetch("/", from: server.address, options: options)
  }

  @Test(arguments: [Coding.gzip, .brotli, .zstd])
  func `A response body in gzip, brotli or zstd is decoded and loses its Content-Encoding`(
    coding: Coding
  ) async throws {
    let text = Array(String(repeating: "flowers and ", count: 5_000).utf8)
    let fetched = try await fetch(server("\(coding.name)", packed(text, coding)))
    #expect(fetched.body == text)
    #expect(!fetched.response.fields.contains("content-encoding"))
  }

  @Test func `A compression bomb, a truncated body and an unknown content coding are refused`()
    async throws
  {
    let bomb = try packed([UInt8](repeating: 0, count: 80 << 20), .gzip)
    let short = Array(try packed(Array("some text".utf8), .gzip).dropLast(4))
    for (coding, body) in [("gzip", bomb), ("gzip", short), ("br", [1, 2, 3]), ("lzma", [1])] {
      let server = try server(coding, body)
      let error = await #expect(throws: ClientError.self) { try await fetch(server) }
      #expect(error?.kind == .contentCoding)
    }
  }
}
