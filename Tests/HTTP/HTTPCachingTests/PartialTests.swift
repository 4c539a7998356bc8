// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

private enum Scenarios {
  /// A range of a kept body of eleven bytes, and what is sent.
  static let ranges: [(String, Int, String, String?)] = [
    ("bytes=0-1", 206, "01", "bytes 0-1/11"), ("bytes=1-", 206, "123456789A", "bytes 1-10/11"),
    ("bytes=-1", 206, "A", "bytes 10-10/11"), ("bytes=0-", 206, "0123456789A", "bytes 0-10/11"),
    ("bytes=9-99", 206, "9A", "bytes 9-10/11"), ("bytes=-99", 206, "0123456789A", "bytes 0-10/11"),
    ("bytes=11-", 416, "", "bytes */11"), ("bytes=-0", 416, "", "bytes */11"),
    ("bytes=5-4", 200, "0123456789A", nil), ("pages=1-2", 200, "0123456789A", nil),
    ("bytes=0-1, 3-4", 206, "01234", "bytes 0-4/11"), ("bytes", 200, "0123456789A", nil),
  ]

  /// If-Range beside a range, and whether it is followed.
  static let conditions: [(String, Bool)] = [
    ("\"a\"", true), ("\"b\"", false), ("W/\"a\"", false), ("@-9", true), ("@-8", false),
    ("foo", false),
  ]

