// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The start of an app` {
  private let app = AppUnderTest()

  @Test func `A client that is made reads nothing and asks for nothing`() throws {
    _ = try app.client()
    #expect(app.disk.reads == [])
    #expect(app.site.paths == [])
  }

  @Test func `Without a network the config and the first screen are there after two records`()
    async throws
  {
    try await app.runOnce()
    app.site.change { ($0.isDown, $0.now) = (true, $0.now + 86_400) }
    let before = app.disk.reads.count
    let session = try await app.start()
    let home = try await session.screen("/home")
    #expect(session.edition.source == .disk)
    #expect(session.config["home"] == "/home")
    #expect(home.number == 1)
    #expect(home.source == .disk)
    #expect(home.edition == session.edition)
    #expect(home.isStale(at: app.site.now))
    let kept = app.disk.reads.dropFirst(before).filter {
      $0.hasPrefix("edition:") || $0.hasPrefix("shown:")
    }
    #expect(kept == ["edition:shown:https://shop.example/config", "shown:/home"])
  }

  @Test
  func `Who reads another language gets no fresh config of the disk, unless the network fails`()
    async throws
  {
    try await app.runOnce()
    app.site.change { $0.requests = [] }
    let session = try await app.client(languages: "de").start(
      .wait(upTo: .seconds(2)),
      clock: app.clock
    )
    #expect(session.config.source == .network)
    #expect(app.site.paths == ["/config"])
    app.site.change { $0.isDown = true }
    let offline = try await app.client(languages: "fr").start(
      .wait(upTo: .seconds(2)),
      clock: app.clock
    )
    #expect(offline.config.source == .disk)
  }

  @Test func `Fresh answers of the disk need no request`() async throws {
    try await app.runOnce()
    app.site.change { $0.requests = [] }
    _ = try await app.start(.wait(upTo: .seconds(2))).screen("/home")
    #expect(app.site.paths == [])
  }

  @Test func `Objects that a kept screen refers to are read with it`() async throws {
    app.site.change {
      $0.documents["/home"] = [
        "notes": [["uuid": "note-1", "author": ["uuid": "u-1", "name": "Ann"]]]
      ]
    }
    try await app.runOnce()
    app.site.change { $0.isDown = true }
    let home = try await app.start().screen("/home")
    #expect(home["notes"] == ["note-1"])
    #expect(home.snapshot["note-1"]?["author"] == "u-1")
    #expect(home.snapshot["u-1"]?["name"] == "Ann")
  }

  @Test func `A disk that hangs does not delay the network's screen`() async throws {
    try await app.runOnce()
    app.site.publish()
    app.disk.hold()
    let client = try app.client()
    async let session = client.start(clock: app.clock)
    await app.clock.pass(.milliseconds(20))
    let begun = try await session
    #expect(begun.edition.source == .network)
    async let home = begun.screen("/home")
    await app.clock.pass(.milliseconds(20))
    #expect(try await home.number == 2)
    app.disk.letGo()
    let kept = "edition:shown:https://shop.example/config"
    await eventually { client.store.snapshot.contains(kept) }
    for _ in 0..<100 { await Task.yield() }
    #expect(begun.status.newer == nil)
  }

  @Test func `A network that hangs does not delay the disk's screen`() async throws {
    try await app.runOnce()
    app.site.change { $0.now += 3_600 }
    app.site.hold()
    let session = try await app.start()
    #expect(try await session.screen("/home").number == 1)
    #expect(session.edition.source == .disk)
    app.site.letGo()
  }

  @Test func `The network is waited for up to the bound, and then the disk is taken`() async throws
  {
    try await app.runOnce()
    app.site.publish()
    app.site.change { $0.now += 3_600 }
    app.site.hold()
    async let session = app.start(.wait(upTo: .seconds(2)))
    await eventually { app.site.heldCount > 0 }
    await app.clock.pass(.seconds(2))
    let begun = try await session
    #expect(begun.edition.source == .disk)
    app.site.letGo()
    let next = await begun.nextOnceOffered()
    #expect(next.edition.source == .network)
    #expect(try await next.screen("/home").number == 2)
  }

  @Test func `Within the bound the network's answer is taken in place of an old one`() async throws
  {
    try await app.runOnce()
    app.site.publish()
    app.site.change { $0.now += 3_600 }
    let session = try await app.start(.wait(upTo: .seconds(2)))
    #expect(session.config.number == 2)
    #expect(session.edition.source == .network)
  }

  @Test func `Behind the bound the bundle is taken, though the disk hangs too`() async throws {
    app.disk.hold()
    app.site.hold()
    async let session = app.start(.wait(upTo: .seconds(2)), app.bundle())
    await app.clock.pass(.milliseconds(20))
    await eventually { app.site.heldCount > 0 && !app.clock.waits.isEmpty }
    app.clock.advance(by: .seconds(2))
    #expect(try await session.config.number == 0)
    app.disk.letGo()
    app.site.letGo()
  }

  @Test func `The bundle is there at once, and its values never come back after newer ones`()
    async throws
  {
    app.disk.hold()
    app.site.hold()
    let session = try await app.start(.bundled, app.bundle())
    let home = try await session.screen("/home")
    #expect([session.edition.source, home.source] == [.bundle, .bundle])
    #expect(home.number == 0)
    app.disk.letGo()
    app.site.letGo()
    let next = await session.nextOnceOffered()
    #expect(try await next.screen("/home").number == 1)
    #expect(try await session.screen("/home").number == 0)
    #expect(next.status.newer == nil)
    #expect(session.status.newer == next.edition)
  }

  @Test func `An app that was updated starts with its bundle, if the disk is older`() async throws {
    try await app.runOnce()
    app.site.change { ($0.isDown, $0.now) = (true, $0.now + 864_000) }
    let newer = try app.bundle(expire: app.site.now - 10)
    #expect(try await app.start(.cached, newer).config.number == 0)
    #expect(try await app.start(.cached, app.bundle()).config.number == 1)
  }

  @Test func `A first start without network and bundle says that there is nothing`() async throws {
    app.site.change { $0.isDown = true }
    let error = await #expect(throws: RequestError.self) { try await app.start() }
    #expect(error?.kind == .unreachable)
    #expect(
      error?.reason.hasSuffix("there is no edition on the disk and none in the bundle") == true
    )
    #expect(try await app.start(.cached, app.bundle()).edition.source == .bundle)
  }

  @Test(arguments: ["<html>Sign in to this network", #"{"home":"/home"}"#, #"{"datatype":"#, "[1]"])
  func `A broken config is told where nothing else is there, and takes nothing away`(
    body: String
  ) async throws {
    app.site.change { $0.raw["/config"] = body }
    let error = await #expect(throws: RequestError.self) { try await app.start() }
    #expect(error?.kind == .unreadable)
    app.site.change { $0.raw = [:] }
    try await app.runOnce()
    app.site.change { ($0.raw["/config"], $0.now) = (body, $0.now + 3_600) }
    let session = try await app.start(.wait(upTo: .seconds(2)))
    #expect(session.edition.source == .disk)
    #expect(session.config["home"] == "/home")
    await #expect(throws: RequestError.self) { try await session.refresh() }
    #expect(session.status.newer == nil)
  }

  @Test func `A broken bundle is an error where it is given`() {
    #expect(throws: JSONFault.self) { try FirstEdition(config: Array("{".utf8)) }
  }

  @Test func `The disk starts with the edition of which a screen was shown last`() async throws {
    try await app.runOnce()
    app.site.publish()
    app.site.change { $0.now += 3_600 }
    let client = try app.client()
    let session = try await client.start(clock: app.clock).nextOnceOffered()
    #expect(session.config.number == 2)
    try await client.store.synchronize()
    app.site.change { $0.isDown = true }
    #expect(try await app.start().screen("/home").number == 1)
    app.site.change { $0.isDown = false }
    _ = try await session.screen("/home")
    try await client.store.synchronize()
    app.site.change { $0.isDown = true }
    #expect(try await app.start().screen("/home").number == 2)
  }

  @Test func `Garbage collection leaves what the next start needs`() async throws {
    let client = try app.client()
    _ = try await client.start(clock: app.clock).screen("/home")
    client.store.collectGarbage { _ in false }
    try await client.store.synchronize()
    app.site.change { $0.isDown = true }
    #expect(try await app.start().screen("/home").number == 1)
  }
}
