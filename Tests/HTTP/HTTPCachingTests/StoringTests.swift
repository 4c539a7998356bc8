// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// A request, its answer, and what becomes of it.
private struct Answer: Sendable, CustomTestStringConvertible {
  let method: Method
  let request: [String]
  let code: Int
  let response: [String]
  let reason: CachingReason
  let rules: CachingRules

  private init(
    _ method: Method,
    _ request: [String],
    _ code: Int,
    _ response: [String],
    _ reason: CachingReason,
    _ rules: CachingRules
  ) {
    self.method = method
    self.request = request
    self.code = code
    self.response = response
    self.reason = reason
    self.rules = rules
  }

  init(
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(.get, [], code, response, reason, rules)
  }

  init(
    asked request: [String],
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(.get, request, code, response, reason, rules)
  }

  init(
    _ method: Method,
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(method, [], code, response, reason, rules)
  }

  var testDescription: String { "\(method.name) \(request): \(code) \(response) is \(reason)" }
}

private enum Answers {
  static let directives = [
    Answer(200, "Cache-Control: max-age=60", is: .explicitFreshness),
    Answer(200, "Cache-Control: private, max-age=3600", is: .originPrivate),
    Answer(200, "Cache-Control: no-store", is: .originNoStore),
    Answer(200, "Cache-Control: No-StOrE", is: .originNoStore),
    Answer(
      200,
      "Cache-Control: max-age=10000, no-store",
      "Expires: @10000",
      "Date: @0",
      is: .originNoStore
    ),
    Answer(200, "Cache-Control: no-store=1, max-age=60", is: .originNoStore),
    Answer(200, "Cache-Control: private=\"a\", max-age=60", is: .explicitFreshness),
    Answer(200, "Cache-Control: private=\"vary\", max-age=60", is: .originPrivate),
    Answer(200, "Cache-Control: private=\"a b\", max-age=60", is: .originPrivate),
    Answer(200, "Cache-Control: no-cache", "ETag: \"abcd\"", is: .validatorOnly),
    Answer(200, "Cache-Control: no-cache, max-age=60", is: .nothingToReuseItBy),
    Answer(200, "Cache-Control: max-age=60, no-cache", "ETag: \"a\"", is: .validatorOnly),
    Answer(200, "Cache-Control: max-age=60, no-cache=\"a\"", is: .explicitFreshness),
    Answer(200, "Cache-Control: max-age=0", is: .nothingToReuseItBy),
    Answer(200, "Cache-Control: max-age=0", "Last-Modified: @-9", is: .validatorOnly),
    Answer(200, "Cache-Control: max-age=0, stale-while-revalidate=9", is: .staleServing),
    Answer(200, "Cache-Control: max-age=0, stale-if-error=9", is: .staleServing),
    Answer(
      200,
      "Cache-Control: s-maxage=0, stale-while-revalidate=9",
      is: .nothingToReuseItBy
    ),
    Answer(
      200,
      "Cache-Control: max-age=0, must-revalidate",
      is: .nothingToReuseItBy,
      rules: .with { $0.staleWhenUnreachable = 60 }
    ),
    Answer(
      200,
      "Cache-Control: max-age=0",
      is: .staleServing,
      rules: .with { $0.staleWhenUnreachable = 60 }
    ),
    Answer(200, "Expires: @60", "Date: @0", is: .explicitFreshness),
    Answer(200, is: .nothingToReuseItBy),
    Answer(200, "ETag: \"a\"", is: .validatorOnly),
    Answer(200, "ETag: a", is: .nothingToReuseItBy),
    Answer(200, "Last-Modified: @-100000", is: .validatorOnly),
    Answer(200, "Last-Modified: @-100000", is: .heuristicFreshness, rules: .guessing),
    // Pragma means nothing in an answer (RFC 9111 section 5.4).
    Answer(200, "Cache-Control: max-age=60", "Pragma: no-cache", is: .explicitFreshness),
  ]

