// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// What an answer says, and how long it is fresh from the second it comes.
private struct Lifetime: Sendable, CustomTestStringConvertible {
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

private enum Lifetimes {
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

private func freshness(
  _ lines: [String],
  _ rules: CachingRules,
  requestTime: Int64 = start
) -> StoredFreshness {
  let fields = fields(lines)
  return StoredFreshness(
    status: .ok,
    fields: fields.view,
    control: EffectiveControl(fields.view, targets: rules.targets),
    requestTime: requestTime,
    responseTime: start,
    heuristic: rules.heuristic
  )
}

@Suite struct `The lifetime of an answer` {
  @Test(arguments: Lifetimes.cacheControl)
  fileprivate func `is s-maxage or else max-age or else up to Expires`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.doubtful)
  fileprivate func `is the shorter one in doubt`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.expires)
  fileprivate func `lasts from Date to Expires`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.validExpires)
  fileprivate func `reads Expires in every format and case`(text: String) {
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).lifetime > 300_000_000)
  }

  @Test(arguments: Lifetimes.invalidExpires)
  fileprivate func `has ended when Expires is no date`(text: String) {
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).lifetime == 0)
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).basis == .expires)
  }

  @Test(arguments: Lifetimes.targeted)
  fileprivate func `is what the first valid field of the target list says`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.heuristic)
  fileprivate func `is guessed only where the route says so`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(
    arguments: [
      (200, true), (201, false), (202, false), (203, true), (204, true), (206, true), (300, true),
      (301, true), (302, false), (303, false), (307, false), (308, true), (400, false),
      (403, false), (404, true), (405, true), (410, true), (414, true), (500, false), (501, true),
      (502, false), (503, false), (504, false), (599, false),
    ]
  )
  func `is guessed for the statuses that allow it, and for others with public`(
    code: Int,
    isGuessed: Bool
  ) {
    let guess = stored(["Last-Modified: @-86400", "Date: @0"], code: code, rules: .guessing)
    #expect((guess?.freshness.lifetime ?? 0 > 0) == (isGuessed && code != 206))
    let marked = ["Last-Modified: @-86400", "Date: @0", "Cache-Control: public"]
    #expect(
      (stored(marked, code: code, rules: .guessing)?.freshness.lifetime ?? 0 > 0) == (code != 206)
    )
  }
}

@Suite struct `The age of an answer` {
  @Test(
    arguments: [
      ([], 0), (["Age: 30"], 30), (["Date: @-7200"], 7_200), (["Date: @-10", "Age: 25"], 25),
      (["Date: @-25", "Age: 10"], 25), (["Date: @10", "Age: 15"], 15), (["Date: @10"], 0),
      (["Age: abc"], 0), (["Age: -7200"], 0), (["Age: 7200.0"], 0),
      (["Age: 2147483647"], 2_147_483_647), (["Age: 2147483648"], 2_147_483_648),
      (["Age: 2147483649"], 2_147_483_648), (["Age: 7200, 0"], 7_200), (["Age: 0, 7200"], 0),
      (["Age: 7200", "Age: 0"], 7_200), (["Age: 0", "Age: 7200"], 0), (["Age: 0, 0"], 0),
      (["Age: 3600", "Age: 3600"], 3_600), (["Age: 7200;foo=bar"], 0), (["Age:"], 0),
      (["Date: foo", "Age: 7"], 7), (["Date: Thu, 01 Jan 1970 00:00:00 GMT"], 1_767_225_600),
    ] as [([String], Int)]
  )
  func `at receipt is what Date or Age says, the greater`(lines: [String], age: Int) {
    let found = freshness(lines, CachingRules())
    #expect(found.initialAge == age)
    #expect(found.age(at: start) == age)
  }

  @Test func `counts the time on the way, from the request on`() {
    #expect(freshness(["Age: 30"], CachingRules(), requestTime: start - 4).initialAge == 34)
    #expect(
      freshness(["Date: @-50", "Age: 30"], CachingRules(), requestTime: start - 4).initialAge == 50
    )
    #expect(freshness([], CachingRules(), requestTime: start + 4).initialAge == 0)
  }

  @Test func `grows while the answer is kept`() {
    let found = freshness(["Age: 30", "Cache-Control: max-age=100"], CachingRules())
    #expect(found.age(at: start + 69) == 99)
    #expect(found.isFresh(at: start + 69))
    #expect(found.age(at: start + 70) == 100)
    #expect(!found.isFresh(at: start + 70))
    #expect(found.timeLeft(at: start + 75) == -5)
    // A clock that was set back does not make an answer younger than it came.
    #expect(found.age(at: start - 1_000) == 30)
    #expect(found.age(at: .max) == 2_147_483_648)
  }

  @Test func `greater than the lifetime makes an answer stale from the start`() {
    #expect(
      !freshness(["Date: @0", "Cache-Control: max-age=3600", "Age: 7200"], .targeted).isFresh(
        at: start
      )
    )
    #expect(
      !freshness(["Date: @0", "CDN-Cache-Control: max-age=3600", "Age: 7200"], .targeted)
        .isFresh(at: start)
    )
    #expect(!freshness(["Date: @-10", "Expires: @10", "Age: 25"], .targeted).isFresh(at: start))
    #expect(!freshness(["Date: @10", "Expires: @20", "Age: 15"], .targeted).isFresh(at: start))
  }
}

@Suite struct `An answer past its freshness` {
  @Test(
    arguments: [
      ("max-age=1", false), ("max-age=1, must-revalidate", true),
      ("max-age=1, proxy-revalidate", true), ("s-maxage=1", true), ("max-age=1, no-cache", true),
      ("max-age=1, no-cache=\"a\"", false), ("max-age=1, no-cache=\"date\"", true),
    ]
  )
  func `must not be served where a directive says so`(directives: String, isForbidden: Bool) {
    let found = freshness(["Cache-Control: \(directives)"], CachingRules())
    #expect(found.forbidsStale == isForbidden)
  }

  @Test func `may be served while or when the origin says`() {
    let lines = ["Cache-Control: max-age=1, stale-while-revalidate=5, stale-if-error=60"]
    let found = freshness(lines, CachingRules())
    #expect(found.staleWhileRevalidate == 5)
    #expect(found.staleIfError == 60)
  }
}