  static let whole = [
    Scenario(
      "a range keeps the fields of what is kept",
      .first("Cache-Control: max-age=60", "A: 1", "Content-Length: 10", "ETag: \"a\""),
      Step(
        seconds: 3,
        asked: ["Range: bytes=0-1"],
        answers: ["A: 2"],
        source: .kept,
        status: 206,
        text: "01",
        gets: ["A: 1", "Age: 3", "ETag: \"a\""],
        lacks: ["content-length"]
      )
    ),
    Scenario(
      "a range of something stale is asked about with its range",
      .first("Cache-Control: max-age=2", "ETag: \"a\"", "Last-Modified: @-9"),
      Step(
        seconds: 3,
        asked: ["Range: bytes=0-1"],
        source: .validated,
        status: 206,
        text: "01",
        sends: ["Range: bytes=0-1", "If-None-Match: \"a\""],
        omits: ["if-modified-since"]
      )
    ),
    Scenario(
      "a range of something that changed is passed on, and kept in its place",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        asked: ["Range: bytes=0-1"],
        code: 206,
        answers: ["ETag: \"b\"", "Content-Range: bytes 0-1/10", "Cache-Control: max-age=60"],
        body: "ab",
        source: .fetched,
        status: 206,
        text: "ab"
      ),
      Step(asked: ["Range: bytes=1-1"], source: .kept, status: 206, text: "b")
    ),
    Scenario(
      "a range of the same bytes freshens what is whole",
      .first("Cache-Control: max-age=2", "ETag: \"a\"", "A: 1"),
      Step(
        seconds: 3,
        asked: ["Range: bytes=0-1"],
        code: 206,
        answers: [
          "ETag: \"a\"", "Content-Range: bytes 0-1/10", "Cache-Control: max-age=60", "A: 2",
        ],
        body: "01",
        status: 206,
        text: "01"
      ),
      Step(source: .kept, status: 200, text: "0123456789", gets: ["A: 2"])
    ),
    Scenario(
      "a range means nothing to HEAD",
      .first("Cache-Control: max-age=60", "Content-Length: 10"),
      Step(method: .head, asked: ["Range: bytes=0-1"], source: .kept, status: 200)
    ),
    Scenario(
      "a range means nothing to an answer that is no 200",
      .first("Cache-Control: max-age=60", code: 404),
      Step(asked: ["Range: bytes=0-1"], source: .kept, status: 404, text: "0123456789")
    ),
    Scenario(
      "a condition comes before the range",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(
        asked: ["Range: bytes=0-1", "If-None-Match: \"a\""],
        source: .kept,
        status: 304,
        lacks: ["content-range"]
      )
    ),
    Scenario(
      "several ranges",
      .first("Cache-Control: max-age=60", "Content-Type: text/plain"),
      Step(
        asked: ["Range: bytes=0-1, 100-, -1"],
        body: "",
        source: .kept,
        status: 206
      )
    ),
  ]

  /// The end of a representation of ten bytes is kept, without a validator.
  static let partOnly = Step(
    asked: ["Range: bytes=-6"],
    code: 206,
    answers: ["Cache-Control: max-age=3600", "Content-Range: bytes 4-9/10"],
    body: "456789"
  )

  static let parts: [(String, String?)] = [
    ("bytes=-6", "456789"), ("bytes=6-8", "678"), ("bytes=6-", "6789"), ("bytes=-1", "9"),
    ("bytes=4-9", "456789"), ("bytes=4-99", "456789"), ("bytes=9-9", "9"), ("bytes=3-5", nil),
    ("bytes=0-0", nil), ("bytes=-7", nil), ("bytes=10-", nil), ("bytes=6-7, 0-1", nil),
  ]

  static let completions = [
    Scenario(
      "a part is completed from its end",
      part("0-4/10", "01234"),
      Step(
        code: 206,
        answers: [
          "Cache-Control: max-age=60", "Content-Range: bytes 5-9/10", "ETag: \"a\"", "A: 2",
        ],
        body: "56789",
        status: 200,
        text: "0123456789",
        gets: ["A: 2"],
        lacks: ["content-range"],
        sends: ["Range: bytes=5-", "If-Range: \"a\""]
      ),
      Step(source: .kept, status: 200, text: "0123456789"),
      Step(asked: ["Range: bytes=3-6"], source: .kept, status: 206, text: "3456")
    ),
    Scenario(
      "a part is completed from its beginning",
      part("4-9/10", "456789"),
      Step(
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 0-3/10", "ETag: \"a\""],
        body: "0123",
        status: 200,
        text: "0123456789",
        sends: ["Range: bytes=0-3", "If-Range: \"a\""]
      )
    ),
    Scenario(
      "a part with gaps on both sides is fetched whole",
      part("4-6/10", "456"),
      Step(
        answers: ["Cache-Control: max-age=60"],
        source: .fetched,
        status: 200,
        text: "0123456789",
        omits: ["range", "if-range"]
      ),
      Step(source: .kept, text: "0123456789")
    ),
    Scenario(
      "what broke off is completed",
      part("0-4/*", "01234"),
      Step(
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 5-9/10", "ETag: \"a\""],
        body: "56789",
        status: 200,
        text: "0123456789",
        sends: ["Range: bytes=5-"]
      )
    ),
    Scenario(
      "a range that goes past the part",
      part("0-4/10", "01234"),
      Step(
        asked: ["Range: bytes=3-6"],
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 5-6/10", "ETag: \"a\""],
        body: "56",
        status: 206,
        text: "3456",
        gets: ["Content-Range: bytes 3-6/10"],
        sends: ["Range: bytes=5-6", "If-Range: \"a\""]
      ),
      Step(asked: ["Range: bytes=0-6"], source: .kept, status: 206, text: "0123456")
    ),
    Scenario(
      "a range that begins before the part",
      part("4-9/10", "456789"),
      Step(
        asked: ["Range: bytes=-8"],
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 2-3/10", "ETag: \"a\""],
        body: "23",
        status: 206,
        text: "23456789",
        sends: ["Range: bytes=2-3"]
      )
    ),
    Scenario(
      "a range elsewhere goes out as it is, and the newer part is kept",
      part("0-1/10", "01"),
      Step(
        asked: ["Range: bytes=6-7"],
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 6-7/10", "ETag: \"a\""],
        body: "67",
        source: .fetched,
        sends: ["Range: bytes=6-7"],
        omits: ["if-range"]
      ),
      Step(asked: ["Range: bytes=6-6"], source: .kept, text: "6")
    ),
    Scenario(
      "the client's own range that touches the part is put to it",
      part("4-6/10", "456"),
      Step(
        asked: ["Range: bytes=2-8"],
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 2-8/10", "ETag: \"a\""],
        body: "2345678",
        source: .fetched,
        status: 206,
        text: "2345678",
        sends: ["Range: bytes=2-8"]
      ),
      Step(asked: ["Range: bytes=2-4"], source: .kept, text: "234")
    ),
    Scenario(
      "the origin has something else by now",
      part("0-4/10", "01234"),
      Step(
        answers: ["Cache-Control: max-age=60", "ETag: \"b\""],
        body: "abcdefghij",
        source: .fetched,
        status: 200,
        text: "abcdefghij",
        sends: ["If-Range: \"a\""]
      ),
      Step(source: .kept, text: "abcdefghij")
    ),
    Scenario(
      "a stale part is completed in the same way",
      part("0-4/10", "01234"),
      Step(
        seconds: 90,
        code: 206,
        answers: ["Cache-Control: max-age=60", "Content-Range: bytes 5-9/10", "ETag: \"a\""],
        body: "56789",
        status: 200,
        text: "0123456789"
      ),
      Step(seconds: 9, source: .kept, gets: ["Age: 9"])
    ),
    Scenario(
      "a stale part is asked about for a range that it has",
      part("0-4/10", "01234"),
      Step(
        seconds: 90,
        asked: ["Range: bytes=0-1"],
        answers: ["ETag: \"a\""],
        source: .validated,
        status: 206,
        text: "01",
        sends: ["Range: bytes=0-1", "If-None-Match: \"a\""]
      )
    ),
    Scenario(
      "a part is no answer to a condition or to HEAD",
      part("0-4/10", "01234"),
      Step(method: .head, source: .fetched),
      Step(asked: ["If-None-Match: \"a\""], source: .fetched, omits: ["if-none-match"])
    ),
  ]

  private static func part(_ range: String, _ body: String) -> Step {
    Step(
      asked: ["Range: bytes=whatever"],
      code: 206,
      answers: [
        "Cache-Control: max-age=60", "Content-Range: bytes \(range)", "ETag: \"a\"", "A: 1",
      ],
      body: body
    )
  }

  /// What comes for the rest of a part `0-4/10` with the tag `"a"`, and does not fit it.
  static let misfits: [[String]] = [
    ["Content-Range: bytes 5-9/10", "ETag: \"b\""], ["Content-Range: bytes 5-9/10"],
    ["Content-Range: bytes 5-9/10", "ETag: W/\"a\""],
    ["Content-Range: bytes 6-9/10", "ETag: \"a\""], ["Content-Range: bytes 5-8/9", "ETag: \"a\""],
    ["ETag: \"a\""], ["Content-Range: bytes */10", "ETag: \"a\""],
  ]
}

