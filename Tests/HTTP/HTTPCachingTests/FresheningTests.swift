// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// A field of a kept answer, the same in a 304, and which of both is there afterwards.
private enum Fields304 {
  static let taken: [(String, String, String)] = [
    ("Test-Header", "a", "b"), ("X-Test-Header", "a", "b"), ("Content-Foo", "a", "b"),
    ("X-Content-Foo", "a", "b"), ("Content-Location", "/foo", "/bar"),
    ("Content-MD5", "rL0Y20zC+Fzt72VPzMSk2A==", "N7UdGUp1E+RbVvZSTy1R8g=="),
    ("Content-Security-Policy", "default-src 'self'", "default-src 'none'"),
    ("Content-Type", "text/plain", "text/plain;charset=utf-8"),
    ("Clear-Site-Data", "cache", "cookies"), ("Set-Cookie", "a=b", "a=c"),
    ("X-Frame-Options", "deny", "sameorigin"),
    ("Expires", "Fri, 01 Jan 2038 01:01:01 GMT", "Mon, 11 Jan 2038 11:11:11 GMT"),
  ]

  static let left: [(String, String, String)] = [
    ("Content-Length", "10", "5"), ("Content-Encoding", "gzip", "br"),
    ("Content-Range", "a", "b"),
  ]
}

