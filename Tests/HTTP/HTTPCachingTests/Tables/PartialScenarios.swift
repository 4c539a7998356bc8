// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Requests for ranges of what is whole, and of a part.
enum PartialScenarios {
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
      "a range means nothing to 203 either",
      .first("Cache-Control: max-age=60", code: 203),
      Step(asked: ["Range: bytes=0-1"], source: .kept, status: 203, text: "0123456789")
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

  /// What comes for the rest of a part `0-4/10` with the tag `"a"`, and does not fit it.
  /// The same for the range `5-8` of it.
  static let misfitRanges: [[String]] = [
    ["Content-Range: bytes 5-8/9", "ETag: \"a\""], ["Content-Range: bytes 6-8/10", "ETag: \"a\""],
    ["Content-Range: bytes 5-8/10", "ETag: \"a\"", "Cache-Control: no-store"],
    ["Content-Range: bytes 5-7/10", "ETag: \"a\""],
  ]

  static let misfits: [[String]] = [
    ["Content-Range: bytes 5-9/10", "ETag: \"b\""], ["Content-Range: bytes 5-9/10"],
    ["Content-Range: bytes 5-9/10", "ETag: W/\"a\""],
    ["Content-Range: bytes 6-9/10", "ETag: \"a\""], ["Content-Range: bytes 5-8/9", "ETag: \"a\""],
    ["ETag: \"a\""], ["Content-Range: bytes */10", "ETag: \"a\""],
  ]
}
