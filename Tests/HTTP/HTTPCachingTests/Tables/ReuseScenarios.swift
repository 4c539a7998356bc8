// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Requests for what is fresh, or stale.
enum ReuseScenarios {
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
      "a fresh answer does not stand in where the origin was to judge a condition",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(asked: ["If-Match: \"b\""], code: 503, source: .fetched, status: 503),
      Step(asked: ["If-Unmodified-Since: @0"], code: nil, status: 502)
    ),
    Scenario(
      "the last second of stale-if-error",
      .first("Cache-Control: max-age=2, stale-if-error=60"),
      Step(seconds: 62, code: 503, status: 200),
      Step(seconds: 1, code: 503, status: 503)
    ),
    Scenario(
      "a range does not narrow what is asked about meanwhile",
      .first("Cache-Control: max-age=1, stale-while-revalidate=60", "ETag: \"a\""),
      Step(
        seconds: 3,
        asked: ["Range: bytes=0-1"],
        answers: ["Cache-Control: max-age=60", "ETag: \"b\""],
        body: "abcdefghij",
        source: .kept,
        status: 206,
        text: "01",
        meanwhileOmits: ["range"]
      ),
      Step(source: .kept, status: 200, text: "abcdefghij")
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
