// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// A service with a published site and the draft of a preview, which holds requests until the draft changes.
private final class DraftService: Transport {
  private struct State: Sendable {
    var number = 1
    var isOver = false
    var fails = false
    var requests: [WireRequest] = []
    var held: [CheckedContinuation<Void, Never>] = []
  }

  static let link = "https://shop.example/und.draft~c0ffee123456.~seal/config"

  private let state = Locked(State())

  var requests: [WireRequest] { state.withLock { $0.requests } }
  var heldCount: Int { state.withLock { $0.held.count } }

  /// Saves the draft, or ends the preview; requests that wait are answered.
  func change(isOver: Bool = false, fails: Bool = false) {
    let held = state.withLock { state in
      defer { state.held = [] }
      if !isOver, !fails { state.number += 1 }
      (state.isOver, state.fails) = (isOver, fails)
      return state.held
    }
    for one in held { one.resume() }
  }

  func send(_ request: WireRequest) async throws -> WireResponse {
    let tag = state.withLock { state in
      state.requests.append(request)
      return "W/\"\(state.number)\""
    }
    let path = request.address.target
    guard path.contains("draft~") else {
      return answer(#"{"datatype":"config","edition":0,"home":"/home"}"#)
    }
    if path.hasSuffix("/config"), request.fields["if-none-match"] == tag,
      request.fields["prefer"]?.hasPrefix("wait=") == true
    {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          let isDue = tag != "W/\"\(state.number)\"" || state.isOver || state.fails
          if !isDue { state.held.append(continuation) }
          return isDue
        }
        if isDue { continuation.resume() }
      }
    }
    let (number, isOver, fails) = state.withLock { ($0.number, $0.isOver, $0.fails) }
    if fails { throw RequestError(.unreachable, at: request.address, "the network is off") }
    if isOver {
      return WireResponse(
        status: 410,
        fields: ["Content-Type": "application/problem+json"],
        body: WireBody([Array(#"{"title":"Gone","status":410}"#.utf8)[...]])
      )
    }
    let home = "/en.draft~c0ffee123456.~seal/home"
    return answer(
      path.hasSuffix("/config")
        ? #"{"datatype":"config","edition":\#(number),"home":"\#(home)"}"#
        : #"{"datatype":"screen","edition":\#(number)}"#,
      tag: "W/\"\(number)\""
    )
  }

  private func answer(_ body: String, tag: String? = nil) -> WireResponse {
    var fields: WireFields = [
      "Content-Type": "application/json", "Cache-Control": "private, no-store",
    ]
    fields["ETag"] = tag
    return WireResponse(status: 200, fields: fields, body: WireBody([Array(body.utf8)[...]]))
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A preview of a draft` {
  private let service = DraftService()
  private let clock = ManualClock()

  private func client() throws -> Client {
    let client = Client(
      Environment(
        name: "production",
        configURL: try #require(WebAddress("https://shop.example/config"))
      ),
      fields: ["X-App": "version=1", "Accept-Language": "fr", "X-Secret": "s"],
      transport: service,
      clock: { 1_800_000_000 },
      monotonicClock: clock
    )
    client.credential.token = "secret"
    return client
  }

  /// Lets pauses pass until something holds.
  private func wait(until holds: () -> Bool) async {
    while !holds() {
      clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
  }

  @Test func `Each save of a draft is offered as the next edition of its session`() async throws {
    let client = try client()
    var session = try await client.preview(DraftService.link)
    #expect(session.config.number == 1)
    #expect(try await session.screen(session.config["home"]?.string ?? "").number == 1)
    for number in 2...3 as ClosedRange<Int64> {
      await wait { service.heldCount == 1 }
      service.change()
      await wait { session.status.newer != nil }
      session = session.next()
      #expect(session.config.number == number)
      #expect(try await session.screen(session.config["home"]?.string ?? "").number == number)
    }
  }

  @Test func `The end of a preview is a state that the app shows, and no screen is shown any more`()
    async throws
  {
    let session = try await client().preview(DraftService.link)
    await wait { service.heldCount == 1 }
    service.change(isOver: true)
    await wait { session.status.state == .previewEnded }
    #expect(!session.status.state.isOpen)
    let error = await #expect(throws: RequestError.self) {
      try await session.screen(session.config["home"]?.string ?? "")
    }
    #expect(error?.reason == "the preview is over")
    let count = service.requests.count
    clock.advance(by: .seconds(3_600))
    #expect(service.requests.count == count)
  }

  @Test func `A preview that is over cannot begin`() async throws {
    service.change(isOver: true)
    let error = await #expect(throws: RequestError.self) {
      try await client().preview(DraftService.link)
    }
    #expect(error?.status == 410)
  }

  @Test func `A preview goes on after a network that failed`() async throws {
    let session = try await client().preview(DraftService.link)
    await wait { service.heldCount == 1 }
    service.change(fails: true)
    await wait { service.requests.count > 6 }
    service.change()
    await wait { session.status.newer != nil }
    #expect(session.next().config.number == 2)
  }

  @Test func `Nothing of a draft gets into the app's container, and nothing secret to its link`()
    async throws
  {
    let client = try client()
    let session = try await client.start(clock: clock)
    let before = client.store.snapshot.count
    let draft = try await client.preview(DraftService.link)
    _ = try await draft.screen(draft.config["home"]?.string ?? "")
    #expect(client.store.snapshot.count == before)
    #expect(session.status.newer == nil && session.config.number == 0)
    #expect(client.tasks.ended.allSatisfy { !$0.address.contains("draft~") })
    let requests = service.requests.filter { $0.address.target.contains("draft~") }
    for request in requests {
      #expect(request.fields["authorization"] == nil && request.fields["x-secret"] == nil)
      #expect(request.fields["accept-language"] == "fr" && request.fields["x-app"] == "version=1")
    }
  }

  @Test func `A preview that no session shows any more sends nothing`() async throws {
    var session: Session? = try await client().preview(DraftService.link)
    await wait { service.heldCount == 1 }
    session = nil
    _ = session
    service.change()
    let count = service.requests.count
    for _ in 0..<100 {
      clock.advance(by: .seconds(60))
      await Task.yield()
    }
    #expect(service.requests.count <= count + 1)
  }
}
