// SPDX-License-Identifier: Apache-2.0

import Backends
import ContentModel
import Edges
import HTTPValues
import Purging
import SiteTesting
import Sites
import Testing

private let twoNodes =
  #"{ kind: "varnish", purge: { address: ["http://10.0.0.1", "http://10.0.0.2"] } }"#
private let oneNode = #"{ kind: "varnish", purge: { address: "http://10.0.0.1" } }"#
private let proved =
  #"{ kind: "varnish", purge: { address: "http://10.0.0.1", probe: "http://public" } }"#

/// A machine with a clock of its own.
private struct Purges {
  var machine: PurgeMachine
  var now: Int64 = 1_000

  init(_ change: (inout PurgeMachine.Limits) -> Void = { _ in }) {
    var limits = PurgeMachine.Limits()
    change(&limits)
    machine = PurgeMachine(limits, random: SmallRandom(seed: 1))
  }

  mutating func handle(_ event: PurgeMachine.Event) -> [PurgeMachine.Action] {
    machine.handle(event, at: PurgeMachine.Time(seconds: now, nanoseconds: now * 1_000_000_000))
  }

  /// Hands a purge in; answers what is sent.
  mutating func submit(
    _ id: String = "a",
    _ target: Purge.Target = .paths(["/a"]),
    samples: [String] = [],
    at text: String
  ) throws -> [PurgeMachine.Ticket] {
    let site = PurgeSite(edges: [try MemorySite.edge(text)])
    let decisions = site.decisions(Purge(target, .hard), environment: [:])
    let job = PurgeJob(
      id: id,
      Purge(target, .hard, samples: samples),
      submitted: now,
      legs: decisions.map(\.leg)
    )
    return handle(.submitted(job, decisions.map(\.decision))).tickets
  }
}

extension [PurgeMachine.Action] {
  /// The tickets of requests and probes to send.
  fileprivate var tickets: [PurgeMachine.Ticket] {
    compactMap {
      switch $0 {
      case .send(let ticket, _, _, _), .probe(let ticket, _, _, _): ticket
      case .pause, .keep, .attempted, .ended, .finished, .widened: nil
      }
    }
  }

  fileprivate var pauses: [(ticket: PurgeMachine.Ticket, duration: Duration)] {
    compactMap { if case .pause(let ticket, let duration) = $0 { (ticket, duration) } else { nil } }
  }

  fileprivate var finished: PurgeJob? {
    lazy.compactMap { if case .finished(let job) = $0 { job } else { nil } }.first
  }
}

@Suite struct `A purge that is being sent` {
  @Test func `A purge is done when every node has accepted it`() throws {
    var purges = Purges()
    let sent = try purges.submit(at: twoNodes)
    #expect(sent.count == 2)
    #expect(purges.machine["a"]?.state == .sending)
    #expect(purges.handle(.replied(sent[0], .status(200))).finished == nil)
    let job = purges.handle(.replied(sent[1], .status(200))).finished
    #expect(job?.state == .done)
    #expect(job?.legs.first?.attempts == 2)
    #expect(job?.legs.first?.status == 200)
    #expect(job?.legs.first?.at == 1_000)
  }

  @Test func `A purge of many tags and paths is sent in several requests`() throws {
    var purges = Purges()
    var ticket = try #require(purges.submit("a", .paths(["/a", "/b", "/c"]), at: oneNode).first)
    for _ in 0..<2 {
      let actions = purges.handle(.replied(ticket, .status(200)))
      #expect(actions.finished == nil)
      ticket = try #require(actions.tickets.first)
    }
    #expect(purges.handle(.replied(ticket, .status(200))).finished?.state == .done)
  }

