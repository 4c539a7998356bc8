// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

@Suite struct `Keeping an answer` {
  func check(_ each: Answer) {
    let answered = answered(
      response(each.code, each.response),
      to: request(each.method, each.request)
    )
    let decision = StoringDecision(answered, rules: each.rules)
    #expect(decision.reason == each.reason)
    #expect((decision.stored != nil) == each.reason.isKept)
  }

  @Test(arguments: Answers.directives)
  func `follows the directives of the answer`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.targeted)
  func `follows a targeted field that the route lists`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.requests)
  func `depends on the request`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.posts)
  func `is for POST only when the answer is the target's`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.authorization)
  func `needs leave when the request had Authorization`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.cookies)
  func `of cookies is the route's choice`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.vary)
  func `is useless when Vary has a star anywhere`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.understanding)
  func `asks for a status that is understood or allowed`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.parts)
  func `of a part asks where it belongs`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.statuses)
  func `with explicit freshness is for every final status`(code: Int, reason: CachingReason) {
    check(Answer(code, "Cache-Control: max-age=60", is: reason))
  }

  @Test(arguments: CachingReason.allCases)
  func `has a reason in words`(reason: CachingReason) {
    #expect(reason.text.hasSuffix("."))
    #expect(reason.text.count < 130)
  }
}

@Suite struct `What is kept` {
  @Test func `is every field but those of the connection`() throws {
    let kept = try #require(
      stored([
        "Cache-Control: max-age=60", "Connection: a, B", "a: 1", "b: 2", "c: 3", "Keep-Alive: x",
        "Proxy-Authenticate: x", "Proxy-Authentication-Info: x", "Proxy-Authorization: x",
        "Proxy-Connection: x", "TE: x", "Transfer-Encoding: x", "Upgrade: x", "Content-Foo: x",
        "X-Test: y", "Set-Cookie: a=b", "Set-Cookie2: a=c", "Content-MD5: z", "Age: 7",
        "Warning: 110 - x", "Date: @0",
      ])
    )
    #expect(
      kept.fields
        == fields([
          "Cache-Control: max-age=60", "c: 3", "Content-Foo: x", "X-Test: y", "Set-Cookie: a=b",
          "Set-Cookie2: a=c", "Content-MD5: z", "Warning: 110 - x", "Date: @0",
        ])
    )
    #expect(kept.freshness.initialAge == 7)
  }

  @Test(arguments: ["no-cache", "private"])
  func `is not what a directive with a list names`(directive: String) throws {
    let kept = try #require(
      stored(["Cache-Control: max-age=60, \(directive)=\"a, B\"", "a: 1", "b: 2", "c: 3"])
    )
    #expect(!kept.fields.contains("a"))
    #expect(!kept.fields.contains("b"))
    #expect(kept.fields.contains("c"))
  }

  @Test(arguments: [["Cache-Control: max-age=60"], ["Cache-Control: max-age=60", "Date: foo"]])
  func `has a date in any case`(lines: [String]) throws {
    let kept = try #require(stored(lines))
    #expect(kept.fields["date"] == HTTPDate(seconds: start).text)
    #expect(kept.date == start)
  }

  @Test func `of a part is the answer to the whole`() throws {
    let kept = try #require(
      stored(
        [
          "Cache-Control: max-age=60", "Content-Range: bytes 5-14/100", "Content-Length: 10",
          "ETag: \"a\"", "Date: @0",
        ],
        code: 206
      )
    )
    #expect(kept.status == .ok)
    #expect(kept.content == .part(5..<15, of: 100))
    #expect(kept.fields == fields(["Cache-Control: max-age=60", "ETag: \"a\"", "Date: @0"]))
  }

  @Test func `of a part that is everything is everything`() throws {
    let kept = try #require(
      stored(["Cache-Control: max-age=60", "Content-Range: bytes 0-9/10"], code: 206)
    )
    #expect(kept.content == .whole(length: 10))
    #expect(!kept.fields.contains("content-range"))
  }
}

@Suite struct `The body of an answer` {
  private func head(_ lines: [String], code: Int = 200) throws -> StoredResponse {
    let answer = answered(response(code, ["Cache-Control: max-age=60"] + lines))
    return try #require(StoringDecision(answer, rules: CachingRules()).stored)
  }

  @Test(
    arguments: [
      ([], 7, true, nil, .whole(length: 7)),
      (["Content-Length: 7"], 7, true, nil, .whole(length: 7)),
      (["Content-Length: 8"], 7, true, .incomplete, nil),
      (["Content-Length: 7"], 7, false, .incomplete, nil),
      ([], 7, false, .incomplete, nil),
      (["Content-Length: 8", "ETag: \"a\""], 7, false, nil, .part(0..<7, of: 8)),
      (["ETag: \"a\""], 7, false, nil, .part(0..<7, of: nil)),
      (["Content-Length: 8", "ETag: W/\"a\""], 7, false, .incomplete, nil),
      (["Content-Length: 8", "Last-Modified: @-9"], 7, false, nil, .part(0..<7, of: 8)),
      (["Content-Length: 8", "Last-Modified: @0"], 7, false, .incomplete, nil),
      (["Content-Length: 8", "ETag: \"a\""], 0, false, .incomplete, nil),
      (["Content-Length: 7", "ETag: \"a\""], 8, true, .incomplete, nil),
    ] as [([String], Int, Bool, CachingReason?, StoredContent?)]
  )
  func `is kept whole, or as the part that came`(
    lines: [String],
    count: Int,
    isComplete: Bool,
    refusal: CachingReason?,
    content: StoredContent?
  ) throws {
    var kept = try head(lines)
    #expect(kept.received(count, isComplete: isComplete, rules: CachingRules()) == refusal)
    if let content { #expect(kept.content == content) }
    if !kept.content.isWhole { #expect(!kept.fields.contains("content-length")) }
  }

  @Test(
    arguments: [
      (10, nil, .part(5..<15, of: 100)), (7, nil, .part(5..<12, of: 100)),
      (0, .partNotUnderstood, nil), (11, .partNotUnderstood, nil),
    ] as [(Int, CachingReason?, StoredContent?)]
  )
  func `of a part counts from where it begins`(
    count: Int,
    refusal: CachingReason?,
    content: StoredContent?
  ) throws {
    var kept = try head(["Content-Range: bytes 5-14/100"], code: 206)
    #expect(kept.received(count, isComplete: true, rules: CachingRules()) == refusal)
    if let content { #expect(kept.content == content) }
  }

  @Test func `that broke off is nothing on a route without parts`() throws {
    var kept = try head(["Content-Length: 8", "ETag: \"a\""])
    let rules = CachingRules.with { $0.keepsParts = false }
    #expect(kept.received(7, isComplete: false, rules: rules) == .incomplete)
  }
}