  static let targeted = [
    Answer(
      200,
      "CDN-Cache-Control: private",
      "Cache-Control: max-age=60",
      is: .originPrivate,
      rules: .targeted
    ),
    Answer(
      200,
      "CDN-Cache-Control: no-cache",
      "Cache-Control: max-age=60",
      is: .nothingToReuseItBy,
      rules: .targeted
    ),
    Answer(
      200,
      "CDN-Cache-Control: no-store",
      "Cache-Control: max-age=60",
      is: .originNoStore,
      rules: .targeted
    ),
    Answer(
      200,
      "CDN-Cache-Control: max-age=10000",
      "Cache-Control: no-store",
      is: .explicitFreshness,
      rules: .targeted
    ),
    Answer(
      200,
      "CDN-Cache-Control: max-age=10000, &&&&&",
      "Cache-Control: no-store",
      is: .originNoStore,
      rules: .targeted
    ),
    Answer(
      200,
      "CDN-Cache-Control: max-age=\"10000\"",
      "Cache-Control: no-store",
      is: .originNoStore,
      rules: .targeted
    ),
    // Not one that the route lists.
    Answer(
      200,
      "CDN-Cache-Control: no-store",
      "Cache-Control: max-age=60",
      is: .explicitFreshness
    ),
    // Beside a targeted field, Expires is not there.
    Answer(599, "CDN-Cache-Control: foo", "Expires: @60", is: .notCacheable, rules: .targeted),
  ]

  static let requests = [
    Answer(.head, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.put, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.query, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.other("get"), 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(
      asked: ["Cache-Control: no-store"],
      200,
      "Cache-Control: max-age=60",
      is: .clientNoStore
    ),
    Answer(
      asked: ["Cache-Control: no-store"],
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness,
      rules: .with { $0.obeyed.remove(.noStore) }
    ),
    Answer(
      asked: ["Cache-Control: no-cache"],
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness
    ),
    Answer(asked: ["Cookie: a=b"], 200, "Cache-Control: max-age=60", is: .explicitFreshness),
  ]

  static let posts = [
    Answer(
      .post,
      200,
      "Expires: @60",
      "Date: @0",
      "Content-Location: /page",
      is: .explicitFreshness
    ),
    Answer(.post, 200, "Expires: @60", "Date: @0", "Content-Location:", is: .explicitFreshness),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: page",
      is: .explicitFreshness
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: http://ORIGIN.example:80/a/../page#x",
      is: .explicitFreshness
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: https://origin.example/page",
      is: .postNotForThisTarget
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page?",
      is: .postNotForThisTarget
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      "Content-Location: /page",
      is: .postNotForThisTarget
    ),
    Answer(.post, 200, "Cache-Control: max-age=60", is: .postNotForThisTarget),
    Answer(
      .post,
      404,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      is: .postNotForThisTarget
    ),
    Answer(.post, 200, "ETag: \"a\"", "Content-Location: /page", is: .postWithoutFreshness),
    Answer(
      .post,
      200,
      "Last-Modified: @-86400",
      "Content-Location: /page",
      is: .postWithoutFreshness,
      rules: .guessing
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      is: .methodNotKept,
      rules: .with { $0.keepsPostAnswers = false }
    ),
  ]

