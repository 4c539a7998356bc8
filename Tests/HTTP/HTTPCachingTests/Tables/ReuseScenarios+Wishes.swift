// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Requests with directives of their own.
extension ReuseScenarios {
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
      rules: .with { $0.obeyed = .all.subtracting([.maxAge, .noCache]) },
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
}
