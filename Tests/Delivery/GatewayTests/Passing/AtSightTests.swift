// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Gateway
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite struct `A kept answer given at first sight` {
  /// The number of answers that were given without a task.
  private func atSight(_ passed: PassedSite) -> Int {
    let answers = passed.site.signals.snapshot()["portico_answers_total"]
    guard case .counter(let count)? = answers?["kept"] else { return 0 }
    return Int(clamping: count)
  }

  /// Asks often enough for the loop to have a form of its own.
  private func warm(_ passed: PassedSite, _ target: String = "/kept/a") async throws {
    for _ in 0..<4 { _ = try await passed.site.get(target) }
  }

  @Test func `A kept answer's Age grows with time until it is stale`() async throws {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60"])
    try await warm(passed)
    let date = try await passed.site.get("/kept/a").fields["date"]
    for age in [10, 20, 30, 59] {
      let before = try await passed.site.get("/kept/a")
      passed.clock.advance(by: .seconds(age - (Int(before.fields["age"] ?? "") ?? 0)))
      let reply = try await passed.site.get("/kept/a")
      #expect(reply.body == "body 1" && reply.fields["age"] == "\(age)")
      #expect(reply.fields["cache-status"] == "portico;hit;ttl=\(60 - age)")
      #expect(reply.fields["date"] == date, "it was made when it was made")
      #expect(reply.fields["via"] == "1.1 portico")
    }
    #expect(atSight(passed) == 12 && passed.service.count == 1)
    passed.clock.advance(by: .seconds(1))
    #expect(try await passed.site.get("/kept/a").body == "body 2")
    #expect(try await passed.site.get("/kept/a").body == "body 2")
  }

  @Test func `A kept answer is given to HEAD without a body and as 304 to who has it`() async throws
  {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60", "etag": #""x""#])
    try await warm(passed)
    for _ in 0..<2 {
      let head = try await passed.site.get("/kept/a", method: "HEAD")
      #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "6")
      let known = try await passed.site.get("/kept/a", ["If-None-Match": #""x""#])
      #expect(known.status == 304 && known.body.isEmpty && known.fields["etag"] == #""x""#)
      #expect(known.fields["date"] != nil && known.fields["content-length"] == nil)
      let other = try await passed.site.get("/kept/a", ["If-None-Match": #""y""#])
      #expect(other.status == 200 && other.body == "body 1")
    }
    #expect(atSight(passed) == 9 && passed.service.count == 1)
  }

  @Test func `A kept answer is chosen by Vary and the query`() async throws {
    let passed = try await PassedSite { exchange, _ in
      let kind = exchange.request.fields["x-kind"] ?? "-"
      let fields: Fields = ["cache-control": "max-age=60", "vary": "X-Kind"]
      let body = "\(exchange.request.authority) \(exchange.request.target) \(kind)"
      try await exchange.respond(Response(.ok, fields: fields), body: Array(body.utf8))
    }
    for _ in 0..<4 {
      for kind in ["a", "b"] {
        for target in ["/kept/a", "/kept/a?b"] {
          let reply = try await passed.site.get(target, ["X-Kind": kind])
          #expect(reply.body == "a \(target) \(kind)")
        }
      }
    }
    #expect(passed.service.count == 4)
    #expect(atSight(passed) == 12)
  }

  @Test func `A kept answer gives way to a newer one, a purge and an unsafe method`() async throws {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60"])
    try await warm(passed)
    let reloaded = try await passed.site.get("/kept/a", ["Cache-Control": "no-cache"])
    #expect(reloaded.body == "body 2")
    for _ in 0..<3 { #expect(try await passed.site.get("/kept/a").body == "body 2") }
    passed.site.store.purge(
      .path(Array("kept/a".utf8)),
      .hard,
      at: passed.clock.wallSeconds * 1_000
    )
    #expect(try await passed.site.get("/kept/a").body == "body 3")
    try await warm(passed)
    _ = try await passed.site.get("/kept/a", ["Content-Length": "0"], method: "POST")
    #expect(try await passed.site.get("/kept/a").body == "body 5")
  }

  @Test func `A kept answer is not given while the site is closed or its path hidden`() async throws
  {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60"])
    try await warm(passed)
    passed.publish(#"{ maintenance: { message: "Closed" } }"#)
    #expect(try await passed.site.get("/kept/a").status == 503)
    passed.publish(#"{ hide: ["kept/*"] }"#)
    #expect(try await passed.site.get("/kept/a").status == 404)
    passed.publish(nil)
    try await warm(passed)
    #expect(passed.service.count == 1)
  }

  @Test
  func `A kept answer is not given at first sight to a range, a body or no-cache`() async throws {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60"])
    try await warm(passed)
    let count = atSight(passed)
    #expect(try await passed.site.get("/kept/a", ["Range": "bytes=0-1"]).body == "bo")
    #expect(try await passed.site.get("/kept/a", ["Content-Length": "0"]).body == "body 1")
    #expect(try await passed.site.get("/kept/a", ["Cache-Control": "no-cache"]).status == 200)
    #expect(atSight(passed) == count)
  }
}