@Suite struct `A range` {
  @Test(arguments: Scenarios.ranges)
  func `of what is whole is answered out of the storage`(
    range: String,
    status: Int,
    text: String,
    contentRange: String?
  ) {
    Scenario(
      range,
      Step(answers: ["Cache-Control: max-age=60"], body: "0123456789A"),
      Step(
        asked: ["Range: \(range)"],
        source: .kept,
        status: status,
        text: text,
        gets: contentRange.map { ["Content-Range: \($0)"] } ?? [],
        lacks: contentRange == nil ? ["content-range"] : []
      )
    ).run()
  }

  @Test(arguments: Scenarios.conditions)
  func `with If-Range is of just that representation`(condition: String, isFollowed: Bool) {
    Scenario(
      condition,
      .first("Cache-Control: max-age=60", "ETag: \"a\"", "Last-Modified: @-9"),
      Step(
        asked: ["Range: bytes=0-1", "If-Range: \(condition)"],
        source: .kept,
        status: isFollowed ? 206 : 200
      )
    ).run()
  }

  @Test(arguments: Scenarios.whole)
  func `keeps to the rules of the whole answer`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Scenarios.parts)
  func `within a part is answered out of the storage`(range: String, text: String?) {
    Scenario(
      range,
      Scenarios.partOnly,
      Step(
        asked: ["Range: \(range)"],
        source: text == nil ? .fetched : .kept,
        status: text == nil ? 200 : 206,
        text: text
      )
    ).run()
  }

  @Test func `with distant parts is a multipart answer`() throws {
    let lines = ["Cache-Control: max-age=60", "Content-Type: text/plain", "Content-Length: 500"]
    let kept = try #require(stored(lines))
    let asked = fields(["Range: bytes=0-1, 400-"])
    let decision = ReuseDecision(
      method: .get,
      fields: asked.view,
      candidates: [kept],
      now: start,
      rules: CachingRules()
    )
    guard case .answer(let answer) = decision else {
      Issue.record("\(decision) is no answer")
      return
    }
    #expect(answer.form == .parts([0..<2, 400..<500]))
    let head = answer.head(of: kept, now: start)
    #expect(head.status == .partialContent)
    #expect(!head.fields.contains("content-type"))
    #expect(!head.fields.contains("content-length"))
  }
}

