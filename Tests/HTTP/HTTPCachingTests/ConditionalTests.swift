// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

private enum Scenarios {
  /// What is fresh, a condition, and what the client gets.
  static let conditions: [(String, [String], [String], Int)] = [
    ("a strong tag", ["ETag: \"abcdef\""], ["If-None-Match: \"abcdef\""], 304),
    ("a weak tag", ["ETag: W/\"abcdef\""], ["If-None-Match: W/\"abcdef\""], 304),
    ("a weak tag for a strong one", ["ETag: \"abcdef\""], ["If-None-Match: W/\"abcdef\""], 304),
    ("the first of several", ["ETag: \"b\""], ["If-None-Match: \"b\", \"1\", \"5\""], 304),
    ("the middle of several", ["ETag: \"b\""], ["If-None-Match: \"1\", \"b\", \"5\""], 304),
    (
      "the last of several", ["ETag: \"b\""], ["If-None-Match: \"1\"", "If-None-Match: \"b\""], 304
    ),
    ("a star", ["ETag: \"b\""], ["If-None-Match: *"], 304),
    ("a star without a tag", [], ["If-None-Match: *"], 304),
    ("another tag", ["ETag: \"abcdef\""], ["If-None-Match: \"other\""], 200),
    ("no quotes", ["ETag: \"abcdef\""], ["If-None-Match: abcdef"], 200),
    (
      "a tag that is not UTF-8's", ["ETag: \"abcdef\u{fc}\""], ["If-None-Match: \"abcdef\u{fc}\""],
      304
    ),
    (
      "a tag before a date", ["ETag: \"a\"", "Last-Modified: @-5000"],
      ["If-None-Match: \"a\"", "If-Modified-Since: @-9000"], 304
    ),
    (
      "a wrong tag before a date", ["ETag: \"a\"", "Last-Modified: @-5000"],
      ["If-None-Match: \"b\"", "If-Modified-Since: @0"], 200
    ),
    ("the same date", ["Last-Modified: @-3000"], ["If-Modified-Since: @-3000"], 304),
    ("a later date", ["Last-Modified: @-3000"], ["If-Modified-Since: @-2000"], 304),
    ("an earlier date", ["Last-Modified: @-3000"], ["If-Modified-Since: @-3001"], 200),
    ("no date", ["Last-Modified: @-3000"], ["If-Modified-Since: 0"], 200),
    (
      "a date in the old format", ["Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT"],
      ["If-Modified-Since: Sun Nov  6 08:49:37 1994"], 304
    ),
    ("Date in place of Last-Modified", ["Date: @0"], ["If-Modified-Since: @0"], 304),
    ("a date before Date", ["Date: @0"], ["If-Modified-Since: @-1"], 200),
    ("the time of receipt in place of both", [], ["If-Modified-Since: @0"], 304),
    ("a date before the time of receipt", [], ["If-Modified-Since: @-1"], 200),
  ]

