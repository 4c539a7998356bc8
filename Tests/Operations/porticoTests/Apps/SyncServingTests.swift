// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import PorticoClient
import ProgramTesting
import Testing

/// The client's sync over sockets, with the changes of the gateway's records as the feed.
@Suite(.timeLimit(.minutes(5))) struct `An app's sync at a served site` {
  private let served: ServedNotes

  init() async throws { served = try await ServedNotes() }

  @Test func `Changes come page by page, and later by the stream of events, also after a restart`()
    async throws
  {
    let device = try served.device("one")
    for number in 0..<250 {
      try await served.put(Self.id(number), "{\"text\":\"\(number)\"}")
    }
    let following = Task { await device.sync.run() }
    try await waitUntil("the stream is open") { device.sync.state == .live }
    #expect(served.proxy.exchanges("GET /v1/changes.ndjson").count == 2)
    #expect((0..<250).allSatisfy { device.shown(Self.id($0)) == .string("\($0)") })
    try await served.put(Self.id(3), #"{"text":"changed"}"#)
    try await waitUntil("the change is shown") { device.shown(Self.id(3)) == "changed" }
    try await served.send("DELETE /v1/notes/\(Self.id(4))")
    try await waitUntil("the deletion is shown") {
      device.client.store.snapshot[Self.id(4)] == nil
    }
    try await served.stop()
    try await waitUntil("the stream has ended") {
      if case .waiting = device.sync.state { true } else { false }
    }
    try await served.serve()
    try await served.put(Self.id(5), #"{"text":"behind"}"#)
    device.sync.resume()
    try await waitUntil("the change behind the restart is shown") {
      device.shown(Self.id(5)) == "behind"
    }
    // Tokens outlive the restart: nothing was read anew.
    let pages = served.proxy.exchanges("GET /v1/changes.ndjson")
    #expect(pages.allSatisfy { $0.status == "200" })
    #expect(pages.filter { $0.line.contains("since=0&") }.count == 1)
    following.cancel()
    await following.value
  }

  private static func id(_ number: Int) -> String {
    let digits = String(number)
    return "note-01h455vb4pex5vsknk084s0" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Makes a token of the device outdated, in each of the ways that there are.
  private func outdate(_ code: String) async throws {
    switch code {
    case "types-changed":
      try await served.declare(
        ServedNotes.type.replacing(
          #""stars":{"#,
          with: #""words":{"type":"text","default":"x"},"stars":{"#
        )
      )
    default:
      try await served.stop()
      let file = "\(served.sites.folder)/state/resources.sqlite"
      let outcome = try await Program("sqlite3").run([file, "UPDATE zone SET horizon = version"])
      try #require(outcome.status == 0, "\(outcome.errors)")
      try await served.serve()
    }
  }

  @Test(arguments: ["types-changed", "past-horizon"])
  func `A token that the gateway does not know any more makes all be read, and loses no operation`(
    code: String
  ) async throws {
    let (device, other) = (try served.device("one"), try served.device("two"))
    let kept = try await device.create(["text": "kept", "stars": 1])
    let gone = try await device.create(["text": "gone"])
    try await device.deliver()
    try await device.sync.pull()
    let added = try await other.create(["text": "added"])
    try await other.deliver()
    try await served.send("DELETE /v1/notes/\(gone)")
    try await outdate(code)
    served.proxy.setOffline(true)
    try await device.enqueue(.attributes([AttributeOperation("stars", .inc, 1)]), kept)
    let mine = try await device.create(["text": "mine"])
    await device.outbox.settled()
    served.proxy.setOffline(false)
    try await device.sync.pull()
    let refused = served.proxy.exchanges("GET /v1/changes.ndjson").filter { $0.status == "410" }
    #expect(refused.count == 1)
    #expect(device.shown(kept, "stars") == 2 && device.shown(mine) == "mine")
    #expect(device.shown(added) == "added")
    #expect(device.client.store.snapshot[gone] == nil)
    #expect(device.outbox.pending.count == 2)
    try await device.deliver()
    #expect(try await served.note(kept)?["stars"] == 2)
    #expect(try await served.note(mine)?["text"] == "mine")
    try await device.sync.pull()
    #expect(device.shown(kept, "stars") == 2 && device.shown(mine) == "mine")
    #expect(served.proxy.exchanges("GET /v1/changes.ndjson").last?.status == "200")
  }

  @Test
  func `An open stream of events is told of a new form of the records, and all are read anew`()
    async throws
  {
    let device = try served.device("one")
    let id = try await device.create(["text": "a"])
    try await device.deliver()
    let following = Task { await device.sync.run() }
    try await waitUntil("the stream is open") { device.sync.state == .live }
    try await outdate("types-changed")
    try await waitUntil("the new form is shown") { device.shown(id, "words") == "x" }
    following.cancel()
    await following.value
  }

  /// Backs the records up.
  private func backUp() async throws {
    try await served.portico(
      "backup",
      "--site",
      "\(served.sites.folder)/shop",
      "--state",
      "\(served.sites.folder)/state",
      "\(served.sites.folder)/backup"
    )
  }

  /// Serves the records of the backup in place of the present ones.
  private func restore() async throws {
    try await served.stop()
    let folder = served.sites.folder
    try await served.portico("restore", "--state", "\(folder)/restored", "\(folder)/backup")
    try await served.serve("restored")
  }

  @Test func `Operations that wait survive a restore of the records, and meet what is there then`()
    async throws
  {
    let device = try served.device("one")
    let same = try await device.create(["text": "same", "stars": 1])
    let other = try await device.create(["text": "before"])
    try await device.deliver()
    try await backUp()
    // What is written behind the backup is lost, also what the device knows as done.
    try await served.put(other, #"{"text":"behind"}"#)
    let lost = try await device.create(["text": "lost"])
    try await device.deliver()
    try await device.sync.pull()
    #expect(device.shown(other) == "behind")
    served.proxy.setOffline(true)
    try await device.enqueue(.merge(["stars": 2]), same, ifUnchanged: true)
    try await device.enqueue(.merge(["text": "mine"]), other, ifUnchanged: true)
    try await device.enqueue(.merge(["text": "found"]), lost)
    let new = try await device.create(["text": "new"])
    await device.outbox.settled()
    try await restore()
    try await device.sync.pull()
    let refused = served.proxy.exchanges("GET /v1/changes.ndjson").filter { $0.status == "410" }
    #expect(refused.count == 1)
    device.outbox.resume()
    await device.outbox.settled()
    #expect(try await served.note(same)?["stars"] == 2)
    #expect(try await served.note(new)?["text"] == "new")
    let conflict = try #require(device.outbox.conflicts.first)
    let attribute = try #require(conflict.attributes.first)
    #expect([attribute.base, attribute.mine, attribute.theirs] == ["behind", "mine", "before"])
    let refusal = try #require(device.outbox.refusals.first)
    #expect(refusal.operation.object == lost)
    try await device.outbox.resolve(conflict, .mine)
    try await device.outbox.decide(refusal, .drop)
    try await device.deliver()
    #expect(try await served.note(other)?["text"] == "mine")
    try await device.sync.pull()
    #expect(device.client.store.snapshot[lost] == nil && device.shown(other) == "mine")
  }

  @Test func `An operation that the backup does not know is performed again behind the restore`()
    async throws
  {
    let device = try served.device("one")
    let id = try await device.create(["text": "a", "stars": 1])
    try await device.deliver()
    try await device.sync.pull()
    let operation = ObjectOperation.Change.attributes([AttributeOperation("stars", .inc, 1)])
    served.proxy.fail("PATCH", .loseAnswer)
    try await device.enqueue(operation, id)
    await device.outbox.settled()
    try await backUp()
    // The backup has this one, with its key; the next one it does not have.
    let second = try await device.create(["text": "b", "stars": 1])
    await device.outbox.settled()
    try await restore()
    try await device.sync.pull()
    #expect(device.shown(id, "stars") == 3)
    try await device.deliver()
    #expect(try await served.note(id)?["stars"] == 2)
    #expect(device.shown(id, "stars") == 2)
    #expect(try await served.note(second)?["text"] == "b")
    #expect(
      served.proxy.exchanges("PATCH").map { $0.field("idempotency-replayed") } == [nil, "true"]
    )
  }

  @Test func `A refusal of the stream of events is followed by the pause that it asks for`()
    async throws
  {
    let served = try await ServedNotes("limits: { visitorStreams: 1 },")
    let (one, two) = (try served.device("one", token: nil), try served.device("two", token: nil))
    let first = Task { await one.sync.run() }
    try await waitUntil("the first stream is open") { one.sync.state == .live }
    let second = Task { await two.sync.run() }
    try await waitUntil("the second one waits") { two.sync.state == .waiting(.seconds(30)) }
    first.cancel()
    await first.value
    try await waitUntil("the second stream is open") {
      if two.sync.state == .waiting(.seconds(30)) { two.clock.wake(.seconds(30)) }
      return two.sync.state == .live
    }
    second.cancel()
    await second.value
  }
}