@Suite struct `A part` {
  @Test(arguments: Scenarios.completions)
  func `is completed when a strong validator vouches for it`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Scenarios.misfits)
  func `that does not fit is not put to what is kept`(answers: [String]) {
    var cache = TestCache()
    _ = cache.send(request(.get, ["Range: bytes=0-4"]), at: start) { _ in
      OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
    }
    var count = 0
    let reply = cache.send(request(), at: start) { sent in
      count += 1
      return sent.fields.contains("range")
        ? OriginReply(206, answers, body: "xxxxx", at: start)
        : OriginReply(200, [], body: "new", at: start)
    }
    #expect(count == 2)
    #expect(reply.text == "new")
  }

  @Test func `that nothing vouches for is not completed`() {
    Scenario(
      "no validator",
      Scenarios.partOnly,
      Step(source: .fetched, status: 200, omits: ["range", "if-range"])
    ).run()
  }

  @Test func `of unknown length has only the bytes that were named`() {
    let first = Step(
      code: 206,
      answers: ["Cache-Control: max-age=60", "Content-Range: bytes 4-9/*"],
      body: "456789"
    )
    Scenario(
      "unknown length",
      first,
      Step(
        asked: ["Range: bytes=5-6"],
        source: .kept,
        status: 206,
        text: "56",
        gets: ["Content-Range: bytes 5-6/*"]
      ),
      Step(asked: ["Range: bytes=5-"], source: .fetched)
    ).run()
    Scenario("unknown length", first, Step(asked: ["Range: bytes=-1"], source: .fetched)).run()
    Scenario("unknown length", first, Step(asked: ["Range: bytes=5-10"], source: .fetched)).run()
  }

  @Test func `whose range cannot be satisfied any more is fetched whole`() {
    var cache = TestCache()
    _ = cache.send(request(.get, ["Range: bytes=0-4"]), at: start) { _ in
      OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
    }
    let reply = cache.send(request(), at: start) { sent in
      OriginReply(sent.fields.contains("range") ? 416 : 200, [], body: "new", at: start)
    }
    #expect(reply.text == "new")
  }

  @Test func `that broke off is kept as a part and completed`() {
    var cache = TestCache()
    _ = cache.send(request(), at: start) { _ in
      var reply = OriginReply(
        200,
        ["Cache-Control: max-age=60", "Content-Length: 10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
      reply.isComplete = false
      return reply
    }
    #expect(cache.reason == .explicitFreshness)
    let reply = cache.send(request(), at: start) { sent in
      #expect(sent.fields["range"] == "bytes=5-")
      return OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 5-9/10", "ETag: \"a\""],
        body: "56789",
        at: start
      )
    }
    #expect(reply.text == "0123456789")
    #expect(reply.response.status == .ok)
  }
}
