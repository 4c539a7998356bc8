// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

@Suite struct `Request collapsing` {
  @Test(
    arguments: [
      (.get, [], true), (.head, [], true), (.post, [], false), (.query, [], false),
      (.get, ["Range: bytes=0-1"], false), (.get, ["If-Match: \"a\""], false),
      (.get, ["If-Unmodified-Since: @0"], false), (.get, ["If-None-Match: \"a\""], true),
      (.get, ["Cache-Control: no-cache"], false), (.get, ["Pragma: no-cache"], false),
      (.get, ["Cache-Control: max-age=0"], false), (.get, ["Cache-Control: max-age=9"], true),
      (.get, ["Cache-Control: only-if-cached"], false), (.get, ["Authorization: FOO"], true),
    ] as [(Method, [String], Bool)]
  )
  func `A request may wait for another's response when it could use it`(
    method: Method,
    asked: [String],
    mayWait: Bool
  ) {
    let fields = fields(asked)
    let answer = Collapsing.mayWait(method: method, fields: fields.view, rules: CachingRules())
    #expect(answer == mayWait)
  }

  @Test func `A request may wait despite no-cache where its route ignores that directive`() {
    let rules = CachingRules.with { $0.obeyed = .all.subtracting(.noCache) }
    let fields = fields(["Cache-Control: no-cache"])
    let answer = Collapsing.mayWait(method: .get, fields: fields.view, rules: rules)
    #expect(answer)
  }

  private func share(
    _ kept: StoredResponse,
    _ asked: [String],
    _ method: Method = .get
  )
    -> StoredAnswer.Form?
  {
    let fields = fields(asked)
    return Collapsing.share(
      of: kept,
      method: method,
      fields: fields.view,
      now: start,
      rules: CachingRules()
    )?.form
  }

  @Test func `A waiting request shares a response that it might have reused from the cache`() throws
  {
    let kept = try #require(
      stored(
        ["Cache-Control: max-age=60", "Vary: Foo", "ETag: \"a\""],
        to: request(.get, ["Foo: 1"])
      )
    )
    #expect(share(kept, ["Foo: 1"]) == .whole)
    #expect(share(kept, ["Foo: 1"], .head) == .headOnly)
    #expect(share(kept, ["Foo: 1", "If-None-Match: \"a\""]) == .notModified)
    #expect(share(kept, ["Foo: 2"]) == nil)
    #expect(share(kept, ["Foo: 1", "Cache-Control: no-cache"]) == nil)
  }

  @Test(arguments: ["max-age=0", "no-cache", "max-age=60, no-cache"])
  func `Waiting requests do not share a response that needs validation before each use`(
    directives: String
  ) throws {
    let kept = try #require(stored(["Cache-Control: \(directives)", "ETag: \"a\""]))
    #expect(share(kept, []) == nil)
  }

  @Test(arguments: ["private, max-age=60", "no-store"])
  func `Waiting requests do not share a response that may not be stored`(directives: String) {
    let decision = StoringDecision(
      answered(response(200, ["Cache-Control: \(directives)"])),
      rules: CachingRules()
    )
    #expect(decision.stored == nil)
  }
}

@Suite struct `Cache-Status` {
  @Test(
    arguments: [
      (CacheStatus("Portico", .hit), "Portico;hit"),
      (CacheStatus("Portico", .hit, timeLeft: -30), "Portico;hit;ttl=-30"),
      (
        CacheStatus("Portico", .hit, timeLeft: 9, key: Array("/a \"b\"".utf8), detail: "memory"),
        "Portico;hit;ttl=9;key=\"/a \\\"b\\\"\";detail=\"memory\""
      ),
      (
        CacheStatus(
          "my cache",
          .forwarded(.uriMiss, status: .ok, isStored: true, isCollapsed: false),
          timeLeft: 60
        ),
        "\"my cache\";fwd=uri-miss;fwd-status=200;stored;collapsed=?0;ttl=60"
      ),
      (
        CacheStatus(
          "Portico",
          .forwarded(.stale, status: .notModified, isStored: false, isCollapsed: nil)
        ),
        "Portico;fwd=stale;fwd-status=304"
      ),
      (
        CacheStatus(
          "Portico",
          .forwarded(.request, status: nil, isStored: false, isCollapsed: true),
          key: Array("\u{e9}".utf8)
        ),
        "Portico;fwd=request;collapsed"
      ),
      (CacheStatus("\u{e9}", .hit), "cache;hit"),
    ]
  )
  func `Cache-Status is written with the parameters of what happened`(
    status: CacheStatus,
    member: String
  ) {
    #expect(status.member == member)
  }

  @Test func `Cache-Status of a decision has its time left, status and reason`() throws {
    let kept = try #require(stored(["Cache-Control: max-age=60"]))
    let fresh = StoredAnswer(candidate: 0, form: .whole, reason: .fresh)
    #expect(CacheStatus.hit("P", fresh, of: kept, now: start + 9).member == "P;hit;ttl=51")
    let stale = StoredAnswer(candidate: 0, form: .whole, reason: .staleWhileRevalidate)
    #expect(
      CacheStatus.hit("P", stale, of: kept, now: start + 69).member
        == "P;hit;ttl=-9;detail=\"staleWhileRevalidate\""
    )
    let fetched = CacheStatus.forwarded(
      "P",
      .nothingKept,
      status: .ok,
      stored: kept,
      isCollapsed: true,
      now: start
    )
    #expect(
      fetched.member
        == "P;fwd=uri-miss;fwd-status=200;stored;collapsed;ttl=60;detail=\"nothingKept\""
    )
    let failed = CacheStatus.forwarded("P", .expired, status: nil, stored: nil, now: start)
    #expect(failed.member == "P;fwd=stale;detail=\"expired\"")
  }

  @Test func `Cache-Status is appended behind those of earlier caches`() {
    var head = fields(["Cache-Status: Origin; hit"])
    CacheStatus("Portico", .hit).append(to: &head)
    #expect(head["cache-status"] == "Origin; hit, Portico;hit")
  }

  @Test(
    arguments: [
      (ReuseReason.nothingKept, "uri-miss"), (.noVariantFits, "vary-miss"),
      (.methodForwarded, "method"), (.clientNoCache, "request"), (.clientMaxAge, "request"),
      (.clientMinFresh, "request"), (.expired, "stale"), (.originNoCache, "stale"),
      (.partOnly, "partial"), (.rangeNotKept, "partial"), (.originsPrecondition, "request"),
    ]
  )
  func `Each reason to forward a request has its standard token`(reason: ReuseReason, token: String)
  {
    #expect(reason.forwarded.rawValue == token)
  }
}