private enum Scenarios {
  static let updates = [
    Scenario(
      "fields that a 304 omits stay",
      .first("Cache-Control: max-age=2", "Last-Modified: @-99", "Date: @0", "Test-Header: a"),
      Step(
        seconds: 3,
        answers: ["Last-Modified: @-102", "Date: @0"],
        source: .validated,
        gets: ["Test-Header: a", "Date: @0", "Age: 0", "Cache-Control: max-age=2"]
      ),
      Step(seconds: 1, source: .kept, gets: ["Test-Header: a", "Age: 1"])
    ),
    Scenario(
      "a 304 gives a new lifetime",
      .first("Cache-Control: max-age=1", "ETag: \"a\""),
      Step(
        seconds: 3,
        answers: ["Cache-Control: max-age=3600", "ETag: \"a\""],
        source: .validated,
        gets: ["Cache-Control: max-age=3600"]
      ),
      Step(seconds: 3_000, source: .kept, gets: ["Cache-Control: max-age=3600"])
    ),
    Scenario(
      "a 304 without validators is about the one that was asked about",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(seconds: 3, source: .validated, status: 200),
      Step(seconds: 1, source: .kept)
    ),
    Scenario(
      "a 304 that was kept elsewhere brings its age",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(
        seconds: 90,
        answers: ["Age: 50", "ETag: \"a\""],
        source: .validated,
        gets: ["Age: 50"]
      ),
      Step(seconds: 9, source: .kept, gets: ["Age: 59"]),
      Step(seconds: 1, source: .validated)
    ),
    Scenario(
      "a 304 with no-store ends the keeping",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        answers: ["Cache-Control: no-store", "ETag: \"a\""],
        source: .validated,
        status: 200,
        gets: ["Cache-Control: no-store"]
      ),
      Step(source: .fetched, omits: ["if-none-match"])
    ),
    Scenario(
      "a 304 to Authorization leaves what is kept as it was",
      .first("Cache-Control: max-age=2", "ETag: \"a\"", "who: all"),
      Step(
        seconds: 3,
        asked: ["Authorization: FOO"],
        answers: ["ETag: \"a\"", "who: me", "Cache-Control: max-age=60"],
        source: .validated,
        gets: ["who: me"]
      ),
      Step(source: .validated, gets: ["who: all"])
    ),
    Scenario(
      "a 304 with fields of the connection",
      .first("Cache-Control: max-age=2", "ETag: \"a\"", "b: 1"),
      Step(
        seconds: 3,
        answers: ["ETag: \"a\"", "Connection: b", "b: 2", "Keep-Alive: x"],
        source: .validated,
        gets: ["b: 1"],
        lacks: ["keep-alive", "connection"]
      )
    ),
  ]

  static let head = [
    Scenario(
      "HEAD goes to the origin when what is kept is stale",
      .first("Cache-Control: max-age=2", "Template-A: 1"),
      Step(seconds: 3, method: .head, source: .fetched, text: "")
    ),
    Scenario(
      "HEAD gives a new lifetime and new fields",
      .first("Cache-Control: max-age=2", "Template-A: 1", "Template-B: 1"),
      Step(
        seconds: 3,
        method: .head,
        answers: ["Template-A: 2", "Cache-Control: max-age=1000", "Content-Length: 10"]
      ),
      Step(
        seconds: 3,
        source: .kept,
        text: "0123456789",
        gets: ["Template-A: 2", "Template-B: 1", "Cache-Control: max-age=1000"]
      )
    ),
    Scenario(
      "HEAD of another length",
      .first("Cache-Control: max-age=2"),
      Step(
        seconds: 3,
        method: .head,
        answers: ["Cache-Control: max-age=1000", "Content-Length: 11"]
      ),
      Step(source: .fetched)
    ),
    Scenario(
      "HEAD of another tag makes what is fresh doubtful",
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(
        method: .head,
        asked: ["Cache-Control: no-cache"],
        answers: ["ETag: \"b\"", "Cache-Control: max-age=1000"]
      ),
      Step(seconds: 3, source: .fetched, sends: ["If-None-Match: \"a\""])
    ),
    Scenario(
      "HEAD of another date",
      .first("Cache-Control: max-age=2", "Last-Modified: @-60"),
      Step(
        seconds: 3,
        method: .head,
        answers: ["Last-Modified: @-9", "Cache-Control: max-age=1000"]
      ),
      Step(source: .validated)
    ),
    Scenario(
      "what is doubtful does not stand in for an origin that is gone",
      rules: .with { $0.staleWhenUnreachable = 60 },
      .first("Cache-Control: max-age=60", "ETag: \"a\""),
      Step(method: .head, asked: ["Cache-Control: no-cache"], answers: ["ETag: \"b\""]),
      Step(seconds: 3, code: nil, status: 502)
    ),
    Scenario(
      "HEAD that succeeds makes an error that is kept doubtful",
      .first("Cache-Control: max-age=60", code: 404),
      Step(method: .head, asked: ["Cache-Control: no-cache"]),
      Step(source: .fetched)
    ),
    Scenario(
      "HEAD of one variant says nothing about another",
      .first("Cache-Control: max-age=60", "Vary: Foo", "ETag: \"a\"", asked: ["Foo: 1"]),
      Step(
        method: .head,
        asked: ["Foo: 2"],
        answers: ["Cache-Control: max-age=60", "Vary: Foo", "ETag: \"b\""]
      ),
      Step(asked: ["Foo: 1"], source: .kept)
    ),
    Scenario(
      "HEAD is asked with the condition too",
      .first("Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        method: .head,
        answers: ["ETag: \"a\""],
        source: .validated,
        status: 200,
        text: ""
      ),
      Step(seconds: 1, source: .kept, text: "0123456789")
    ),
    Scenario(
      "HEAD with an error says nothing about what is kept",
      .first("Cache-Control: max-age=60"),
      Step(
        method: .head,
        asked: ["Cache-Control: no-cache"],
        code: 410,
        answers: ["Cache-Control: max-age=1000"],
        status: 410
      ),
      Step(source: .kept, status: 200)
    ),
  ]
}

@Suite struct `Freshening by a 304` {
  @Test(arguments: Scenarios.updates)
  func `A 304 freshens the stored response`(scenario: Scenario) { scenario.run() }

  @Test(arguments: Fields304.taken)
  func `A 304 replaces the values of stored fields`(name: String, old: String, new: String) {
    update(name, old, new, becomes: new)
  }

  @Test(arguments: Fields304.left)
  func `A 304 does not replace fields that describe the stored bytes`(
    name: String,
    old: String,
    new: String
  ) {
    update(name, old, new, becomes: old)
  }

  private func update(_ name: String, _ old: String, _ new: String, becomes value: String) {
    Scenario(
      name,
      .first("Date: @0", "\(name): \(old)", "Cache-Control: max-age=2", "ETag: \"a\""),
      Step(
        seconds: 3,
        answers: ["Date: @0", "\(name): \(new)", "Cache-Control: max-age=2", "ETag: \"a\""],
        source: .validated,
        gets: ["\(name): \(value)"]
      ),
      Step(seconds: 1, source: .kept, gets: ["\(name): \(value)"])
    ).run()
  }

