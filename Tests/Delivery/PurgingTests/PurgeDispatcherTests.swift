// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Dispatch
import Edges
import FolderTesting
import HTTPValues
import LoopTesting
import Purging
import Reactor
import Signals
import SiteTesting
import Sites
import Synchronization
import Testing

private func varnish(
  _ addresses: SocketAddress...,
  probe: SocketAddress? = nil
) throws
  -> EdgeSettings
{
  let places = addresses.map { "\"http://\($0)\"" }.joined(separator: ", ")
  let probe = probe.map { ", probe: \"http://\($0)\"" } ?? ""
  return try MemorySite.edge("{ kind: \"varnish\", purge: { address: [\(places)]\(probe) } }")
}

@Suite(.timeLimit(.minutes(5))) struct `A purge at a CDN that fails` {
  @Test func `A purge is retried at a failing CDN until it succeeds`() async throws {
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { number, _ in
      number < 3 ? reply("500 Oh", "Connection: keep-alive") : reply("200 OK")
    }
    let dispatcher = try await DispatcherFixture([varnish(cdn.address)], in: TemporaryFolder())
    let job = try await dispatcher.run(.paths(["/items/7"]), .soft)
    #expect(job.state == .done)
    #expect(job.legs[0].attempts == 3)
    #expect(job.legs[0].status == 200)
    #expect(requests.all.allSatisfy { $0.hasPrefix("PURGE /items/7 HTTP/1.1\r\n") })
    #expect(requests.all.allSatisfy { $0.lowercased().contains("x-purge-soft: 1\r\n") })
    let (registry, signals) = (dispatcher.registry, dispatcher.signals)
    let edge = job.legs[0].edge
    #expect(registry.value(of: signals.requests.series([edge, "varnish", "done"])) == 1)
    #expect(registry.value(of: signals.requests.series([edge, "varnish", "failed"])) == 2)
    #expect(registry.value(of: signals.purges.series([edge, "varnish", "done"])) == 1)
    // By path, soft, ordered by an operator.
    #expect(registry.value(of: signals.accepted[positions: [1, 0, 0]]) == 1)
    #expect(dispatcher.dispatcher.unfinished.isEmpty)
    cdn.stop()
  }

  @Test func `A purge fails after its last attempt at a failing CDN`() async throws {
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { _, _ in reply("503 Busy") }
    let dispatcher = try await DispatcherFixture([varnish(cdn.address)], in: TemporaryFolder()) {
      $0.attempts = 4
    }
    let job = try await dispatcher.run(.everything)
    #expect(job.state == .failed)
    #expect(requests.count == 4)
    let failed = dispatcher.signals.purges.series([job.legs[0].edge, "varnish", "failed"])
    #expect(dispatcher.registry.value(of: failed) == 1)
    cdn.stop()
  }

  @Test func `A purge at a CDN that does not answer times out and is retried`() async throws {
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { number, _ in
      number == 1 ? "" : reply("200 OK")
    }
    let dispatcher = try await DispatcherFixture([varnish(cdn.address)], in: TemporaryFolder()) {
      $0.timeout = .milliseconds(300)
    }
    let job = try await dispatcher.run(.everything)
    #expect(job.state == .done)
    #expect(job.legs[0].error?.contains("timeout") == true)
    cdn.stop()
  }

  @Test
  func `A purge reaches the other nodes of an edge while one refuses to connect`() async throws {
    // Bound and closed again: nobody listens there.
    let dead = try ScriptedServer { _, _ in }
    dead.stop()
    let requests = Requests()
    let alive = try ScriptedServer(cdn: requests) { _, _ in reply("200 OK") }
    let dispatcher = try await DispatcherFixture(
      [varnish(dead.address, alive.address)],
      in: TemporaryFolder()
    ) {
      $0.attempts = 2
      $0.timeout = .milliseconds(500)
    }
    let job = try await dispatcher.run(.everything)
    #expect(job.state == .failed)
    #expect(requests.count == 1)
    #expect(job.legs[0].status == 200)
    alive.stop()
  }

  @Test func `A failed purge shows the CDN's error`() async throws {
    let cdn = try ScriptedServer(cdn: Requests()) { _, _ in
      "HTTP/1.1 403 No\r\nContent-Length: 12\r\n\r\nwrong\n token"
    }
    let settings = try MemorySite.edge(
      #"{ kind: "fastly", purge: { address: "http://\#(cdn.address)", service: "S", "#
        + #"secret: "TOKEN", probe: "http://www.example.com" } }"#
    )
    let dispatcher = try await DispatcherFixture(
      [settings],
      in: TemporaryFolder(),
      environment: ["TOKEN": "s3cret"]
    )
    let job = try await dispatcher.run(.tags(["a"]))
    #expect(job.state == .failed)
    #expect(job.legs[0].error == "127.0.0.1: status 403, wrong token")
    cdn.stop()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A purge that a restart interrupts` {
  @Test func `An interrupted purge goes on after a restart, without repeating finished edges`()
    async throws
  {
    let folder = TemporaryFolder()
    let requests = Requests()
    let isUp = Atomic(false)
    let quick = try ScriptedServer(cdn: requests) { _, _ in reply("200 OK") }
    let slow = try ScriptedServer(cdn: Requests()) { _, _ in
      isUp.load(ordering: .acquiring) ? reply("200 OK") : ""
    }
    var edges = [try varnish(quick.address), try varnish(slow.address)]
    edges[1].name = "slow"
    var dispatcher: DispatcherFixture? = try await DispatcherFixture(edges, in: folder)
    let id = try #require(
      try await dispatcher?.dispatcher.submit(Purge(.tags(["item-7"]), .soft)).id
    )
    try await waitUntil("the first edge has purged") {
      dispatcher?.dispatcher.job(id)?.legs[0].state == .done
    }
    // The disk's thread has written what it was given before this.
    let second = try #require(
      try await dispatcher?.dispatcher.submit(Purge(.everything, .hard)).id
    )
    dispatcher?.kill()
    dispatcher = nil

    isUp.store(true, ordering: .releasing)
    let before = requests.all.count { $0.contains("item-7") }
    let next = try await DispatcherFixture(edges, in: folder)
    let job = await next.end(of: id)
    #expect(job.state == .done)
    #expect(job.purge.target == .tags(["item-7"]))
    #expect(job.purge.isSoft)
    // A finished purge is not sent again.
    #expect(requests.all.count { $0.contains("item-7") } == before)
    #expect(await next.end(of: second).state == .done)
    #expect(next.dispatcher.latest(10).map(\.id) == [second, id])
    quick.stop()
    slow.stop()
  }

  @Test func `An interrupted purge fails if its edge is gone after the restart`() async throws {
    let folder = TemporaryFolder()
    let cdn = try ScriptedServer(cdn: Requests()) { _, _ in "" }
    var dispatcher: DispatcherFixture? = try await DispatcherFixture(
      [varnish(cdn.address)],
      in: folder
    )
    let id = try #require(try await dispatcher?.dispatcher.submit(Purge(.everything, .soft)).id)
    dispatcher?.kill()
    dispatcher = nil
    let next = try await DispatcherFixture([], in: folder)
    #expect(next.dispatcher.job(id)?.state == .failed)
    #expect(next.dispatcher.job(id)?.legs[0].error?.contains("no edge of this name") == true)
    cdn.stop()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A purge that is proved at the public URL` {
  private func date(_ seconds: Int64) -> String { "Date: \(HTTPDate(seconds: seconds).text)" }

  @Test
  func `A purge is sent again if a probe finds that a cache stored the old answer`() async throws {
    let purges = Requests()
    let cache = try ScriptedServer(cdn: purges) { _, _ in reply("200 OK") }
    let future = Int64(4_000_000_000)
    let looks = Requests()
    let answers = [
      reply("200 OK", date(1_000)), reply("502 Bad"),
      reply("200 OK", date(future), "Age: 60"),
    ]
    let edge = try ScriptedServer(cdn: looks) { number, _ in answers[min(number, 3) - 1] }
    let dispatcher = try await DispatcherFixture(
      [varnish(cache.address, probe: edge.address)],
      in: TemporaryFolder()
    )
    let job = try await dispatcher.run(.tags(["a"]), samples: ["/items/7"])
    #expect(job.state == .done)
    #expect(job.legs[0].repeats == 1)
    #expect(purges.count == 2)
    #expect(looks.count == 3)
    #expect(looks.all.allSatisfy { $0.hasPrefix("GET /items/7 HTTP/1.1\r\n") })
    #expect(job.legs[0].consistentAfterMilliseconds != nil)
    let proven = dispatcher.signals.consistency.series([job.legs[0].edge, "varnish"])
    #expect(dispatcher.registry.value(of: proven).count == 1)
    cache.stop()
    edge.stop()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A purge that was accepted` {
  @Test func `A purge is on the disk before it is acknowledged`() async throws {
    let dispatcher = try await DispatcherFixture([], in: TemporaryFolder())
    for count in 1...3 {
      _ = try await dispatcher.dispatcher.submit(Purge(.everything, .soft))
      #expect(dispatcher.journal.isSafe)
      #expect(dispatcher.journal.waits == count)
    }
  }

  @Test
  func `Purges submitted at the same time share one synchronization of the disk`() async throws {
    let dispatcher = try await DispatcherFixture([], in: TemporaryFolder())
    let writing = DispatchSemaphore(value: 0)
    #expect(dispatcher.dispatcher.disk.submit { writing.wait() })
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { _ = try await dispatcher.dispatcher.submit(Purge(.everything, .soft)) }
      }
      try await waitUntil("eight jobs are there") { dispatcher.dispatcher.latest(10).count >= 8 }
      // The loop hands the last one in during the turn in which it can be seen.
      await dispatcher.turn()
      writing.signal()
      try await group.waitForAll()
    }
    #expect(dispatcher.journal.isSafe)
    #expect(dispatcher.journal.waits == 1)
  }

  @Test func `The purges of one publication share one synchronization of the disk`() async throws {
    let dispatcher = try await DispatcherFixture([], in: TemporaryFolder())
    let purges = (0..<5).map {
      Purge(.tags(["item-\($0)"]))
    }
    let failure = await withCheckedContinuation { continuation in
      dispatcher.dispatcher.take(purges, reason: "edition published") {
        continuation.resume(returning: $0)
      }
    }
    #expect(failure == nil)
    #expect(dispatcher.dispatcher.latest(10).count == 5)
    #expect(dispatcher.journal.waits == 1)
    #expect(dispatcher.journal.isSafe)
  }
}

@Suite struct `A dispatcher with as many purges as it takes` {
  @Test(.timeLimit(.minutes(5))) func `A purge beyond the limit of unfinished ones is refused`()
    async throws
  {
    let cdn = try ScriptedServer(cdn: Requests()) { _, _ in "" }
    let dispatcher = try await DispatcherFixture([varnish(cdn.address)], in: TemporaryFolder()) {
      $0.jobs = 2
    }
    for _ in 0..<2 { _ = try await dispatcher.dispatcher.submit(Purge(.everything, .soft)) }
    await #expect(throws: PurgeDispatcher.Overload.self) {
      try await dispatcher.dispatcher.submit(Purge(.everything, .soft))
    }
    cdn.stop()
  }
}
