// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// What an answer says, and how long it is fresh from the second it comes.
struct Lifetime: Sendable, CustomTestStringConvertible {
  let lines: [String]
  let seconds: Int
  var rules = CachingRules()

  init(_ lines: String..., lasts seconds: Int) {
    self.lines = lines
    self.seconds = seconds
  }

  init(_ lines: String..., lasts seconds: Int, rules: CachingRules) {
    self.lines = lines
    self.seconds = seconds
    self.rules = rules
  }

  var testDescription: String { "\(lines) lasts \(seconds) s" }
}

/// Answers by what they say of their freshness.
enum Lifetimes {
  static let cacheControl = [
    Lifetime("Cache-Control: max-age=3600", lasts: 3_600),
    Lifetime("Cache-Control: max-age=0", lasts: 0),
    Lifetime("Cache-Control: MaX-aGe=3600", lasts: 3_600),
    Lifetime("Cache-Control: max-age=2147483647", lasts: 2_147_483_647),
    Lifetime("Cache-Control: max-age=2147483648", lasts: 2_147_483_648),
    Lifetime("Cache-Control: max-age=2147483649", lasts: 2_147_483_648),
    Lifetime("Cache-Control: max-age=99999999999", lasts: 2_147_483_648),
    Lifetime("Cache-Control: max-age=3600", "Expires: @-7200", "Date: @0", lasts: 3_600),
    Lifetime("Cache-Control: max-age=3600", "Expires: 0", "Date: @0", lasts: 3_600),
    Lifetime("Cache-Control: max-age=0", "Expires: @3600", "Date: @0", lasts: 0),
    Lifetime("Cache-Control: foobar, max-age=3600", lasts: 3_600),
    Lifetime("Cache-Control: max-age=-3600", lasts: 0),
    Lifetime("Cache-Control: s-maxage=3600", lasts: 3_600),
    Lifetime("Cache-Control: max-age=3600, s-maxage=1", lasts: 1),
    Lifetime("Cache-Control: s-maxage=1, max-age=3600", lasts: 1),
    Lifetime("Cache-Control: max-age=3600", "Cache-Control: s-maxage=1", lasts: 1),
    Lifetime("Cache-Control: max-age=1, s-maxage=3600", lasts: 3_600),
    Lifetime("Expires: @-10", "Cache-Control: max-age=0, s-maxage=3600", lasts: 3_600),
  ]

  static let doubtful = [
    Lifetime("Cache-Control: max-age=1800, max-age=1", lasts: 1),
    Lifetime("Cache-Control: max-age=1800", "Cache-Control: max-age=1", lasts: 1),
    Lifetime("Cache-Control: max-age=1, max-age=1800", lasts: 1),
    Lifetime("Cache-Control: s-maxage=9, s-maxage=1800", lasts: 9),
    Lifetime("Cache-Control: max-age=\"3600\"", lasts: 3_600),
    Lifetime("Cache-Control: extension=\"max-age=3600\", max-age=1", lasts: 1),
    Lifetime("Cache-Control: max-age=1, extension=\"max-age=3600\"", lasts: 1),
    Lifetime("Cache-Control: max-age =3600", lasts: 0),
    Lifetime("Cache-Control: max-age= 3600", lasts: 0),
    Lifetime("Cache-Control: max-age=003600", lasts: 3_600),
    Lifetime("Cache-Control: max-age='3600'", lasts: 0),
    Lifetime("Cache-Control: max-age=3600.0", lasts: 0),
    Lifetime("Cache-Control: max-age=3600.5", lasts: 0),
    Lifetime("Cache-Control: max-age=a3600", lasts: 0),
    Lifetime("Cache-Control: max-age=3600a", lasts: 0),
    Lifetime("Cache-Control: max-age", lasts: 0),
    Lifetime("Cache-Control: max-age=", lasts: 0),
    Lifetime("Cache-Control: max-age=\"\"", lasts: 0),
  ]

  static let expires = [
    Lifetime("Expires: @2592000", "Date: @0", lasts: 2_592_000),
    Lifetime("Expires: @-2592000", "Date: @0", lasts: 0),
    Lifetime("Expires: @0", "Date: @0", lasts: 0),
    Lifetime("Expires: @300", "Date: @400", lasts: 0),
    Lifetime("Expires: @10", "Date: foo", lasts: 10),
    Lifetime("Expires: @10", lasts: 10),
    Lifetime("Expires: @10", "Date: @0", "Date: @5", lasts: 10),
    Lifetime("Expires: 0", "Date: @0", lasts: 0), Lifetime("Expires: -1", "Date: @0", lasts: 0),
    Lifetime("Expires:", "Date: @0", lasts: 0),
    Lifetime("Expires: @60", "Expires: @60", "Date: @0", lasts: 60),
    Lifetime("Expires: @60", "Expires: @90", "Date: @0", lasts: 0),
    Lifetime("Expires: @60", "Expires: 0", "Date: @0", lasts: 0),
    Lifetime("Expires: Sun, 21 Nov 2286 04:46:39 GMT", "Date: @0", lasts: 2_147_483_648),
  ]