  static let validation = [
    Scenario(
      "a strong tag is asked about",
      .first("Cache-Control: max-age=2", "ETag: \"abcdef\""),
      Step(
        seconds: 3,
        source: .validated,
        status: 200,
        text: "0123456789",
        sends: ["If-None-Match: \"abcdef\""],
        omits: ["if-modified-since"]
      )
    ),
    Scenario(
      "a weak tag is asked about",
      .first("Cache-Control: max-age=2", "ETag: W/\"abcdef\""),
      Step(seconds: 3, source: .validated, sends: ["If-None-Match: W/\"abcdef\""])
    ),
    Scenario(
      "a tag and a date are asked about, the date as it was written",
      .first(
        "Cache-Control: max-age=2",
        "ETag: \"a\"",
        "Last-Modified: sunday, 06-nov-94 08:49:37 GMT"
      ),
      Step(
        seconds: 3,
        source: .validated,
        sends: [
          "If-None-Match: \"a\"", "If-Modified-Since: sunday, 06-nov-94 08:49:37 GMT",
        ]
      )
    ),
    Scenario(
      "the cache's condition takes the place of the client's, which is met by what it has",
      .first("Cache-Control: max-age=2", "Last-Modified: @-3000"),
      Step(
        seconds: 3,
        asked: ["If-Modified-Since: @-3003"],
        source: .validated,
        status: 304,
        sends: ["If-Modified-Since: @-3003"]
      )
    ),
    Scenario(
      "the client's condition is met by a new answer, and that is kept whole",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        asked: ["If-None-Match: \"b\""],
        answers: ["ETag: \"b\"", "Cache-Control: max-age=60"],
        status: 304,
        text: "",
        sends: ["If-None-Match: \"a\""]
      ),
      Step(source: .kept, status: 200, text: "0123456789", gets: ["ETag: \"b\""])
    ),
    Scenario(
      "the client's condition is not met by a new answer",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        asked: ["If-None-Match: \"a\""],
        answers: ["ETag: \"b\"", "Cache-Control: max-age=60"],
        source: .fetched,
        status: 200
      )
    ),
    Scenario(
      "fields that Vary names go with the condition",
      .first("Expires: @1", "Date: @0", "ETag: \"abcdef\"", "Vary: Abc", asked: ["Abc: 123"]),
      Step(seconds: 3, asked: ["Abc: 123"], source: .validated, sends: ["Abc: 123"])
    ),
    Scenario(
      "what has no validator is fetched with the client's own condition",
      .first("Cache-Control: max-age=2"),
      Step(
        seconds: 3,
        asked: ["If-None-Match: \"x\""],
        code: 304,
        status: 304,
        sends: ["If-None-Match: \"x\""]
      )
    ),
    Scenario(
      "the client's condition goes to the origin when nothing is kept",
      Step(asked: ["If-None-Match: \"x\""], source: .fetched, sends: ["If-None-Match: \"x\""]),
      Step(asked: ["If-None-Match: x"], source: .fetched, sends: ["If-None-Match: x"])
    ),
    Scenario(
      "an origin that passes over the client's condition is passed on",
      Step(
        asked: ["If-None-Match: \"x\""],
        answers: ["ETag: \"x\""],
        source: .fetched,
        status: 200
      )
    ),
    Scenario(
      "conditions of the origin are not the cache's to judge",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(asked: ["If-Match: \"b\""], code: 412, source: .fetched, status: 412),
      Step(asked: ["If-Unmodified-Since: @0"], code: 412, source: .fetched, status: 412),
      Step(source: .kept)
    ),
    Scenario(
      "a condition means nothing to an answer that is no success",
      .first("Cache-Control: max-age=60", "ETag: \"a\"", code: 404),
      Step(asked: ["If-None-Match: \"a\""], source: .kept, status: 404)
    ),
    Scenario(
      "HEAD with a condition",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(method: .head, asked: ["If-None-Match: \"a\""], source: .kept, status: 304)
    ),
  ]

  static let variants = [
    Scenario(
      "the tags of other variants are offered, and the chosen one is kept for both requests",
      rules: .offering,
      .first("Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Abc", asked: ["Abc: 1"]),
      Step(
        asked: ["Abc: 2"],
        answers: ["ETag: \"b\"", "Cache-Control: max-age=60", "Vary: Abc"],
        source: .fetched,
        sends: ["If-None-Match: \"a\""]
      ),
      Step(
        asked: ["Abc: 3"],
        answers: ["ETag: \"a\""],
        source: .validated,
        status: 200,
        gets: ["test-number: 0"],
        sends: ["If-None-Match: \"b\", \"a\""]
      ),
      Step(asked: ["Abc: 3"], source: .kept, gets: ["test-number: 0"]),
      Step(asked: ["Abc: 2"], source: .kept, gets: ["test-number: 1"]),
      Step(asked: ["Abc: 1"], source: .kept, gets: ["test-number: 0"])
    ),
    Scenario(
      "a route that offers no variants asks for a new one",
      .first("Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Abc", asked: ["Abc: 1"]),
      Step(asked: ["Abc: 2"], source: .fetched, omits: ["if-none-match"])
    ),
    Scenario(
      "weak tags, and variants in codings for others, are not offered",
      rules: .offering,
      .first("Cache-Control: max-age=60", "ETag: W/\"a\"", "Vary: Abc", asked: ["Abc: 1"]),
      Step(
        asked: ["Abc: 1", "Accept-Encoding: gzip"],
        answers: ["Cache-Control: max-age=60", "ETag: \"b\"", "Vary: Abc, Accept-Encoding"],
        source: .kept
      ),
      Step(
        asked: ["Abc: 2", "Accept-Encoding: gzip"],
        answers: ["Cache-Control: max-age=60", "ETag: \"b\"", "Vary: Abc, Accept-Encoding"],
        source: .fetched,
        omits: ["if-none-match"]
      ),
      Step(asked: ["Abc: 3"], source: .fetched, omits: ["if-none-match"]),
      Step(
        asked: ["Abc: 3", "Accept-Encoding: GZIP"],
        source: .validated,
        sends: ["If-None-Match: \"b\""]
      )
    ),
    Scenario(
      "the client's own tags are not added to",
      rules: .offering,
      .first("Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Abc", asked: ["Abc: 1"]),
      Step(
        asked: ["Abc: 2", "If-None-Match: \"x\""],
        source: .fetched,
        sends: ["If-None-Match: \"x\""]
      )
    ),
  ]
}

