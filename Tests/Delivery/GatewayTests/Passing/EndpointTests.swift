// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite struct `A pass to several addresses` {
  /// A port that belongs to the system, and where nobody listens.
  private let nowhere = "http://127.0.0.1:1"

  @Test(arguments: ["/open/a", "/kept/a"])
  func `asks those that are there`(_ target: String) async throws {
    let passed = try await PassedSite(others: [nowhere])
    for number in 1...30 {
      #expect(try await passed.site.get(target).status == 200)
      #expect(passed.service.count == number)
    }
    for number in 31...40 {
      let reply = try await passed.site.get(
        target,
        ["Content-Length": "0"],
        method: "POST"
      )
      #expect(reply.status == 200)
      #expect(passed.service.count == number)
    }
  }

  @Test func `says that nobody is there, and soon without asking`() async throws {
    let passed = try await PassedSite(address: nowhere)
    // Each is tried again after a while, until the breaker opens. Time goes slowly, so that it does
    // not close again meanwhile.
    let isOver = Atomic(false)
    async let moving: Void = passed.moveClock(by: .microseconds(5)) {
      isOver.load(ordering: .relaxed)
    }
    let refused = try await passed.site.get("/large/a", ["Content-Length": "0"], method: "PUT")
    #expect(refused.status == 502)
    #expect(refused.fields["proxy-status"] == "portico; error=connection_refused")
    _ = try await passed.site.get("/large/a", ["Content-Length": "0"], method: "PUT")
    isOver.store(true, ordering: .relaxed)
    try await moving
    let reply = try await passed.site.get("/kept/a")
    #expect(reply.status == 503)
    #expect(reply.fields["proxy-status"] == "portico; error=destination_unavailable")
    #expect(reply.fields["retry-after"] != nil)
  }
}
