// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

@Suite struct `Reuse of stored responses` {
  @Test(arguments: ReuseScenarios.freshness)
  func `A fresh response is reused for the same target and variant`(scenario: Scenario) {
    scenario.run()
  }

  @Test(arguments: ReuseScenarios.wishes)
  func `A client's cache directives are followed where the route follows them`(scenario: Scenario) {
    scenario.run()
  }

  @Test(arguments: ReuseScenarios.stale)
  func `A stale response is served where a directive or the route allows it`(scenario: Scenario) {
    scenario.run()
  }

  @Test(arguments: ReuseScenarios.forbidden)
  func `A stale response that forbids it is never served`(directive: String) {
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
  func `A response of any status is reused while fresh and not when stale`(code: Int) {
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

  @Test func `The later of two responses of the same second is reused`() throws {
    let kept = try #require(stored(["Cache-Control: max-age=60", "Date: @0"]))
    let newer = try #require(stored(["Cache-Control: max-age=60", "Date: @1"]))
    for (candidates, index) in [([kept, kept], 1), ([newer, kept], 0), ([kept, newer], 1)] {
      let asked = fields([])
      let decision = ReuseDecision(
        method: .get,
        fields: asked.view,
        candidates: candidates,
        now: start + 2,
        rules: CachingRules()
      )
      #expect(
        decision == .answer(StoredAnswer(candidate: index, form: .whole, reason: .fresh))
      )
    }
  }

  @Test func `A new response replaces the one that it supersedes`() {
    var cache = TestCache()
    for second in [0, 9] {
      _ = cache.send(request(), at: start + Int64(second)) { _ in
        OriginReply(200, ["Cache-Control: max-age=5"], at: start + Int64(second))
      }
    }
    #expect(cache.entries.values.map(\.count) == [1])
  }

  @Test(arguments: ReuseReason.allCases)
  func `Each reason of a reuse decision is a sentence of less than 110 characters`(
    reason: ReuseReason
  ) {
    #expect(reason.text.hasSuffix("."))
    #expect(reason.text.count < 110)
  }
}