  /// Validators of two kept answers that fit one request, the older one first, those of the 304, and
  /// which are freshened.
  @Test(
    arguments: [
      (["ETag: \"a\""], ["ETag: \"a\""], ["ETag: \"a\""], [0, 1]),
      (["ETag: \"a\""], ["ETag: \"b\""], ["ETag: \"a\""], [0]),
      (["ETag: \"a\""], ["ETag: \"b\""], ["ETag: \"c\""], []),
      (["ETag: W/\"a\""], ["ETag: \"b\""], ["ETag: \"a\""], []),
      (["ETag: W/\"a\""], ["ETag: W/\"a\""], ["ETag: W/\"a\""], [1]),
      (["ETag: \"a\""], ["ETag: \"b\""], ["ETag: W/\"a\""], [0]),
      (["ETag: \"a\""], ["ETag: \"b\""], [], [1]),
      (
        ["ETag: \"a\"", "Last-Modified: @-9"], ["ETag: \"b\"", "Last-Modified: @-9"],
        ["Last-Modified: @-9", "Date: @0"], [0, 1]
      ),
      // A date of the same second is weak, so that only the newest is meant.
      (
        ["ETag: \"a\"", "Last-Modified: @0"], ["ETag: \"b\"", "Last-Modified: @0"],
        ["Last-Modified: @0", "Date: @0"], [1]
      ),
      (
        ["ETag: \"a\"", "Last-Modified: @-9"], ["ETag: \"b\"", "Last-Modified: @-8"],
        ["Last-Modified: @-7", "Date: @0"], []
      ),
    ] as [([String], [String], [String], [Int])]
  )
  func `A 304 freshens the stored responses that its validators select`(
    first: [String],
    second: [String],
    answer: [String],
    freshened: [Int]
  ) throws {
    let common = ["Cache-Control: no-cache"]
    let candidates = [
      try #require(stored(common + first)), try #require(stored(common + second)),
    ]
    let asked = request()
    let decision = ReuseDecision(
      method: .get,
      fields: asked.fields.view,
      candidates: candidates,
      now: start,
      rules: CachingRules()
    )
    guard case .forward(let forwarding) = decision else {
      Issue.record("\(decision) does not ask the origin")
      return
    }
    #expect(forwarding.purpose == .validate(1))
    let outcome = ForwardedOutcome(
      answered(response(304, answer + ["New: 1"]), to: asked),
      forwarding,
      candidates: candidates,
      rules: CachingRules()
    )
    switch outcome {
    case .answer(let stored, _, let changes):
      #expect(stored.fields["new"] == "1")
      let replaced = changes.compactMap { change -> Int? in
        guard case .replace(let index, _) = change else { return nil }
        return index
      }
      #expect(Set(replaced) == Set(freshened))
      #expect(!freshened.isEmpty)
    case .repeat(let again):
      #expect(freshened.isEmpty)
      #expect(again.purpose == .fetch)
      #expect(again.added.isEmpty)
    case .pass, .standIn: Issue.record("\(outcome) is not for a 304")
    }
  }

  @Test func `A 304 with a strong tag that was not asked about makes the cache ask again`() {
    var cache = TestCache()
    _ = cache.send(request(), at: start) { _ in
      OriginReply(200, ["Cache-Control: max-age=1", "ETag: \"a\""], at: start)
    }
    var count = 0
    let reply = cache.send(request(), at: start + 3) { sent in
      count += 1
      return sent.fields.contains("if-none-match")
        ? OriginReply(304, ["ETag: \"b\""], at: start)
        : OriginReply(200, [], body: "new", at: start)
    }
    #expect(count == 2)
    #expect(reply.text == "new")
  }
}

@Suite struct `Freshening by HEAD` {
  @Test(arguments: Scenarios.head)
  func `A response to HEAD freshens or invalidates what is stored for GET`(scenario: Scenario) {
    scenario.run()
  }
}
