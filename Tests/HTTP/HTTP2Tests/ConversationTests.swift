// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Testing

@Suite struct `An HTTP/2 client and server session` {
  @Test func `Interim responses arrive before the final one, and none after it`() throws {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      var hints = Fields()
      hints.append("link", "</a.css>; rel=preload")
      let outcomes = [
        session.inform(stream, .earlyHints, hints.view),
        session.inform(stream, .ok, FieldsView.none),
        session.inform(stream, .switchingProtocols, FieldsView.none),
        session.respond(to: stream, .noContent, FieldsView.none, .none),
        session.inform(stream, .earlyHints, hints.view),
        session.respond(to: stream, .ok, FieldsView.none, .none),
      ]
      #expect(outcomes == [true, false, false, true, false, false])
    }
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    let heads = pair.client.events.filter { if case .response = $0 { true } else { false } }
    #expect(heads == [.response(1, 103), .response(1, 204)])
    #expect(pair.client.responses[stream]?.fields["link"] == nil)
    #expect(pair.client.end(of: 1)?.origin == .complete)
  }

  @Test func `A response from a template has the fields of the moment too`() throws {
    var fixed = Fields()
    fixed.append("Content-Type", "application/json")
    fixed.append("connection", "close")
    fixed.append("set-cookie", "a=b", isSensitive: true)
    let template = HTTP2HeadTemplate(Response(.ok, fields: fixed))
    #expect(template.count == 3)
    let pair = Pair()
    var moment = 0
    pair.server.recorder.onEnd = { session, stream in
      moment += 1
      var fields = Fields()
      fields.append("age", "\(moment)")
      session.respond(to: stream, with: template, HTTP2HeadTemplate(fields.view), .bytes([1, 2]))
    }
    for round in 1...3 {
      let stream = try #require(pair.open(Request(authority: "a", target: "/")))
      pair.run()
      let response = try #require(pair.client.responses[stream])
      #expect(response.fields["content-type"] == "application/json")
      #expect(response.fields["age"] == "\(round)")
      #expect(response.fields["connection"] == nil)
      #expect(response.fields["set-cookie"] == "a=b")
      #expect(pair.client.contents[stream] == [1, 2])
    }
  }

  @Test func `A response to HEAD with Content-Length has no content`() throws {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      var fields = Fields()
      fields.append("content-length", "1000")
      session.respond(to: stream, .ok, fields.view, .none)
    }
    let stream = try #require(pair.open(Request(.head, authority: "a", target: "/")))
    pair.run()
    #expect(pair.server.recorder.requests[stream]?.method == .head)
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.complete, .none))
  }

  @Test func `Cancelling a request resets its stream and leaves the connection open`() throws {
    let pair = Pair()
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    pair.session.reset(stream, .cancel)
    pair.run()
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.local, .cancel))
    #expect(pair.server.recorder.end(of: 1) == HTTP2StreamEnd(.peer, .cancel))
    #expect(pair.server.session.counters.resetsReceived == 1)
    pair.server.answers()
    let other = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    #expect(pair.client.responses[other]?.status == .ok)
  }

  @Test func `A request cancelled before it was sent is never seen by the server`() throws {
    let pair = Pair()
    pair.server.answers()
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.session.reset(stream, .cancel)
    let other = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.local, .cancel, isRetrySafe: true))
    #expect(pair.server.recorder.requests[stream] == nil)
    #expect(pair.client.responses[other]?.status == .ok)
    #expect(pair.session.streamCount == 0)
  }

  @Test func `A request that was not sent when the server leaves may be tried again`() throws {
    let pair = Pair()
    pair.server.session.shutDown()
    let stream = try #require(pair.open(Request(.post, authority: "a", target: "/")))
    var output = ByteBuffer()
    pair.server.session.emit(into: &output, atMost: .max, for: pair.server.recorder)
    pair.session.receive(output.span, for: pair.client)
    pair.run()
    #expect(pair.server.recorder.requests[stream] == nil)
    #expect(pair.client.end(of: 1)?.isRetrySafe == true)
    #expect(pair.session.streamCount == 0)
    #expect(pair.session.isFinished)
  }

  @Test func `A request reset with REFUSED_STREAM may be tried again`() throws {
    let pair = Pair()
    let stream = try #require(pair.open(Request(.post, authority: "a", target: "/")))
    pair.run()
    pair.server.session.reset(stream, .refusedStream)
    pair.run()
    let end = try #require(pair.client.end(of: 1))
    #expect(end == HTTP2StreamEnd(.peer, .refusedStream, isRetrySafe: true))
  }

  @Test func `A server that shuts down announces it, then names its last stream and finishes it`()
    throws
  {
    let pair = Pair()
    pair.server.session.announceShutdown()
    let first = try #require(pair.open(Request(authority: "a", target: "/1")))
    pair.run()
    #expect(pair.client.events.contains(.goAway(.max, .none)))
    #expect(!pair.session.canOpenStream)
    #expect(pair.server.recorder.requests[first] != nil)
    pair.server.session.shutDown()
    pair.run()
    #expect(pair.client.events.contains(.goAway(1, .none)))
    #expect(!pair.server.session.isFinished)
    pair.server.session.respond(to: first, .ok, FieldsView.none, .none)
    pair.run()
    #expect(pair.client.end(of: 1)?.origin == .complete)
    #expect(pair.server.session.isFinished)
    #expect(pair.session.isFinished)
  }

  @Test func `A request behind the last stream of a GOAWAY may be tried again`() throws {
    let client = HTTP2Session(.client, now: 0)
    let recorder = Recorder()
    func receive(_ frame: Frame) { client.receive(frame.bytes.span, for: recorder) }
    receive(.settings())
    let fields = FieldsView.none
    for _ in 0..<2 {
      _ = client.open(
        RequestView(
          method: .post,
          scheme: .https,
          version: .http2,
          authority: "a".utf8Span.span,
          target: "/".utf8Span.span,
          fields: fields
        ),
        .none
      )
    }
    var output = ByteBuffer()
    client.emit(into: &output, atMost: .max, for: recorder)
    receive(.goAway(1, 0))
    #expect(recorder.end(of: 1) == nil)
    #expect(recorder.end(of: 3) == HTTP2StreamEnd(.peer, .refusedStream, isRetrySafe: true))
  }

  @Test func `A PING is acknowledged`() {
    let pair = Pair()
    pair.session.ping(0x0102_0304_0506_0708)
    pair.run()
    #expect(pair.client.events.contains(.ping(0x0102_0304_0506_0708)))
  }

  @Test func `An abandoned connection ends its streams, and unsent requests may be tried again`()
    throws
  {
    let pair = Pair()
    _ = try #require(pair.open(Request(authority: "a", target: "/")))
    let unsent = pair.client
    pair.session.abandon(for: unsent)
    #expect(unsent.end(of: 1) == HTTP2StreamEnd(.session, .cancel, isRetrySafe: true))
    #expect(pair.session.isFinished)
    #expect(!pair.session.wantsToEmit)
    let other = Pair()
    _ = try #require(other.open(Request(authority: "a", target: "/")))
    other.run()
    other.session.abandon(for: other.client)
    #expect(other.client.end(of: 1) == HTTP2StreamEnd(.session, .cancel))
  }

  @Test func `A client opens no more streams than the server allows`() throws {
    var limits = HTTP2Limits()
    limits.concurrentStreams = 2
    let pair = Pair(limits)
    for _ in 0..<2 { #expect(pair.open(Request(authority: "a", target: "/")) != nil) }
    #expect(pair.open(Request(authority: "a", target: "/")) == nil)
    pair.run()
    #expect(pair.server.session.fault == nil)
    pair.server.session.respond(to: HTTP2StreamID(1), .ok, FieldsView.none, .none)
    pair.run()
    #expect(pair.open(Request(authority: "a", target: "/")) != nil)
  }

  @Test func `An object attached to a stream is kept until the stream ends`() throws {
    final class Thing {}
    let pair = Pair()
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    weak var kept: Thing?
    do {
      let thing = Thing()
      kept = thing
      pair.server.session.attach(thing, to: stream)
    }
    #expect(kept != nil)
    #expect(pair.server.session.attachment(of: stream) === kept)
    pair.server.session.respond(to: stream, .ok, FieldsView.none, .none)
    pair.run()
    #expect(kept == nil)
  }

  @Test func `An idle session releases its memory and goes on working`() throws {
    let pair = Pair()
    pair.server.answers([1])
    for _ in 0..<2 {
      let stream = try #require(pair.open(Request(authority: "a", target: "/")))
      pair.run()
      #expect(pair.client.contents[stream] == [1])
      pair.server.session.releaseIdleMemory()
      pair.session.releaseIdleMemory()
    }
  }
}
