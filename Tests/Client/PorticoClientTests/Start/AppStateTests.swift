// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The state of an app` {
  private let app = AppUnderTest()

  private static let closed: JSONValue = [
    "datatype": "maintenance", "message": "Back at nine", "continueURL": "/config",
    "_retryAfter": "7",
  ]

  private static let required: JSONValue = [
    "datatype": "updateRequired", "continueURL": "https://apps.example/shop", "latest": "2",
    "message": "Please update",
  ]

  @Test func `A required update shows nothing else, and the next version is free of it`()
    async throws
  {
    try await app.runOnce()
    app.site.change { ($0.extra["update"], $0.now) = (Self.required, $0.now + 60) }
    let session = try await app.start(.wait(upTo: .seconds(2)))
    let update = AppState.AppUpdate(
      continueURL: "https://apps.example/shop",
      cancelURL: nil,
      latest: "2",
      message: "Please update"
    )
    #expect(session.status.state == .updateRequired(update))
    #expect(!session.status.state.isOpen)
    let error = await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(error?.kind == .refused)
  }

  @Test func `A required update that the disk knows holds for the same version only`() async throws
  {
    app.site.change { $0.extra["update"] = Self.required }
    let client = try app.client()
    _ = try await client.start(clock: app.clock)
    try await client.store.synchronize()
    app.site.change { $0.isDown = true }
    #expect(try await !app.start().status.state.isOpen)
    #expect(try await app.start(version: "2").status.state == .running)
  }

  @Test func `An update that is offered leaves the screens`() async throws {
    app.site.change {
      $0.extra["update"] = [
        "datatype": "updateAvailable", "continueURL": "https://apps.example/shop",
        "cancelURL": "/config",
      ]
    }
    let session = try await app.start()
    guard case .updateAvailable(let update) = session.status.state else {
      Issue.record("\(session.status)")
      return
    }
    #expect(update.cancelURL == "/config")
    #expect(try await session.screen("/home").number == 1)
    app.site.change { ($0.extra, $0.now) = ([:], $0.now + 60) }
    try await session.refresh()
    #expect(session.status == SessionStatus(state: .running, banner: nil, newer: nil))
  }

  @Test func `A banner is shown as long as it is there, and is no new edition`() async throws {
    let session = try await app.start()
    var changes = session.changes.makeAsyncIterator()
    #expect(await changes.next()?.banner == nil)
    app.site.change { ($0.extra["banner"], $0.now) = ("Snow", $0.now + 60) }
    try await session.refresh()
    #expect(await changes.next() == SessionStatus(state: .running, banner: "Snow", newer: nil))
    app.site.change { ($0.extra, $0.now) = ([:], $0.now + 60) }
    try await session.refresh()
    #expect(await changes.next()?.banner == nil)
  }

  @Test func `A closed site is asked again when it says, until it is open`() async throws {
    try await app.runOnce()
    app.site.change { ($0.closed, $0.now) = (Self.closed, $0.now + 60) }
    let session = try await app.start(.wait(upTo: .seconds(2)))
    let maintenance = AppState.Maintenance(
      message: "Back at nine",
      continueURL: "/config",
      retryAfter: 7
    )
    #expect(session.edition.source == .disk)
    #expect(session.status.state == .maintenance(maintenance))
    let error = await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(error?.kind == .later)
    #expect(error?.retryAfter == 7)
    app.site.change { $0.isDown = true }
    await app.clock.pass(.seconds(7))
    // Nobody answers: the pause is twice as long.
    await app.clock.isAwaited(.seconds(14))
    app.site.change { ($0.isDown, $0.now) = (false, $0.now + 60) }
    await app.clock.pass(.seconds(14))
    await app.clock.isAwaited(.seconds(7))
    app.site.change { ($0.closed, $0.now) = (nil, $0.now + 60) }
    await app.clock.pass(.seconds(7))
    let open = await session.status { $0.state == .running }
    #expect(open?.newer == nil)
    #expect(try await session.screen("/home").number == 1)
    await eventually { app.clock.waits.isEmpty }
  }

  @Test func `A first start at a closed site shows its message, and then begins`() async throws {
    app.site.change { $0.closed = Self.closed }
    let session = try await app.start()
    #expect(session.status.state.isOpen == false)
    #expect(session.config["message"] == "Back at nine")
    app.site.change { ($0.closed, $0.now) = (nil, $0.now + 7) }
    await app.clock.pass(.seconds(7))
    let next = await session.nextOnceOffered()
    #expect(try await next.screen("/home").number == 1)
  }

  @Test func `A site that closes is known by any answer`() async throws {
    let session = try await app.start()
    app.site.change { $0.closed = Self.closed }
    await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(!session.status.state.isOpen)
    app.site.change { ($0.closed, $0.now) = (nil, $0.now + 60) }
    await app.clock.pass(.seconds(7))
    _ = await session.status { $0.state == .running }
    #expect(try await session.screen("/home").number == 1)
  }

  @Test func `A session that nobody has any more asks no closed site`() async throws {
    app.site.change { $0.closed = Self.closed }
    _ = try await app.start()
    await eventually { app.clock.waits.isEmpty }
  }

  @Test func `Nothing for this visitor is a state with the languages that there are`() async throws
  {
    app.site.change {
      $0.extra = ["datatype": "unavailableLanguage", "languages": ["en", "fr"]]
    }
    let session = try await app.start()
    #expect(session.status.state == .unavailable(languages: ["en", "fr"]))
    let error = await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(error?.kind == .refused)
  }
}