  static let authorization = [
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600",
      "Expires: @3600",
      is: .authorization
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, proxy-revalidate",
      is: .authorization
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, public",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, must-revalidate",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: s-maxage=3600",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: public",
      "CDN-Cache-Control: max-age=60",
      is: .authorization,
      rules: .targeted
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: private, public, max-age=3600",
      is: .originPrivate
    ),
  ]

  static let cookies = [
    Answer(200, "Cache-Control: max-age=60", "Set-Cookie: a=b", is: .explicitFreshness),
    Answer(
      200,
      "Cache-Control: max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .refused }
    ),
    Answer(
      200,
      "Cache-Control: public, max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .refused }
    ),
    Answer(
      200,
      "Cache-Control: max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .keptWhenMeantForSharedCaches }
    ),
    Answer(
      200,
      "Cache-Control: public, max-age=60",
      "Set-Cookie: a=b",
      is: .explicitFreshness,
      rules: .with { $0.cookies = .keptWhenMeantForSharedCaches }
    ),
    Answer(
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness,
      rules: .with { $0.cookies = .refused }
    ),
  ]

  static let vary = [
    Answer(200, "Cache-Control: max-age=60", "Vary: Foo", is: .explicitFreshness),
    Answer(200, "Cache-Control: max-age=60", "Vary: *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: *, *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: *", "Vary: *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: , *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary:", "Vary: *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: *, Foo", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: Foo, *", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: Foo", "Vary: Bar,*", is: .variesOnEverything),
    Answer(200, "Cache-Control: max-age=60", "Vary: **, a b", is: .explicitFreshness),
    Answer(
      200,
      "Cache-Control: max-age=60",
      "Vary: \((0..<33).map { "n\($0)" }.joined(separator: ","))",
      is: .variesOnTooMuch
    ),
  ]

  static let statuses: [(Int, CachingReason)] =
    [
      200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410, 451, 499, 500, 502, 503,
      504, 599,
    ].map { ($0, .explicitFreshness) } + [
      (103, .interimStatus), (304, .statusOfThisRequest), (412, .statusOfThisRequest),
      (416, .statusOfThisRequest), (407, .statusOfThisRequest), (425, .statusNeverKept),
      (428, .statusNeverKept), (429, .statusNeverKept), (431, .statusNeverKept),
      (511, .statusNeverKept), (206, .partNotUnderstood),
    ]

  static let understanding = [
    Answer(
      200,
      "Cache-Control: max-age=3600, no-store, must-understand",
      is: .statusUnderstood
    ),
    Answer(
      599,
      "Cache-Control: max-age=3600, no-store, must-understand",
      is: .statusNotUnderstood
    ),
    Answer(599, "Cache-Control: max-age=3600, must-understand", is: .statusNotUnderstood),
    Answer(404, "Cache-Control: max-age=3600, must-understand", is: .explicitFreshness),
    Answer(599, "ETag: \"a\"", is: .notCacheable),
    Answer(503, "Last-Modified: @-60", is: .notCacheable, rules: .guessing),
    Answer(599, "Cache-Control: public", "ETag: \"a\"", is: .validatorOnly),
    Answer(201, "Expires: 0", "ETag: \"a\"", is: .validatorOnly),
  ]

  static let parts = [
    Answer(206, "Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", is: .explicitFreshness),
    Answer(206, "Cache-Control: max-age=60", "Content-Range: bytes 5-9/*", is: .explicitFreshness),
    Answer(206, "Cache-Control: max-age=60", "Content-Range: bytes */10", is: .partNotUnderstood),
    Answer(206, "Cache-Control: max-age=60", "Content-Range: pages 1-2/9", is: .partNotUnderstood),
    Answer(
      206,
      "Cache-Control: max-age=60",
      "Content-Range: bytes 9-4/10",
      is: .partNotUnderstood
    ),
    Answer(
      206,
      "Cache-Control: max-age=60",
      "Content-Type: multipart/byteranges; boundary=x",
      is: .partNotUnderstood
    ),
    Answer(
      206,
      "Cache-Control: max-age=60",
      "Content-Range: bytes 0-4/10",
      is: .partsNotKept,
      rules: .with { $0.keepsParts = false }
    ),
    Answer(206, "Cache-Control: no-store", "Content-Range: bytes 0-4/10", is: .originNoStore),
    // On anything but 206, Content-Range means nothing.
    Answer(200, "Cache-Control: max-age=60", "Content-Range: junk", is: .explicitFreshness),
  ]
}

@Suite struct `Keeping an answer` {
  fileprivate func check(_ each: Answer) {
    let answered = answered(
      response(each.code, each.response),
      to: request(each.method, each.request)
    )
    let decision = StoringDecision(answered, rules: each.rules)
    #expect(decision.reason == each.reason)
    #expect((decision.stored != nil) == each.reason.isKept)
  }

  @Test(arguments: Answers.directives)
  fileprivate func `follows the directives of the answer`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.targeted)
  fileprivate func `follows a targeted field that the route lists`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.requests)
  fileprivate func `depends on the request`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.posts)
  fileprivate func `is for POST only when the answer is the target's`(_ each: Answer) {
    check(each)
  }

  @Test(arguments: Answers.authorization)
  fileprivate func `needs leave when the request had Authorization`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.cookies)
  fileprivate func `of cookies is the route's choice`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.vary)
  fileprivate func `is useless when Vary has a star anywhere`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.understanding)
  fileprivate func `asks for a status that is understood or allowed`(_ each: Answer) { check(each) }

  @Test(arguments: Answers.parts)
  fileprivate func `of a part asks where it belongs`(_ each: Answer) { check(each) }

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
