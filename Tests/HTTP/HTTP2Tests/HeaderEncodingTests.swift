// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import SeededTesting
import Testing

@Suite struct `A response head over HTTP/2` {
  @Test func `A head that is sent again takes a byte for each field that the client keeps`() throws
  {
    let server = Server.greeted()
    let kept: Fields = ["content-type": "application/json", "x-own": "one", "etag": "\"abc\""]
    let head = HTTP2HeadTemplate(.ok, kept.view)
    server.recorder.onEnd = { session, stream in
      session.respond(to: stream, with: head, nil, .none)
    }
    server.receive(.headers(1, get), .headers(3, get))
    let blocks = server.frames().filter { $0.type == 1 }.map(\.payload)
    try #require(blocks.count == 2)
    // The status is in the static table, a tag is never kept.
    #expect(blocks[1].count == 3 + tag(in: blocks[0]).count)
    #expect(blocks[1].suffix(tag(in: blocks[0]).count) == tag(in: blocks[0])[...])
    #expect(blocks[1].prefix(3) == [0x88, 0x80 | 63, 0x80 | 62])
  }

  private func tag(in block: [UInt8]) -> [UInt8] {
    // A literal that is not kept, whose name is the 34th of the static table.
    guard
      let start = block.indices.dropLast().last(where: { block[$0] == 0x0F && block[$0 + 1] == 19 })
    else { return [] }
    return Array(block[start...])
  }

  @Test(arguments: [true, false])
  func `Every byte that a value may have arrives, in short and in long ones`(
    _ isReady: Bool
  ) throws {
    let bytes = (0x21...0xFF).filter { $0 != 0x7F }.map { UInt8($0) }
    var values = bytes.map { [$0] } + bytes.map { Array(repeating: $0, count: 200) }
    values.append(bytes)
    for value in values {
      var fields = Fields()
      fields.append("x-value", bytes: value.span)
      let got = try response(to: fields, isReady: isReady)
      #expect(got.fields.view.value(at: 0).array == value)
    }
  }

  @Test(arguments: [true, false])
  func `Names in any letters arrive in lower case, and no name of a connection does`(
    _ isReady: Bool
  ) throws {
    let fields: Fields = ["X-Upper": "1", "Connection": "x", "ACCEPT-RANGES": "bytes", "x": ""]
    let got = try response(to: fields, isReady: isReady)
    #expect(got.fields.view.count == 3)
    #expect(got.fields["x-upper"] == "1")
    #expect(got.fields["accept-ranges"] == "bytes")
    #expect(got.fields["x"] == "")
  }

  @Test func `A secret is marked for intermediaries, and sent whole each time`() throws {
    let server = Server.greeted()
    var fields = Fields()
    fields.append("x-secret", "abc", isSensitive: true)
    server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, fields.view, .none)
    }
    server.receive(.headers(1, get), .headers(3, get))
    let blocks = server.frames().filter { $0.type == 1 }.map(\.payload)
    #expect(blocks.count == 2)
    #expect(blocks.allSatisfy { $0 == blocks[0] && $0[1] == 0x10 })
  }

  @Test func `A head longer than a frame goes on in further frames`() throws {
    let pair = Pair()
    let long = (0..<3).map { index in
      [UInt8](repeating: UInt8(ascii: "{") + UInt8(index), count: 9000)
    }
    pair.server.recorder.onEnd = { session, stream in
      var fields = Fields()
      for value in long { fields.append("x-long", bytes: value.span) }
      session.respond(to: stream, .ok, fields.view, .bytes([1]))
    }
    for _ in 0..<2 {
      let stream = try #require(pair.open(Request(authority: "a", target: "/")))
      var up = ByteBuffer()
      pair.session.emit(into: &up, atMost: .max, for: pair.client)
      pair.server.session.receive(up.span, for: pair.server.recorder)
      var down = ByteBuffer()
      pair.server.session.emit(into: &down, atMost: .max, for: pair.server.recorder)
      let frames = Frame.all(in: down.span.array).filter { $0.type == 1 || $0.type == 9 }
      #expect(frames.map(\.type) == [1, 9])
      #expect(frames.map { $0.flags & Frame.endHeaders } == [0, Frame.endHeaders])
      #expect(frames[0].payload.count == 16_384)
      pair.session.receive(down.span, for: pair.client)
      let response = try #require(pair.client.responses[stream])
      #expect((0..<3).map { response.fields.view.value(at: $0).array } == long)
      #expect(pair.client.contents[stream] == [1])
    }
  }

  @Test func `A head whose stream is reset before it leaves changes nothing for the next one`()
    throws
  {
    let server = Server.greeted()
    let fields: Fields = ["x-a": "1"]
    server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, fields.view, .none)
      if stream.number == 1 { session.reset(stream, .cancel) }
    }
    server.receive(.headers(1, get), .headers(3, get))
    let blocks = server.frames().filter { $0.type == 1 }
    #expect(blocks.map(\.stream) == [3])
    // A name and a value, which the client is asked to keep, and no index of what it never got.
    #expect(blocks.first?.payload.dropFirst().first == 0x40)
  }

  @Test(arguments: 1...20) func `Any heads arrive, whatever size the client gives its table`(
    _ seed: UInt64
  ) throws {
    var random = SeededNumbers(seed)
    let pair = Pair()
    var sent: [HTTP2StreamID: [[UInt8]]] = [:]
    pair.server.recorder.onEnd = { session, stream in
      let names = ["x-a", "vary", "cache-control", "set-cookie", "x-b", "date", "content-type"]
      let values = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        [UInt8](
          repeating: UInt8.random(in: 0x61...0x67, using: &random),
          count: [1, 3, 40, 400, 3000].randomElement(using: &random) ?? 0
        )
      }
      var fields = Fields()
      for value in values {
        let name = names.randomElement(using: &random) ?? ""
        if let name = FieldName(name) { fields.append(name, bytes: value.span) }
      }
      sent[stream] = values
      if Bool.random(using: &random) {
        session.respond(to: stream, with: HTTP2HeadTemplate(.ok, fields.view), nil, .none)
      } else {
        session.respond(to: stream, .ok, fields.view, .none)
      }
    }
    for _ in 0..<60 {
      if Int.random(in: 0..<8, using: &random) == 0 {
        let size: UInt32 = [0, 64, 500, 4096, 65_536].randomElement(using: &random) ?? 0
        pair.server.receive(.settings([(UInt16(1), size)]))
        // The client of the pair has not asked, and would not know what is acknowledged.
        _ = pair.server.frames()
      }
      let streams = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
        pair.open(Request(authority: "a", target: "/"))
      }
      pair.run()
      for stream in streams {
        let fields = try #require(pair.client.responses[stream]).fields
        #expect((0..<fields.count).map { fields.view.value(at: $0).array } == sent[stream])
      }
      pair.server.session.now += 10
    }
  }

  private func response(to fields: Fields, isReady: Bool) throws -> Response {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      if isReady {
        session.respond(to: stream, with: HTTP2HeadTemplate(.ok, fields.view), nil, .none)
      } else {
        session.respond(to: stream, .ok, fields.view, .none)
      }
    }
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    return try #require(pair.client.responses[stream])
  }
}
