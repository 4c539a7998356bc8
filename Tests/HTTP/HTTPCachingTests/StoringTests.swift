// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

@Suite struct `Storing responses` {
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
  func `A response is stored as its directives say`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.targeted)
  func `A response is stored as its targeted field says, where the route lists that`(_ each: Answer)
  { check(each) }

  @Test(arguments: Answers.requests)
  func `A response is stored only when method and directives of its request allow it`(
    _ each: Answer
  ) { check(each) }

  @Test(arguments: Answers.posts)
  func `A response to POST is stored only when Content-Location is its target`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.authorization)
  func `A response to a request with Authorization is stored only when it says so`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.cookies)
  func `Responses with cookies are stored as the route chooses`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.vary)
  func `A response with an asterisk or too many names in Vary is not stored`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.understanding)
  func `A response is stored only when its status is understood or storing explicitly allowed`(
    _ each: Answer
  ) { check(each) }

  @Test(arguments: Answers.parts)
  func `A partial response is stored only with a valid Content-Range`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.statuses)
  func `A response with explicit freshness is stored with any final status but a few`(
    code: Int,
    reason: CachingReason
  ) {
    check(Answer(code, "Cache-Control: max-age=60", is: reason))
  }

  @Test(arguments: CachingReason.allCases)
  func `Each reason of a storing decision is a sentence of less than 130 characters`(
    reason: CachingReason
  ) {
    #expect(reason.text.hasSuffix("."))
    #expect(reason.text.count < 130)
  }
}

@Suite struct `Contents of a stored response` {
  @Test func `A stored response has all fields except those of the connection`() throws {
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
  func `A stored response lacks the fields that no-cache or private lists`(directive: String) throws
  {
    let kept = try #require(
      stored(["Cache-Control: max-age=60, \(directive)=\"a, B\"", "a: 1", "b: 2", "c: 3"])
    )
    #expect(!kept.fields.contains("a"))
    #expect(!kept.fields.contains("b"))
    #expect(kept.fields.contains("c"))
  }

  @Test(arguments: [["Cache-Control: max-age=60"], ["Cache-Control: max-age=60", "Date: foo"]])
  func `A stored response without a valid Date gets the time of its receipt`(lines: [String]) throws
  {
    let kept = try #require(stored(lines))
    #expect(kept.fields["date"] == HTTPDate(seconds: start).text)
    #expect(kept.date == start)
  }

  @Test func `A stored partial response has the head of the whole`() throws {
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

  @Test func `A stored partial response of all bytes is stored as whole`() throws {
    let kept = try #require(
      stored(["Cache-Control: max-age=60", "Content-Range: bytes 0-9/10"], code: 206)
    )
    #expect(kept.content == .whole(length: 10))
    #expect(!kept.fields.contains("content-range"))
  }
}

@Suite struct `Bodies of stored responses` {
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
  func `A body is stored whole, or as the part that came when a strong validator allows it`(
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
  func `The body of a partial response is stored at its offset`(
    count: Int,
    refusal: CachingReason?,
    content: StoredContent?
  ) throws {
    var kept = try head(["Content-Range: bytes 5-14/100"], code: 206)
    #expect(kept.received(count, isComplete: true, rules: CachingRules()) == refusal)
    if let content { #expect(kept.content == content) }
  }

  @Test func `A body that broke off is not stored on a route without parts`() throws {
    var kept = try head(["Content-Length: 8", "ETag: \"a\""])
    let rules = CachingRules.with { $0.keepsParts = false }
    #expect(kept.received(7, isComplete: false, rules: rules) == .incomplete)
  }
}
