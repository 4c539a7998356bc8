// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Testing

@Suite struct `One HTTP/2 request and response` {
  @Test func `An HTTP/2 request with fields reaches the server, and its response the client`()
    throws
  {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      var fields = Fields()
      fields.append("content-type", "text/plain")
      session.respond(to: stream, okay, fields.view, .bytes(Array("hello".utf8)))
    }
    var fields = Fields()
    fields.append("Accept", "text/plain")
    fields.append("Cookie", "a=1")
    fields.append("X-Between", "1")
    fields.append("Cookie", "b=2")
    let stream = try #require(
      pair.open(Request(authority: "example.com", target: "/a?b", fields: fields))
    )
    pair.run()
    let request = try #require(pair.server.recorder.requests[stream])
    #expect(request.method == .get)
    #expect(request.authority == "example.com")
    #expect(request.target == "/a?b")
    #expect(request.version == .http2)
    #expect(request.fields["accept"] == "text/plain")
    #expect(request.fields["cookie"] == "a=1; b=2")
    #expect(pair.client.responses[stream]?.status == okay)
    #expect(pair.client.responses[stream]?.fields["content-type"] == "text/plain")
    #expect(pair.client.contents[stream] == Array("hello".utf8))
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.complete, .none))
    #expect(pair.server.recorder.end(of: 1) == HTTP2StreamEnd(.complete, .none))
    #expect(pair.server.session.streamCount == 0)
  }
}
