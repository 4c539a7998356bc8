// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

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

@Suite struct `Freshness lifetime` {
  @Test(arguments: Lifetimes.cacheControl)
  func `The lifetime is s-maxage, else max-age, else the time until Expires`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.doubtful)
  func `Contradictory or malformed directives give the shorter lifetime`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.expires)
  func `The lifetime by Expires lasts from Date to Expires`(_ each: Lifetime) {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.validExpires)
  func `Expires is read in every date format and in any case`(text: String) {
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).lifetime > 300_000_000)
  }

  @Test(arguments: Lifetimes.invalidExpires)
  func `A malformed Expires means that the response is stale`(text: String) {
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).lifetime == 0)
    #expect(freshness(["Expires: \(text)", "Date: @0"], CachingRules()).basis == .expires)
  }

  @Test(arguments: Lifetimes.targeted)
  func `The lifetime is that of the first valid field in the route's target list`(_ each: Lifetime)
  {
    #expect(freshness(each.lines, each.rules).lifetime == each.seconds)
  }

  @Test(arguments: Lifetimes.heuristic)
  func `A heuristic lifetime is used only where the route allows it`(_ each: Lifetime) {
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
  func `A heuristic lifetime is used for statuses that allow it, and for others with public`(
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

@Suite struct `The age of a response` {
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
  func `The age at receipt is the greater of Age and the time since Date`(lines: [String], age: Int)
  {
    let found = freshness(lines, CachingRules())
    #expect(found.initialAge == age)
    #expect(found.age(at: start) == age)
  }

  @Test func `The age at receipt includes the time since the request was sent`() {
    #expect(freshness(["Age: 30"], CachingRules(), requestTime: start - 4).initialAge == 34)
    #expect(
      freshness(["Date: @-50", "Age: 30"], CachingRules(), requestTime: start - 4).initialAge == 50
    )
    #expect(freshness([], CachingRules(), requestTime: start + 4).initialAge == 0)
  }

  @Test
  func `The age grows while a response is stored, and never falls when the clock is set back`() {
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

  @Test func `A response older than its lifetime at receipt is stale from the start`() {
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

@Suite struct `Stale responses` {
  @Test(
    arguments: [
      ("max-age=1", false), ("max-age=1, must-revalidate", true),
      ("max-age=1, proxy-revalidate", true), ("s-maxage=1", true), ("max-age=1, no-cache", true),
      ("max-age=1, no-cache=\"a\"", false), ("max-age=1, no-cache=\"date\"", true),
    ]
  )
  func `A stale response is not served where a directive forbids it`(
    directives: String,
    isForbidden: Bool
  ) {
    let found = freshness(["Cache-Control: \(directives)"], CachingRules())
    #expect(found.forbidsStale == isForbidden)
  }

  @Test func `stale-while-revalidate and stale-if-error of the origin are read`() {
    let lines = ["Cache-Control: max-age=1, stale-while-revalidate=5, stale-if-error=60"]
    let found = freshness(lines, CachingRules())
    #expect(found.staleWhileRevalidate == 5)
    #expect(found.staleIfError == 60)
  }

  @Test
  func `A soft purge makes a response stale at its instant, and a doubted response is not served`()
    throws
  {
    let lines = ["Cache-Control: max-age=60, stale-while-revalidate=5", "ETag: \"a\""]
    var purged = try #require(stored(lines))
    purged.expire(at: start + 9)
    #expect(purged.isFresh(at: start + 8))
    #expect(!purged.isFresh(at: start + 9))
    #expect(purged.freshness.timeLeft(at: start + 12) == -3)
    // What is stale already does not become less so.
    purged.expire(at: start + 100)
    #expect(purged.freshness.timeLeft(at: start + 12) == -3)
    #expect(isServed(purged, at: start + 14))
    #expect(!isServed(purged, at: start + 15))

    var doubted = try #require(stored(lines))
    doubted.isDoubted = true
    #expect(!doubted.isFresh(at: start))
    #expect(!isServed(doubted, at: start))
  }

  private func isServed(_ kept: StoredResponse, at now: Int64) -> Bool {
    let asked = fields([])
    let decision = ReuseDecision(
      method: .get,
      fields: asked.view,
      candidates: [kept],
      now: now,
      rules: CachingRules()
    )
    switch decision {
    case .answer, .answerAndRevalidate: return true
    case .forward, .gatewayTimeout: return false
    }
  }
}
