// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

@Suite struct `Range requests` {
  @Test(arguments: PartialScenarios.ranges)
  func `A range of a stored whole response is answered from the cache`(
    range: String,
    status: Int,
    text: String,
    contentRange: String?
  ) {
    Scenario(
      range,
      Step(answers: ["Cache-Control: max-age=60"], body: "0123456789A"),
      Step(
        asked: ["Range: \(range)"],
        source: .kept,
        status: status,
        text: text,
        gets: contentRange.map { ["Content-Range: \($0)"] } ?? [],
        lacks: contentRange == nil ? ["content-range"] : []
      )
    ).run()
  }

  @Test(arguments: PartialScenarios.conditions)
  func `A range with If-Range is answered only when the condition matches`(
    condition: String,
    isFollowed: Bool
  ) {
    Scenario(
      condition,
      .first("Cache-Control: max-age=60", "ETag: \"a\"", "Last-Modified: @-9"),
      Step(
        asked: ["Range: bytes=0-1", "If-Range: \(condition)"],
        source: .kept,
        status: isFollowed ? 206 : 200
      )
    ).run()
  }

  @Test(arguments: PartialScenarios.whole)
  func `A range request obeys the rules of the whole response`(scenario: Scenario) {
    scenario.run()
  }

  @Test(arguments: PartialScenarios.parts)
  func `A range within a stored part is answered from the cache`(range: String, text: String?) {
    Scenario(
      range,
      PartialScenarios.partOnly,
      Step(
        asked: ["Range: \(range)"],
        source: text == nil ? .fetched : .kept,
        status: text == nil ? 200 : 206,
        text: text
      )
    ).run()
  }

  @Test func `A request for distant ranges is answered with several parts`() throws {
    let lines = ["Cache-Control: max-age=60", "Content-Type: text/plain", "Content-Length: 500"]
    let kept = try #require(stored(lines))
    let asked = fields(["Range: bytes=0-1, 400-"])
    let decision = ReuseDecision(
      method: .get,
      fields: asked.view,
      candidates: [kept],
      now: start,
      rules: CachingRules()
    )
    guard case .answer(let answer) = decision else {
      Issue.record("\(decision) is no answer")
      return
    }
    #expect(answer.form == .parts([0..<2, 400..<500]))
    let head = answer.head(of: kept, now: start)
    #expect(head.status == .partialContent)
    #expect(!head.fields.contains("content-type"))
    #expect(!head.fields.contains("content-length"))
  }
}

@Suite struct `Stored parts` {
  @Test(arguments: PartialScenarios.completions)
  func `A stored part is completed when a strong validator matches`(scenario: Scenario) {
    scenario.run()
  }

  @Test(arguments: PartialScenarios.misfits)
  func `A part that does not match the stored one is not combined with it`(answers: [String]) {
    var cache = TestCache()
    _ = cache.send(request(.get, ["Range: bytes=0-4"]), at: start) { _ in
      OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
    }
    var count = 0
    let reply = cache.send(request(), at: start) { sent in
      count += 1
      return sent.fields.contains("range")
        ? OriginReply(206, answers, body: "xxxxx", at: start)
        : OriginReply(200, [], body: "new", at: start)
    }
    #expect(count == 2)
    #expect(reply.text == "new")
  }

  @Test(arguments: PartialScenarios.misfitRanges)
  func `A part that does not match the requested range is not combined with the stored one`(
    answers: [String]
  ) {
    var cache = TestCache()
    _ = cache.send(request(.get, ["Range: bytes=0-4"]), at: start) { _ in
      OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
    }
    let reply = cache.send(request(.get, ["Range: bytes=3-8"]), at: start) { sent in
      sent.fields["range"] == "bytes=5-8"
        ? OriginReply(206, answers, body: "xxxx", at: start)
        : OriginReply(206, ["Content-Range: bytes 3-8/10"], body: "345678", at: start)
    }
    #expect(reply.text == "345678")
  }

  @Test func `A stored part without a validator is not completed`() {
    Scenario(
      "no validator",
      PartialScenarios.partOnly,
      Step(source: .fetched, status: 200, omits: ["range", "if-range"])
    ).run()
  }

  @Test func `A stored part of unknown length answers only the bytes that it names`() {
    let first = Step(
      code: 206,
      answers: ["Cache-Control: max-age=60", "Content-Range: bytes 4-9/*"],
      body: "456789"
    )
    Scenario(
      "unknown length",
      first,
      Step(
        asked: ["Range: bytes=5-6"],
        source: .kept,
        status: 206,
        text: "56",
        gets: ["Content-Range: bytes 5-6/*"]
      ),
      Step(asked: ["Range: bytes=5-"], source: .fetched)
    ).run()
    Scenario("unknown length", first, Step(asked: ["Range: bytes=-1"], source: .fetched)).run()
    Scenario("unknown length", first, Step(asked: ["Range: bytes=5-10"], source: .fetched)).run()
  }

  @Test func `A stored part whose remainder is unsatisfiable is fetched whole`() {
    var cache = TestCache()
    _ = cache.send(request(.get, ["Range: bytes=0-4"]), at: start) { _ in
      OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
    }
    let reply = cache.send(request(), at: start) { sent in
      OriginReply(sent.fields.contains("range") ? 416 : 200, [], body: "new", at: start)
    }
    #expect(reply.text == "new")
  }

  @Test func `A response that broke off is stored as a part and completed later`() {
    var cache = TestCache()
    _ = cache.send(request(), at: start) { _ in
      var reply = OriginReply(
        200,
        ["Cache-Control: max-age=60", "Content-Length: 10", "ETag: \"a\""],
        body: "01234",
        at: start
      )
      reply.isComplete = false
      return reply
    }
    #expect(cache.reason == .explicitFreshness)
    let reply = cache.send(request(), at: start) { sent in
      #expect(sent.fields["range"] == "bytes=5-")
      return OriginReply(
        206,
        ["Cache-Control: max-age=60", "Content-Range: bytes 5-9/10", "ETag: \"a\""],
        body: "56789",
        at: start
      )
    }
    #expect(reply.text == "0123456789")
    #expect(reply.response.status == .ok)
  }
}
