// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Message
import Signals
import Testing

@Suite struct `The event of a pass` {
  private let log: EventLog

  init() throws { log = try EventLog(state: nil, loops: 1, at: 0) }

  /// The only event, once it is there.
  private func event() async throws -> String {
    let log = log
    try await waitUntil("the event is recorded") {
      try EventLines.of(log).isEmpty == false
    }
    let lines = try EventLines.of(log)
    #expect(lines.count == 1)
    return lines.first ?? ""
  }

  @Test
  func `The event of a pass tells what the service was asked and what it answered`() async throws {
    let passed = try await PassedSite(events: log)
    _ = try await passed.site.get("/open/a?view=b&c=d", ["X-Request-Id": "r-1"])
    let event = try await event()
    #expect(event.contains(#""request_id":"r-1""#), "\(event)")
    #expect(event.contains(#""path":"/open/a","query":"view=b","withheld":1,"status":200"#))
    #expect(event.contains(#""step":"pass","source":"passed","pass":"/open""#), "\(event)")
    #expect(event.contains(#"{"call":"/open","name":"open","outcome":"fetched""#), "\(event)")
    #expect(event.contains(#""target":"/a?view=b","endpoint":"\#(passed.service.address)","#))
    #expect(event.contains(#"","status":200,"span_id":""#), "\(event)")
    #expect(event.contains(#""level":"info""#) && !event.contains("error_message"), "\(event)")
  }

  @Test
  func `The event of a failed pass tells the service, the endpoint and the error`() async throws {
    let passed = try await PassedSite(events: log) { exchange, _ in exchange.abort() }
    async let answer = passed.site.get("/open/a")
    try await passed.moveClock(by: .milliseconds(10)) { [log] in
      (try? EventLines.of(log).isEmpty) == false
    }
    #expect(try await answer.status == 502)
    let event = try await event()
    #expect(event.contains(#""level":"error""#) && event.contains(#""status":502"#), "\(event)")
    #expect(event.contains(#""outcome":"failed""#), "\(event)")
    #expect(event.contains(#""endpoint":"\#(passed.service.address)""#), "\(event)")
    #expect(event.contains(#""error_message":"closed","error_detail":""#), "\(event)")
    #expect(!event.contains("broken_off"), "\(event)")
    var notable = EventCursor(log.notable, segment: 1)
    #expect(notable.next()?[.path] == .text("/open/a"))
  }

  @Test
  func
    `The event of a pass that a service answers with an error tells its address and what was expected`()
    async throws
  {
    let passed = try await PassedSite(events: log)
    passed.service.says([:], status: .serviceUnavailable)
    #expect(try await passed.site.get("/open/a").status == 503)
    let event = try await event()
    for fact in [
      #""level":"error""#, #""status":503"#, #""name":"open","outcome":"failed""#,
      #""target":"/a""#,
      #""endpoint":"\#(passed.service.address)""#,
      #""error_message":"status_503","error_detail":"status 503; expected one below 500""#,
    ] {
      #expect(event.contains(fact), "no \(fact) in \(event)")
    }
    #expect(!event.contains("broken_off"), "\(event)")
  }

  @Test func `The event of a kept answer names its source and no service`() async throws {
    let passed = try await PassedSite(events: log)
    passed.service.says(["cache-control": "max-age=60"])
    _ = try await passed.site.get("/kept/a")
    _ = try await event()
    _ = try await passed.site.get("/kept/a")
    let lines = try EventLines.of(log)
    #expect(lines.count == 2)
    #expect(lines.last?.contains(#""source":"kept""#) == true, "\(lines)")
    #expect(lines.last?.contains("backends") == false)
  }
}