@Suite struct `Conditional requests and validation` {
  @Test(arguments: Scenarios.conditions)
  func `A client's condition is evaluated against the stored response`(
    name: String,
    answers: [String],
    asked: [String],
    status: Int
  ) {
    let kept = ["Cache-Control: max-age=1000"] + answers
    Scenario(
      name,
      Step(answers: kept),
      Step(asked: asked, source: .kept, status: status, text: status == 304 ? "" : "0123456789")
    ).run()
  }

  @Test(arguments: Scenarios.validation)
  func `A stale response is validated with the cache's own condition`(scenario: Scenario) {
    scenario.run()
  }

  @Test
  func
    `A 304 that selects none of the stored variants makes the cache ask again without conditions`()
  {
    var cache = TestCache(rules: .offering)
    _ = cache.send(request(.get, ["Abc: 1"]), at: start) { _ in
      OriginReply(200, ["Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Abc"], at: start)
    }
    var conditions: [String?] = []
    let reply = cache.send(request(.get, ["Abc: 2"]), at: start) { sent in
      conditions.append(sent.fields["if-none-match"])
      return conditions.count == 1
        ? OriginReply(304, ["ETag: \"other\""], at: start)
        : OriginReply(200, [], body: "new", at: start)
    }
    #expect(conditions == ["\"a\"", nil])
    #expect(reply.text == "new")
  }

  @Test(arguments: Scenarios.variants)
  func `A cache asks by If-None-Match which of its variants is meant`(scenario: Scenario) {
    scenario.run()
  }

  @Test func `A 304 without an entity tag selects none of several variants`() {
    var cache = TestCache(rules: .offering)
    for number in 1...2 {
      _ = cache.send(request(.get, ["Abc: \(number)"]), at: start) { _ in
        OriginReply(
          200,
          ["Cache-Control: max-age=60", "ETag: \"\(number)\"", "Vary: Abc"],
          at: start
        )
      }
    }
    var count = 0
    let reply = cache.send(request(.get, ["Abc: 3"]), at: start) { sent in
      count += 1
      return sent.fields.contains("if-none-match")
        ? OriginReply(304, at: start) : OriginReply(200, [], body: "third", at: start)
    }
    #expect(count == 2)
    #expect(reply.text == "third")
  }

  @Test func `A 304 has the fields that a cache needs and none that describe the body`() throws {
    let kept = try #require(
      stored([
        "Cache-Control: max-age=60", "ETag: \"a\"", "Last-Modified: @-9", "Vary: Foo",
        "Expires: @60", "Content-Location: /x", "Content-Type: text/plain",
        "Content-Encoding: gzip", "Content-Language: de", "Content-Length: 10",
        "Content-Range: junk", "Content-MD5: x", "Content-Digest: x", "Date: @0",
      ])
    )
    let asked = fields(["If-None-Match: \"a\""])
    let shared = Collapsing.share(
      of: kept,
      method: .get,
      fields: asked.view,
      now: start + 7,
      rules: CachingRules()
    )
    let answer = try #require(shared)
    #expect(answer.form == .notModified)
    let head = answer.head(of: kept, now: start + 7)
    #expect(head.status == .notModified)
    #expect(
      head.fields
        == fields([
          "Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Foo", "Expires: @60",
          "Content-Location: /x", "Date: @0", "Age: 7",
        ])
    )
  }
}
