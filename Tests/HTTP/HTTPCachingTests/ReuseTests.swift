// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

private enum Scenarios {
  static let freshness = [
    Scenario(
      "nothing said",
      .first(),
      Step(seconds: 3, source: .fetched)
    ),
    Scenario(
      "max-age",
      .first("Cache-Control: max-age=3600"),
      Step(seconds: 3, source: .kept, status: 200, text: "0123456789", gets: ["Age: 3"])
    ),
    Scenario(
      "max-age has passed",
      .first("Cache-Control: max-age=2"),
      Step(seconds: 3, source: .fetched)
    ),
    Scenario(
      "must-revalidate while fresh, then stale",
      .first("Cache-Control: max-age=2, must-revalidate", "ETag: \"abcd\""),
      Step(seconds: 1, source: .kept),
      Step(seconds: 3, source: .validated, status: 200)
    ),
    Scenario(
      "no-cache is asked about",
      .first("Cache-Control: no-cache", "ETag: \"abcd\""),
      Step(source: .validated, status: 200, text: "0123456789", sends: ["If-None-Match: \"abcd\""])
    ),
    Scenario(
      "no-cache is asked about though fresh",
      .first("Cache-Control: max-age=10000, no-cache", "Expires: @10000", "ETag: \"abcd\""),
      Step(source: .validated)
    ),
    Scenario(
      "a field that no-cache names is not reused",
      .first("Cache-Control: no-cache=\"a\"", "a: 1", "b: 2", "Cache-Control: max-age=3600"),
      Step(seconds: 3, source: .kept, gets: ["b: 2"], lacks: ["a"])
    ),
    Scenario(
      "no-store keeps nothing, and what was kept stays",
      .first("Cache-Control: max-age=1", "a: 1"),
      Step(seconds: 3, answers: ["Cache-Control: no-store"], source: .fetched),
      Step(seconds: 3, source: .fetched)
    ),
    Scenario(
      "other queries are other targets",
      Step(target: "/page?a=1", answers: ["Cache-Control: max-age=60"]),
      Step(target: "/page?a=2", source: .fetched),
      Step(target: "/page?a=1", source: .kept)
    ),
    Scenario(
      "Age of before is added to",
      .first("Expires: @2592000", "Date: @0", "Age: 30"),
      Step(seconds: 3, source: .kept, gets: ["Age: 33"])
    ),
    Scenario(
      "Date stays",
      .first("Cache-Control: max-age=60", "Date: @0"),
      Step(seconds: 3, source: .kept, gets: ["Date: @-3"])
    ),
    Scenario(
      "the newest of two variants counts",
      .first("Cache-Control: max-age=60", "Vary: Foo", "Date: @0", asked: ["Foo: 1"]),
      Step(seconds: 1, asked: ["Foo: 2"], answers: ["Cache-Control: max-age=60"], source: .fetched),
      Step(seconds: 1, asked: ["Foo: 1"], source: .kept, gets: ["test-number: 1"])
    ),
    Scenario(
      "two variants are kept",
      .first("Cache-Control: max-age=60", "Vary: Foo", asked: ["Foo: 1"]),
      Step(
        asked: ["Foo: 2"],
        answers: ["Cache-Control: max-age=60", "Vary: Foo"],
        source: .fetched
      ),
      Step(seconds: 1, asked: ["Foo: 1"], source: .kept, gets: ["test-number: 0"]),
      Step(seconds: 1, asked: ["Foo: 2"], source: .kept, gets: ["test-number: 1"])
    ),
    Scenario(
      "HEAD out of the storage",
      .first("Cache-Control: max-age=60", "Content-Length: 10"),
      Step(method: .head, source: .kept, status: 200, text: "", gets: ["Content-Length: 10"])
    ),
    Scenario(
      "an answer to POST for GET",
      Step(
        method: .post,
        answers: ["Expires: @2592000", "Date: @0", "Content-Location: /page"]
      ),
      Step(seconds: 3, source: .kept)
    ),
    Scenario(
      "other methods go to the origin",
      .first("Cache-Control: max-age=60"),
      Step(method: .options, source: .fetched),
      Step(method: .query, source: .fetched),
      Step(source: .kept)
    ),
    Scenario(
      "an answer to Authorization is for nobody else",
      .first("Cache-Control: max-age=60", asked: ["Authorization: FOO"]),
      Step(source: .fetched)
    ),
    Scenario(
      "an answer for all is for Authorization too",
      .first("Cache-Control: max-age=60", "Set-Cookie: a=b"),
      Step(asked: ["Authorization: FOO", "Cookie: a=b"], source: .kept, gets: ["Set-Cookie: a=b"])
    ),
  ]

