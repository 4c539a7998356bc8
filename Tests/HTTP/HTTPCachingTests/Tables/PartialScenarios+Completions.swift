// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Requests for more than a part has.
extension PartialScenarios {
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
      "the client's own range is not put to the part when it may not be kept",
      part("4-6/10", "456"),
      Step(
        asked: ["Range: bytes=2-8"],
        code: 206,
        answers: [
          "Cache-Control: no-store, max-age=60", "Content-Range: bytes 2-8/10", "ETag: \"a\"",
        ],
        body: "2345678",
        source: .fetched,
        text: "2345678"
      ),
      Step(asked: ["Range: bytes=2-3"], source: .fetched)
    ),
    Scenario(
      "several ranges of which some are kept go out as they are",
      part("0-4/10", "01234"),
      Step(
        asked: ["Range: bytes=3-6, 9-9"],
        source: .fetched,
        sends: ["Range: bytes=3-6, 9-9"],
        omits: ["if-range"]
      )
    ),
    Scenario(
      "a part is not offered for another variant",
      Step(
        asked: ["Range: bytes=0-4", "Foo: 1"],
        code: 206,
        answers: [
          "Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\"", "Vary: Foo",
        ],
        body: "01234"
      ),
      Step(asked: ["Foo: 2"], source: .fetched, omits: ["if-none-match"])
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
}
