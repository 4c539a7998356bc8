// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPValues
import Purging
import Testing

@Suite struct `The probe of a public URL` {
  /// 1,000,000,000 is 01:46:40.
  @Test(arguments: [
    ("Sun, 09 Sep 2001 01:46:40 GMT", "", ProbeVerdict.renewed),
    ("Sun, 09 Sep 2001 01:46:39 GMT", "", .outdated),
    ("Sun, 09 Sep 2001 01:47:40 GMT", "60", .renewed),
    ("Sun, 09 Sep 2001 01:47:40 GMT", "61", .outdated),
    ("yesterday", "", .undecided("the public URL's answer has no Date")),
  ])
  func `A probed answer is new or old by its Date and Age`(
    date: String,
    age: String,
    verdict: ProbeVerdict
  ) {
    var response = Response(.ok, fields: ["date": date])
    if !age.isEmpty { response.fields.append("age", age) }
    #expect(ProbeVerdict(response, since: 1_000_000_000, now: 1_000_000_000) == verdict)
  }

  @Test(arguments: [
    ("portico; hit; ttl=-3, cdn; fwd=miss", false), ("portico; hit; ttl=3", true),
    ("not a list of things;;", true),
  ])
  func `A probed answer that a cache says is stale does not count as new`(
    status: String,
    isRenewed: Bool
  ) {
    let response = Response(
      .ok,
      fields: ["date": "Sun, 09 Sep 2001 01:46:41 GMT", "cache-status": status]
    )
    let verdict = ProbeVerdict(response, since: 1_000_000_000, now: 1_000_000_000)
    #expect((verdict == .renewed) == isRenewed)
  }

  @Test func `A probe is undecided for an error and decided for a missing page`() {
    let fields: Fields = ["date": "Sun, 09 Sep 2001 01:46:41 GMT"]
    let broken = Response(.badGateway, fields: fields)
    #expect(
      ProbeVerdict(broken, since: 1_000_000_000, now: 1_000_000_000)
        == .undecided("status 502 at the public URL")
    )
    let gone = Response(.gone, fields: fields)
    #expect(ProbeVerdict(gone, since: 1_000_000_000, now: 1_000_000_000) == .renewed)
  }
}