  static let wishes = [
    Scenario(
      "max-age=0 of a client",
      .first("Cache-Control: max-age=3600"),
      Step(seconds: 3, asked: ["Cache-Control: max-age=0"], source: .fetched)
    ),
    Scenario(
      "max-age=1 of a client",
      .first("Cache-Control: max-age=3600"),
      Step(seconds: 3, asked: ["Cache-Control: max-age=1"], source: .fetched)
    ),
    Scenario(
      "max-age of a client and Age",
      .first("Cache-Control: max-age=3600", "Age: 1800"),
      Step(asked: ["Cache-Control: max-age=600"], source: .fetched)
    ),
    Scenario(
      "max-age of a client that is enough",
      .first("Cache-Control: max-age=3600"),
      Step(seconds: 3, asked: ["Cache-Control: max-age=3"], source: .kept)
    ),
    Scenario(
      "max-age of a client that the route passes over",
      rules: .with { $0.obeyed = .harmless },
      .first("Cache-Control: max-age=3600"),
      Step(seconds: 3, asked: ["Cache-Control: max-age=0, no-cache"], source: .kept)
    ),
    Scenario(
      "max-stale",
      .first("Cache-Control: max-age=1"),
      Step(seconds: 3, asked: ["Cache-Control: max-stale=1000"], source: .kept, gets: ["Age: 3"])
    ),
    Scenario(
      "max-stale and Age",
      .first("Cache-Control: max-age=1500", "Age: 2000", "ETag: \"a\""),
      Step(asked: ["Cache-Control: max-stale=1000"], source: .kept)
    ),
    Scenario(
      "max-stale that is not enough",
      .first("Cache-Control: max-age=1"),
      Step(seconds: 3, asked: ["Cache-Control: max-stale=1"], source: .fetched)
    ),
    Scenario(
      "max-stale without a number",
      .first("Cache-Control: max-age=1"),
      Step(seconds: 3_000_000, asked: ["Cache-Control: max-stale"], source: .kept)
    ),
    Scenario(
      "max-stale against must-revalidate",
      .first("Cache-Control: max-age=1, must-revalidate"),
      Step(seconds: 3, asked: ["Cache-Control: max-stale"], source: .fetched)
    ),
    Scenario(
      "min-fresh",
      .first("Cache-Control: max-age=1500"),
      Step(asked: ["Cache-Control: min-fresh=2000"], source: .fetched)
    ),
    Scenario(
      "min-fresh and Age",
      .first("Cache-Control: max-age=1500", "Age: 1000"),
      Step(asked: ["Cache-Control: min-fresh=1000"], source: .fetched)
    ),
    Scenario(
      "min-fresh that is met",
      .first("Cache-Control: max-age=1500"),
      Step(seconds: 3, asked: ["Cache-Control: min-fresh=1497"], source: .kept)
    ),
    Scenario(
      "no-cache of a client",
      .first("Cache-Control: max-age=3600"),
      Step(asked: ["Cache-Control: no-cache"], source: .fetched)
    ),
    Scenario(
      "no-cache of a client, and a date",
      .first("Cache-Control: max-age=3600", "Last-Modified: @-10000", "Date: @0"),
      Step(
        asked: ["Cache-Control: no-cache"],
        source: .validated,
        sends: ["If-Modified-Since: @-10000"]
      )
    ),
    Scenario(
      "no-cache of a client, and a tag",
      .first("Cache-Control: max-age=3600", "ETag: \"abc\""),
      Step(
        asked: ["Cache-Control: no-cache"],
        source: .validated,
        sends: ["If-None-Match: \"abc\""]
      )
    ),
    Scenario(
      "no-store of a client: what is kept may be used, what comes may not be kept",
      .first("Cache-Control: max-age=2"),
      Step(asked: ["Cache-Control: no-store"], source: .kept),
      Step(
        seconds: 3,
        asked: ["Cache-Control: no-store"],
        answers: ["Cache-Control: max-age=60"],
        source: .fetched
      ),
      Step(source: .fetched)
    ),
    Scenario(
      "only-if-cached without anything kept",
      Step(asked: ["Cache-Control: only-if-cached"], source: .kept, status: 504)
    ),
    Scenario(
      "only-if-cached with something kept",
      .first("Cache-Control: max-age=60"),
      Step(asked: ["Cache-Control: only-if-cached"], source: .kept, status: 200)
    ),
    Scenario(
      "only-if-cached with something stale",
      .first("Cache-Control: max-age=1"),
      Step(
        seconds: 3,
        asked: ["Cache-Control: only-if-cached"],
        source: .kept,
        status: 504
      )
    ),
    Scenario(
      "Pragma without Cache-Control",
      .first("Cache-Control: max-age=60"),
      Step(asked: ["Pragma: no-cache"], source: .fetched)
    ),
    Scenario(
      "Pragma beside Cache-Control",
      .first("Cache-Control: max-age=60"),
      Step(asked: ["Pragma: no-cache", "Cache-Control: foo"], source: .kept)
    ),
    Scenario(
      "another Pragma",
      .first("Cache-Control: max-age=60"),
      Step(asked: ["Pragma: foo"], source: .kept)
    ),
    Scenario(
      "Pragma of an answer",
      .first("Cache-Control: max-age=60", "Pragma: no-cache"),
      Step(source: .kept)
    ),
  ]

