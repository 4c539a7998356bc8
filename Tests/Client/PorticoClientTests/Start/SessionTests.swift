// SPDX-License-Identifier: Apache-2.0

import Observation
import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A session` {
  private let app = AppUnderTest()

  @Test func `Nothing of it changes, and a newer edition is offered and taken at a swap`()
    async throws
  {
    let session = try await app.start()
    let home = try await session.screen(session.config["home"]?.string ?? "")
    app.site.publish()
    app.site.change { $0.now += 60 }
    try await session.refresh()
    #expect(session.status.newer?.id != session.edition.id)
    #expect(session.config.number == 1)
    #expect(try await session.screen("/home").number == home.number)
    let next = session.next()
    #expect(next.config.number == 2)
    #expect(try await next.screen("/home").number == 2)
    #expect(next.next() === next)
  }

  @Test func `Another token, language or setting makes another edition, and an instant does not`()
    async throws
  {
    let session = try await app.start()
    app.site.change { $0.now += 60 }
    try await session.refresh()
    #expect(session.status.newer == nil)
    for member in ["token", "languages", "settings"] {
      app.site.change { ($0.extra[member], $0.now) = ("x", $0.now + 60) }
      let before = session.status.newer
      try await session.refresh()
      #expect(session.status.newer != before)
    }
  }

  @Test func `A screen of a newer edition is not shown, but in the next session`() async throws {
    let session = try await app.start()
    _ = try await session.screen("/home")
    app.site.change { $0.now += 1 }
    app.site.publish()
    let error = await #expect(throws: RequestError.self) { try await session.screen("/terms") }
    #expect(error?.kind == .gone)
    #expect(error?.reason == "the answer is of a newer edition than \(session.edition.id)")
    let next = session.next()
    #expect(try await next.screen("/terms").number == 2)
    #expect(next.config.number == 2)
  }

  @Test func `A screen that has not changed since the config came needs no second look`()
    async throws
  {
    app.site.change { $0.now += 1 }
    let session = try await app.start()
    _ = try await session.screen("/home")
    _ = try await session.screen("/terms")
    #expect(app.site.paths == ["/config", "/home", "/terms"])
  }

  @Test func `A screen that names the edition of the config needs no second look`() async throws {
    app.site.change { $0.isNamed = true }
    let session = try await app.start()
    _ = try await session.screen("/home")
    #expect(app.site.paths == ["/config", "/home"])
    app.site.publish(changesConfig: false)
    _ = try await session.screen("/terms")
    #expect(app.site.paths == ["/config", "/home", "/terms", "/config"])
    _ = try await session.screen("/news")
    #expect(app.site.paths.suffix(1) == ["/news"])
    app.site.change { $0.documents["/late"] = [:] }
    app.site.publish()
    await #expect(throws: RequestError.self) { try await session.screen("/late") }
  }

  @Test func `A screen that was fetched ahead is shown without another request while it is fresh`()
    async throws
  {
    let client = try app.client()
    let session = try await client.start(clock: app.clock)
    _ = try await client.launch("/terms", purpose: .prefetch).answer
    app.site.change { $0.now += 1 }
    try await session.refresh()
    let terms = try await session.screen("/terms")
    #expect(terms.number == 1)
    #expect(app.site.paths == ["/config", "/terms", "/config"])
  }

  @Test func `A screen that was fetched ahead in an earlier edition is asked for again`()
    async throws
  {
    let client = try app.client()
    let session = try await client.start(clock: app.clock)
    _ = try await client.launch("/terms", purpose: .prefetch).answer
    app.site.change { $0.now += 1 }
    app.site.publish()
    try await session.refresh()
    let terms = try await session.next().screen("/terms")
    #expect(terms.number == 2)
  }

  @Test func `A config that is on its way already proves nothing of a later screen`() async throws {
    let session = try await app.start()
    app.site.hold()
    async let refreshed: Void = session.refresh()
    await eventually { app.site.heldCount >= 1 }
    app.site.publish()
    let screen = Task { try await session.screen("/terms") }
    await eventually { app.site.heldCount >= 2 }
    app.site.letGo()
    try await refreshed
    await #expect(throws: RequestError.self) { try await screen.value }
    #expect(session.status.newer != nil)
  }

  @Test func `A shared answer about the config counts from its own request, not from a later one`()
    async throws
  {
    let client = try app.client()
    let session = try await client.start(clock: app.clock)
    app.site.hold()
    let first = Task { try await session.refresh() }
    await eventually { app.site.heldCount >= 1 }
    app.site.change { $0.now += 1 }
    app.site.publish()
    app.site.change { $0.now += 1 }
    let second = Task { try await session.refresh() }
    await eventually { client.tasks.running.contains(where: \.record.isJoined) }
    app.site.letGo()
    try await first.value
    try await second.value
    #expect(session.status.newer == nil)
    await #expect(throws: RequestError.self) { try await session.screen("/terms") }
    #expect(session.status.newer != nil)
  }

  @Test func `A link that is gone has the config asked for again`() async throws {
    let session = try await app.start()
    app.site.publish()
    app.site.change { $0.documents["/terms"] = nil }
    let error = await #expect(throws: RequestError.self) { try await session.screen("/terms") }
    #expect(error?.kind == .gone)
    #expect(error?.status == 404)
    #expect(session.status.newer != nil)
    #expect(session.next().config.number == 2)
  }

  @Test func `An expired screen is shown on, and a newer one offered where it says something new`()
    async throws
  {
    let session = try await app.start()
    _ = try await session.screen("/home")
    app.site.change { $0.now += 60 }
    let count = app.site.paths.count
    _ = try await session.screen("/home")
    await eventually { app.site.paths.count >= count + 2 }
    while try await session.screen("/home").isStale(at: app.site.now) { await Task.yield() }
    #expect(session.status.newer == nil)
    app.site.change { ($0.documents["/home"], $0.now) = (["price": 5], $0.now + 60) }
    #expect(try await session.screen("/home")["price"] == nil)
    let next = await session.nextOnceOffered()
    #expect(next.edition == session.edition)
    #expect(try await next.screen("/home")["price"] == 5)
    #expect(try await session.screen("/home")["price"] == nil)
  }

  @Test func `What a screen waits for is asked for, and what renews it is in the background`()
    async throws
  {
    let client = try app.client()
    let session = try await client.start(clock: app.clock)
    _ = try await session.screen("/home")
    let shown = client.tasks.ended
    #expect(shown.allSatisfy { $0.purpose == .asked })
    app.site.change { $0.now += 60 }
    _ = try await session.screen("/home")
    await eventually { client.tasks.ended.count >= shown.count + 2 && !session.isAsking }
    let renewed = client.tasks.ended.dropFirst(shown.count)
    #expect(renewed.allSatisfy { $0.purpose == .background })
    #expect(Set(renewed.map(\.address)) == Set(shown.map(\.address)))
    let before = client.tasks.ended.count
    try await session.refresh()
    #expect(client.tasks.ended.dropFirst(before).contains { $0.purpose == .asked })
  }

  @Test func `An app that begins with its bundle asks for the config in the background`()
    async throws
  {
    let client = try app.client()
    _ = try await client.start(.bundled, from: app.bundle(), clock: app.clock)
    await eventually { !client.tasks.ended.isEmpty }
    #expect(client.tasks.ended[0].purpose == .background)
  }

  @Test func `Where a part failed, its default takes the place of no value`() async throws {
    let session = try await app.start()
    _ = try await session.screen("/home")
    app.site.publish()
    app.site.change {
      ($0.extra["_degraded"], $0.now) = (["settings"], $0.now + 60)
      $0.documents["/home"] = ["_degraded": ["prices"]]
    }
    try await session.refresh()
    #expect(session.status.newer == nil)
    app.site.change { ($0.extra, $0.now) = ([:], $0.now + 60) }
    try await session.refresh()
    #expect(session.next().config.number == 2)
  }

  @Test func `Without anything else a config is taken of which a part failed`() async throws {
    app.site.change { $0.extra["_degraded"] = ["settings"] }
    let session = try await app.start()
    #expect(session.config["home"] == "/home")
    app.site.change { ($0.extra, $0.now) = (["settings": 5], $0.now + 60) }
    try await session.refresh()
    #expect(session.next().config["settings"] == 5)
  }

  @Test func `Two requests for a screen are one, and get the same answer`() async throws {
    let session = try await app.start()
    app.site.hold()
    async let one = session.screen("/home")
    async let other = session.screen("home")
    await eventually { app.site.heldCount > 0 }
    app.site.letGo()
    let answers = try await [one, other]
    #expect(answers[0].document.json == answers[1].document.json)
    #expect(app.site.paths.filter { $0 == "/home" }.count == 1)
  }

  @Test func `A list of objects is no screen`() async throws {
    app.site.change { $0.raw["/home"] = #"[{"uuid":"note-1"},{"uuid":"note-2"}]"# }
    let session = try await app.start()
    let error = await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(error?.kind == .unreadable)
    let wrong = await #expect(throws: RequestError.self) { try await session.screen("mailto:a@b") }
    #expect(wrong?.kind == .wrongAddress)
  }

  @Test func `Without a network a screen of another edition is an error, not a mixture`()
    async throws
  {
    try await app.runOnce()
    app.site.publish()
    app.site.change { $0.now += 3_600 }
    let session = try await app.start(.wait(upTo: .seconds(2)))
    app.site.change { $0.isDown = true }
    let error = await #expect(throws: RequestError.self) { try await session.screen("/home") }
    #expect(error?.kind == .unreachable)
  }

  @MainActor @Test func `A view that observes a session hears of its status and of the next one`()
    async throws
  {
    let session = try await app.start()
    let observed = ObservedSession(session)
    let changed = Locked(0)
    withObservationTracking {
      _ = observed.status
    } onChange: {
      changed.withLock { $0 += 1 }
    }
    app.site.change { ($0.extra["banner"], $0.now) = ("Snow", $0.now + 60) }
    try await session.refresh()
    await eventually { observed.status.banner != nil }
    #expect(changed.withLock { $0 } == 1)
    app.site.publish()
    app.site.change { $0.now += 60 }
    try await session.refresh()
    withObservationTracking {
      _ = observed.session
    } onChange: {
      changed.withLock { $0 += 1 }
    }
    observed.next()
    #expect(changed.withLock { $0 } == 2)
    #expect(observed.session.config.number == 2)
    #expect(observed.status.newer == nil)
  }
}
