// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Records that visitors read` {
  private func serve() async throws -> ServedRecords {
    try await ServedRecords(more: "ttl: 604800,")
  }

  private func ask(
    _ line: String,
    _ fields: String = "",
    at served: ServedRecords
  ) async throws -> String {
    let visitors = served.visitors
    let text = "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }

  @Test func `A conditional read gets 304, and leaves the whole record for those who come later`()
    async throws
  {
    let served = try await serve()
    let id = try await served.createNote("first")
    let path = "GET /v1/notes/\(id)"
    let other = try await ask(path, "If-None-Match: \"other\"\r\n", at: served)
    #expect(other.hasPrefix("HTTP/1.1 200 ") && other.contains("first"))
    let tag = try #require(other.firstMatch(of: /etag: ("[^"]+")/)).1
    _ = try await served.send("PATCH /v1/notes/\(id)", #"{"text":"next"}"#)
    // The tag is of the version, and of the instant of expiry, which has not changed.
    let next = tag.replacing("\"1.", with: "\"2.")
    let same = try await ask(path, "If-None-Match: \(next)\r\n", at: served)
    #expect(same.hasPrefix("HTTP/1.1 304 ") && same.contains(";fwd-status=304;stored"))
    let whole = try await ask(path, at: served)
    #expect(whole.contains("cache-status: portico;hit") && whole.contains("next"))
    let late = try await ask(path, "If-Match: \(tag)\r\n", at: served)
    #expect(late.hasPrefix("HTTP/1.1 412 "))
    let head = try await ask("HEAD /v1/notes/\(id)", at: served)
    let length = PlainAnswer(whole).body.utf8.count
    #expect(head.contains("content-length: \(length)\r\n") && PlainAnswer(head).body.isEmpty)
  }

  @Test func `What only its sender may have is kept by no cache where a cookie is sent`()
    async throws
  {
    let served = try await serve()
    let (token, user) = try await served.signUp()
    for (cookie, expected) in [("", "private, no-cache"), ("Cookie: a=1\r\n", "no-store")] {
      let fields = "Authorization: Bearer \(token)\r\n\(cookie)"
      for path in ["GET /v1/users/\(user)", "GET /v1/users"] {
        let answer = try await ask(path, fields, at: served)
        #expect(answer.contains("cache-control: \(expected)\r\n"), "\(path) \(answer)")
        #expect(!answer.contains(";stored"))
      }
    }
  }
}