  static let stale = [
    Scenario(
      "stale-while-revalidate",
      .first("Cache-Control: max-age=1, stale-while-revalidate=3600", "ETag: \"abc\""),
      Step(seconds: 3, answers: ["ETag: \"abc\""], source: .kept, gets: ["Age: 3"])
    ),
    Scenario(
      "the end of stale-while-revalidate",
      .first("Cache-Control: max-age=1, stale-while-revalidate=4", "ETag: \"abc\""),
      Step(
        seconds: 3,
        answers: ["Cache-Control: no-cache", "ETag: \"def\""],
        source: .kept,
        gets: ["test-number: 0"]
      ),
      Step(seconds: 3, source: .fetched, sends: ["If-None-Match: \"def\""])
    ),
    Scenario(
      "past the end of stale-while-revalidate",
      .first("Cache-Control: max-age=1, stale-while-revalidate=4"),
      Step(seconds: 6, source: .fetched)
    ),
    Scenario(
      "the last second of stale-while-revalidate",
      .first("Cache-Control: max-age=1, stale-while-revalidate=4"),
      Step(seconds: 5, source: .kept)
    ),
    Scenario(
      "stale-while-revalidate beside s-maxage",
      .first("Cache-Control: s-maxage=1, stale-while-revalidate=60"),
      Step(seconds: 3, source: .fetched)
    ),
    Scenario(
      "stale-while-revalidate against the client's wish",
      .first("Cache-Control: max-age=1, stale-while-revalidate=60"),
      Step(seconds: 3, asked: ["Cache-Control: max-age=0"], source: .fetched)
    ),
    Scenario(
      "the origin is gone and nothing allows stale",
      .first("Cache-Control: max-age=2"),
      Step(seconds: 3, code: nil, status: 502)
    ),
    Scenario(
      "the origin is gone and the route allows stale",
      rules: .with { $0.staleWhenUnreachable = 60 },
      .first("Cache-Control: max-age=2"),
      Step(seconds: 3, code: nil, status: 200, text: "0123456789", lacks: ["warning"]),
      Step(code: 503, status: 200),
      Step(seconds: 60, code: nil, status: 502)
    ),
    Scenario(
      "the origin is gone, and the answer is fresh though the client wants a new one",
      .first("Cache-Control: max-age=60"),
      Step(seconds: 3, asked: ["Cache-Control: no-cache"], code: nil, status: 200)
    ),
    Scenario(
      "stale-if-error and no origin",
      .first("Cache-Control: max-age=2, stale-if-error=60"),
      Step(seconds: 3, code: nil, status: 200, gets: ["Age: 3"])
    ),
    Scenario(
      "stale-if-error and 503",
      .first("Cache-Control: max-age=2, stale-if-error=60"),
      Step(seconds: 3, code: 503, status: 200)
    ),
    Scenario(
      "stale-if-error and 404",
      .first("Cache-Control: max-age=2, stale-if-error=60"),
      Step(seconds: 3, code: 404, source: .fetched, status: 404)
    ),
    Scenario(
      "past the end of stale-if-error",
      .first("Cache-Control: max-age=0, stale-if-error=1"),
      Step(seconds: 3, code: 500, source: .fetched, status: 500)
    ),
    Scenario(
      "stale-if-error of a client",
      .first("Cache-Control: max-age=1"),
      Step(
        seconds: 3,
        asked: ["Cache-Control: stale-if-error=60"],
        code: 500,
        status: 200
      ),
      Step(seconds: 0, asked: ["Cache-Control: stale-if-error=1"], code: 500, status: 500)
    ),
    Scenario(
      "stale-if-error that the route passes over",
      rules: .with { $0.obeyed.remove(.staleIfError) },
      .first("Cache-Control: max-age=1"),
      Step(
        seconds: 3,
        asked: ["Cache-Control: stale-if-error=60"],
        code: 500,
        status: 500
      )
    ),
  ]