  @Test func `A purge is retried with exponential backoff and jitter, then fails`() throws {
    var purges = Purges { $0.attempts = 10 }
    var ticket = try #require(purges.submit(at: oneNode).first)
    var pauses: [Duration] = []
    for _ in 0..<9 {
      let pause = try #require(purges.handle(.replied(ticket, .status(503))).pauses.first)
      pauses.append(pause.duration)
      ticket = try #require(purges.handle(.due(pause.ticket)).tickets.first)
    }
    for (index, pause) in pauses.enumerated() {
      let whole = min(Duration.milliseconds(500) * (1 << index), .seconds(60))
      #expect((whole / 2...whole).contains(pause))
    }
    #expect(Set(pauses).count == pauses.count)
    let job = try #require(purges.handle(.replied(ticket, .status(503))).finished)
    #expect(job.state == .failed)
    #expect(job.legs[0].error == "10.0.0.1: status 503")
    #expect(job.legs[0].attempts == 10)
  }

  @Test func `A purge is retried after the time in Retry-After, within bounds`() throws {
    var purges = Purges()
    let ticket = try #require(purges.submit(at: oneNode).first)
    let polite = purges.handle(.replied(ticket, .status(429, retryAfter: 7))).pauses
    #expect(polite.first?.duration == .seconds(7))
    let again = try #require(purges.handle(.due(ticket)).tickets.first)
    let long = purges.handle(.replied(again, .status(503, retryAfter: 86_400))).pauses
    #expect(long.first?.duration == .seconds(60))
  }

  @Test(arguments: [400, 401, 403, 404, 301])
  func `A purge refused with a status that a retry cannot change fails at once`(status: Int) throws
  {
    var purges = Purges()
    let ticket = try #require(purges.submit(at: oneNode).first)
    let job = purges.handle(.replied(ticket, .status(status, text: "no such key"))).finished
    #expect(job?.state == .failed)
    #expect(job?.legs[0].error == "10.0.0.1: status \(status), no such key")
  }

  @Test func `A purge reaches the other nodes while one is dead`() throws {
    var purges = Purges { $0.attempts = 2 }
    let sent = try purges.submit(at: twoNodes)
    let pause = purges.handle(.replied(sent[0], .failure("connect: refused"))).pauses
    #expect(purges.handle(.replied(sent[1], .status(200))).finished == nil)
    let again = try #require(purges.handle(.due(pause[0].ticket)).tickets.first)
    let job = purges.handle(.replied(again, .failure("connect: refused"))).finished
    #expect(job?.state == .failed)
    #expect(job?.legs[0].attempts == 3)
    #expect(job?.legs[0].error == "10.0.0.1: connect: refused")
  }

  @Test func `A purge that succeeds after a retry still shows the error before`() throws {
    var purges = Purges()
    let ticket = try #require(purges.submit(at: oneNode).first)
    _ = purges.handle(.replied(ticket, .status(500)))
    let again = try #require(purges.handle(.due(ticket)).tickets.first)
    let job = purges.handle(.replied(again, .status(200))).finished
    #expect(job?.state == .done)
    #expect(job?.legs[0].error == "10.0.0.1: status 500")
  }

  @Test func `A purge waits while as many requests are under way as allowed`() throws {
    var purges = Purges { $0.requests = 3 }
    var sent: [PurgeMachine.Ticket] = []
    for number in 0..<5 { sent += try purges.submit("\(number)", at: oneNode) }
    #expect(sent.count == 3)
    #expect(purges.machine["4"]?.state == .queued)
    for _ in 0..<5 { sent += purges.handle(.replied(sent.removeFirst(), .status(200))).tickets }
    #expect((0..<5).allSatisfy { purges.machine["\($0)"]?.state == .done })
  }

  @Test func `A purge fails at an edge that cannot be asked, and is done without edges`() throws {
    var purges = Purges()
    let job = PurgeJob(
      id: "a",
      Purge(.everything, .hard),
      submitted: 0,
      legs: [
        PurgeJob.Leg(edge: "b", kind: .akamai), PurgeJob.Leg(edge: "c", kind: .varnish),
        PurgeJob.Leg(edge: "d", kind: .fastly),
      ]
    )
    let plan = try PurgePlan(
      Purge(.everything, .hard),
      at: MemorySite.edge(oneNode),
      base: nil,
      environment: [:]
    )
    let actions = purges.handle(.submitted(job, [.refused("no"), .plan(plan), .refused("no")]))
    #expect(actions.finished == nil)
    let over = purges.handle(.replied(actions.tickets[0], .status(200))).finished
    #expect(over?.legs.map(\.state) == [.failed, .done, .failed])
    #expect(over?.state == .failed)
    _ = try purges.submit("none", at: "{ peers: [] }")
    #expect(purges.machine["none"]?.state == .done)
  }