  /// 1 January 2026 is 388,432,878 s before 23 April 2038, and so on: only whether they are read.
  static let validExpires = [
    "Tue, 19 Jan 2038 14:14:08 GMT", "Thursday, 18-Aug-50 02:01:18 GMT",
    "Thu Aug  8 02:01:18 2050", "THU, 18 Aug 2050 02:01:18 GMT", "Thu, 18 AUG 2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02:01:18 gMT",
  ]

  static let invalidExpires = [
    "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST",
    "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT",
    "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT",
  ]

  static let targeted = [
    Lifetime("CDN-Cache-Control: max-age=3600", lasts: 3_600, rules: .targeted),
    Lifetime("CDN-Cache-Control: max-age=2147483648", lasts: 2_147_483_648, rules: .targeted),
    Lifetime("CDN-Cache-Control: max-age=99999999999", lasts: 2_147_483_648, rules: .targeted),
    Lifetime("CDN-Cache-Control: max-age=0", lasts: 0, rules: .targeted),
    Lifetime("CDN-Cache-Control: foobar, max-age=3600", lasts: 3_600, rules: .targeted),
    Lifetime(
      "CDN-Cache-Control: max-age=3600",
      "Expires: @-10000",
      "Date: @0",
      lasts: 3_600,
      rules: .targeted
    ),
    Lifetime(
      "CDN-Cache-Control: max-age=3600",
      "Expires: 0",
      "Date: @0",
      lasts: 3_600,
      rules: .targeted
    ),
    Lifetime(
      "CDN-Cache-Control: max-age=0",
      "Expires: @10000",
      "Date: @0",
      lasts: 0,
      rules: .targeted
    ),
    Lifetime(
      "Cache-Control: max-age=1",
      "CDN-Cache-Control: max-age=3600",
      lasts: 3_600,
      rules: .targeted
    ),
    Lifetime(
      "Cache-Control: max-age=3600",
      "CDN-Cache-Control: max-age=1",
      lasts: 1,
      rules: .targeted
    ),
    // No structured dictionary, or a value of the wrong type: as if it were not there.
    Lifetime(
      "Cache-Control: max-age=1",
      "CDN-Cache-Control: max-age =100",
      lasts: 1,
      rules: .targeted
    ),
    Lifetime(
      "Cache-Control: max-age=1",
      "CDN-Cache-Control: max-age= 100",
      lasts: 1,
      rules: .targeted
    ),
    Lifetime(
      "Cache-Control: max-age=1",
      "CDN-Cache-Control: MaX-aGe=100",
      lasts: 1,
      rules: .targeted
    ),
    Lifetime("Cache-Control: max-age=1", "CDN-Cache-Control:", lasts: 1, rules: .targeted),
    // Beside a valid one, Expires counts for nothing.
    Lifetime("CDN-Cache-Control: foo", "Expires: @60", "Date: @0", lasts: 0, rules: .targeted),
    // A field that the route does not list is somebody else's.
    Lifetime("Cache-Control: max-age=1", "CDN-Cache-Control: max-age=3600", lasts: 1),
    Lifetime(
      "Ours-Cache-Control: max-age=5",
      "CDN-Cache-Control: max-age=3600",
      lasts: 5,
      rules: .with { $0.targets = ["ours-cache-control", "cdn-cache-control"] }
    ),
    Lifetime(
      "Ours-Cache-Control: max-age=\"5\"",
      "CDN-Cache-Control: max-age=3600",
      lasts: 3_600,
      rules: .with { $0.targets = ["ours-cache-control", "cdn-cache-control"] }
    ),
  ]

  static let heuristic = [
    Lifetime("Last-Modified: @-86400", "Date: @0", lasts: 8_640, rules: .guessing),
    Lifetime("Last-Modified: @-5", "Date: @0", lasts: 0, rules: .guessing),
    Lifetime("Last-Modified: @5", "Date: @0", lasts: 0, rules: .guessing),
    Lifetime("Last-Modified: @-315360000", "Date: @0", lasts: 86_400, rules: .guessing),
    Lifetime(
      "Last-Modified: @-1000",
      "Date: @0",
      lasts: 60,
      rules: .with { $0.heuristic = .init(percent: 50, maximum: 60) }
    ),
    Lifetime("Last-Modified: @-86400", "Date: @0", lasts: 0),
    Lifetime("Date: @0", lasts: 0, rules: .guessing),
    // Never beside explicit freshness, valid or not (RFC 9111 section 4.2.2).
    Lifetime("Last-Modified: @-86400", "Expires: 0", "Date: @0", lasts: 0, rules: .guessing),
    Lifetime("Last-Modified: @-86400", "Cache-Control: max-age=x", lasts: 0, rules: .guessing),
  ]
}
