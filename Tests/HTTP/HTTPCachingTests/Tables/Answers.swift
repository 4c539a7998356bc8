// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Answers by what they say of themselves.
enum Answers {
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