  @Test func `The oldest finished purge is forgotten when the limit of jobs is reached`() throws {
    var purges = Purges { $0.jobs = 2 }
    let first = try purges.submit("first", at: oneNode)
    let second = try purges.submit("second", at: oneNode)
    var hasRoom = purges.machine.makeRoom()
    #expect(!hasRoom)
    _ = purges.handle(.replied(second[0], .status(200)))
    hasRoom = purges.machine.makeRoom()
    #expect(hasRoom)
    #expect(purges.machine.latest().map(\.id) == ["first"])
    _ = try purges.submit("third", at: oneNode)
    #expect(purges.machine.latest().map(\.id) == ["third", "first"])
    #expect(purges.machine.latest(1) { $0.id != "third" }.map(\.id) == ["first"])
    _ = purges.handle(.replied(first[0], .status(200)))
    #expect(purges.machine["first"]?.state == .done)
  }
}

@Suite struct `A purge that is proved` {
  @Test func `A purge is proved when every sample path answers with something new`() throws {
    var purges = Purges()
    let ticket = try #require(
      purges.submit("a", .tags(["x"]), samples: ["/a", "/b"], at: proved).first
    )
    let pause = try #require(purges.handle(.replied(ticket, .status(200))).pauses.first)
    // A response made within the second of the purge may be older than the purge.
    #expect(pause.duration == .seconds(1))
    #expect(purges.machine["a"]?.state == .verifying)
    purges.now += 1
    var actions = purges.handle(.due(pause.ticket))
    guard case .probe(let first, "/a", let place, 1_001)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(place.host == "public")
    actions = purges.handle(.probed(first, .renewed))
    guard case .probe(let second, "/b", _, _)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    purges.now += 2
    let job = purges.handle(.probed(second, .renewed)).finished
    #expect(job?.state == .done)
    #expect(job?.legs[0].consistentAfterMilliseconds == 3_000)
  }

  @Test func `A purge is sent again, a few times at most, if an older answer was stored`() throws {
    var purges = Purges { $0.repeats = 2 }
    var ticket = try #require(purges.submit(at: proved).first)
    for round in 0...2 {
      let pause = try #require(purges.handle(.replied(ticket, .status(200))).pauses.first)
      #expect(pause.ticket.round == round)
      purges.now += 1
      let probe = try #require(purges.handle(.due(pause.ticket)).tickets.first)
      let actions = purges.handle(.probed(probe, .outdated))
      if round < 2 {
        ticket = try #require(actions.tickets.first)
        #expect(ticket.step == .request(address: 0))
        #expect(purges.machine["a"]?.legs[0].repeats == round + 1)
      } else {
        #expect(actions.finished?.state == .failed)
        #expect(actions.finished?.legs[0].error?.contains("made before the purge") == true)
      }
    }
  }

  @Test func `An undecided probe is repeated a few times before its purge fails`() throws {
    var purges = Purges { $0.probes = 3 }
    let ticket = try #require(purges.submit(at: proved).first)
    let pause = try #require(purges.handle(.replied(ticket, .status(200))).pauses.first)
    var probe = try #require(purges.handle(.due(pause.ticket)).tickets.first)
    for _ in 0..<2 {
      let pause = try #require(purges.handle(.probed(probe, .undecided("status 502"))).pauses.first)
      probe = try #require(purges.handle(.due(pause.ticket)).tickets.first)
    }
    let job = purges.handle(.probed(probe, .undecided("status 502"))).finished
    #expect(job?.state == .failed)
    #expect(job?.legs[0].error == "status 502")
  }

  @Test func `A purge of tags without a sample path is not probed`() throws {
    var purges = Purges()
    let ticket = try #require(purges.submit("a", .tags(["x"]), at: proved).first)
    #expect(purges.handle(.replied(ticket, .status(200))).finished?.state == .done)
  }
}