  static let forbidden = ["must-revalidate", "proxy-revalidate", "no-cache", "s-maxage=2"]
}

@Suite struct `Using what is kept` {
  @Test(arguments: Scenarios.freshness)
  func `is for fresh answers of the same variant`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Scenarios.wishes)
  func `follows the client's wishes where the route does`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Scenarios.stale)
  func `is for stale answers where something allows it`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Scenarios.forbidden)
  func `is never for stale answers that forbid it`(directive: String) {
    let rules = CachingRules.with { $0.staleWhenUnreachable = 3_600 }
    Scenario(
      directive,
      rules: rules,
      .first("Cache-Control: max-age=2, stale-if-error=60, \(directive)", "ETag: \"a\""),
      Step(seconds: 3, code: nil, status: 502),
      Step(code: 503, source: .fetched, status: 503),
      Step(asked: ["Cache-Control: stale-if-error=60"], code: 500, status: 500)
    ).run()
  }

  @Test(
    arguments: [
      200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599,
    ]
  )
  func `is for every status while fresh, and for none when stale`(code: Int) {
    Scenario(
      "\(code)",
      .first("Expires: @100", "Date: @0", code: code),
      Step(seconds: 3, source: .kept, status: code)
    ).run()
    Scenario(
      "\(code)",
      .first("Expires: @-5000", "Last-Modified: @-100000", "Date: @0", code: code),
      Step(seconds: 3, source: .fetched, status: 200)
    ).run()
  }

  @Test(arguments: ReuseReason.allCases)
  func `has a reason in words`(reason: ReuseReason) {
    #expect(reason.text.hasSuffix("."))
    #expect(reason.text.count < 110)
  }
}
