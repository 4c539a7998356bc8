// SPDX-License-Identifier: Apache-2.0

import LoadTest
import SeededTesting
import Sites
import Testing

/// A server of a virtual clock: each connection carries one request at a time.
private struct VirtualServer {
  /// Returns how long a request takes that the server gets at this time.
  let service: (Int64) -> Int64
  let connections: Int

  /// Plays a test until its end.
  func play(_ loop: inout OpenLoop, until end: Int64) {
    var now: Int64 = 0
    var ends: [(time: Int64, arrival: OpenLoop.Arrival)] = []
    while true {
      while let index = ends.firstIndex(where: { $0.time <= now }) {
        let (time, arrival) = ends.remove(at: index)
        loop.answered(arrival, status: 200, bytes: 100, at: time)
      }
      while now < end, ends.count < connections, let arrival = loop.send(at: now) {
        ends.append((now + service(now), arrival))
      }
      if ends.count == connections { loop.exhausted(at: now) }
      let due = ends.count < connections ? loop.nextDue : nil
      let nexts = ends.map(\.time) + [due].compactMap(\.self).filter { $0 > now && $0 < end }
      guard let next = nexts.min() else { break }
      now = next
    }
    loop.end(at: end)
  }
}

@Suite struct `An open-loop test` {
  private static let millisecond: Int64 = 1_000_000

  private func loop(rate: Double, seconds: Int, promised: Duration? = nil) -> OpenLoop {
    OpenLoop(ArrivalSchedule([rate], for: .seconds(seconds)), promised: [promised])
  }

  @Test
  func `An open loop charges a stalled server for requests that should have been sent`() throws {
    // A thousand a second over one connection; the server answers at once, but not from 2 s to 3 s.
    var loop = loop(rate: 1_000, seconds: 10, promised: .milliseconds(100))
    let server = VirtualServer(
      service: { now in
        let stall = 2_000 * Self.millisecond..<3_000 * Self.millisecond
        return stall.contains(now) ? stall.upperBound - now : Self.millisecond / 10
      },
      connections: 1
    )
    server.play(&loop, until: 10_000 * Self.millisecond)
    let account = loop.accounts[0]
    // It takes 111 ms more to make up for the stall, at 10,000 a second.
    #expect(account.total == 10_000)
    // 1,000 requests wait from 1 s down to 0.1 s, and those of the making up below that: a closed loop
    // would have seen one slow request of 9,001.
    #expect((950...1_050).contains(account.late), "\(account.late)")
    let ninetyFifth = try #require(account.latencies.quantile(0.95))
    #expect((490...570).contains(ninetyFifth / Self.millisecond), "\(ninetyFifth)")
    #expect(try #require(account.latencies.quantile(0.5)) < Self.millisecond)
    #expect(account.latencies.maximum >= 999 * Self.millisecond)
    var promise = TrafficModel.ServiceLevel()
    promise.within = .milliseconds(100)
    #expect(!account.keeps(promise))
    promise.percentile = 85
    #expect(account.keeps(promise))
  }

  @Test(arguments: [1, 4, 16])
  func `An open loop has the quantiles of wrk2's method for known delays`(
    connections: Int
  ) throws {
    // Nine of ten requests take 1 ms, one takes 20 ms: 2.9 ms on average, at 80% of what the
    // connections can carry.
    var numbers = SeededNumbers(UInt64(connections))
    let services = (0..<50_000).map { _ in
      (numbers.next() % 10 == 0 ? 20 : 1) * Self.millisecond
    }
    let rate = 0.8 * Double(connections) / 0.0029
    var loop = loop(rate: rate, seconds: 8)
    var sent = 0
    let server = VirtualServer(
      service: { _ in
        defer { sent += 1 }
        return services[sent]
      },
      connections: connections
    )
    server.play(&loop, until: .max)
    // wrk2 subtracts when a request should have been sent from when its response was complete. Those
    // times follow from a queue with so many servers, by the recursion of Kiefer and Wolfowitz.
    var free = [Int64](repeating: 0, count: connections)
    let exact = (0..<sent).map { number in
      let due = Int64((Double(number) + 0.618_033_988_749_895) / rate * 1e9)
      let first = free.indices.min { free[$0] < free[$1] } ?? 0
      free[first] = max(due, free[first]) + services[number]
      return free[first] - due
    }.sorted()
    #expect(sent == Int(loop.accounts[0].total) && sent > 2_000)
    for quantile in [0.5, 0.75, 0.9, 0.99, 0.999] {
      let expected = exact[Int((quantile * Double(exact.count)).rounded(.up)) - 1]
      let found = try #require(loop.accounts[0].latencies.quantile(quantile))
      #expect(abs(Double(found) / Double(expected) - 1) < 0.01, "\(quantile)")
    }
    #expect(loop.delayed > 0)
  }

  @Test func `An open loop counts unsent requests as failed with the time they waited`() throws {
    var loop = loop(rate: 100, seconds: 2)
    let server = VirtualServer(service: { _ in 10_000 * Self.millisecond }, connections: 1)
    server.play(&loop, until: 2_000 * Self.millisecond)
    let account = loop.accounts[0]
    #expect(account.total == 200)
    #expect(account.failures[LoadFailure.unsent.rawValue] == 199)
    #expect(account.answered == 1 && account.failed == 199)
    let median = try #require(account.latencies.quantile(0.5))
    #expect((980...1_030).contains(median / Self.millisecond))
    #expect(!account.keeps(TrafficModel.ServiceLevel()))
  }

  @Test func `An open loop does not count fast errors as fast responses`() throws {
    var loop = loop(rate: 10, seconds: 1)
    var now: Int64 = 0
    while let due = loop.nextDue {
      now = due
      let sent = loop.send(at: now)
      let arrival = try #require(sent)
      if arrival.number < 4 {
        loop.answered(arrival, status: 503, bytes: 0, at: now)
      } else if arrival.number < 6 {
        loop.failed(arrival, .closed, at: now)
      } else {
        loop.answered(arrival, status: 404, bytes: 0, at: now + Self.millisecond)
      }
    }
    let account = loop.accounts[0]
    #expect(account.failed == 6 && account.answered == 4 && loop.waiting == 0)
    #expect(account.latencies.quantile(0) ?? 0 >= Self.millisecond)
  }

  @Test func `An open loop tells its own delay from the wait for a connection`() {
    var loop = loop(rate: 100, seconds: 1)
    // Sent 2 ms late though a connection was free.
    let first = loop.nextDue ?? 0
    _ = loop.send(at: first + 2 * Self.millisecond)
    #expect(loop.ownDelay.maximum == 2 * Self.millisecond && loop.delayed == 0)
    loop.exhausted(at: first + 500 * Self.millisecond)
    _ = loop.send(at: first + 501 * Self.millisecond)
    #expect(loop.ownDelay.count == 1 && loop.delayed == 1)
  }
}

@Suite struct `A schedule of arrivals` {
  private func all(_ schedule: ArrivalSchedule) -> [ArrivalSchedule.Arrival] {
    var (schedule, all) = (schedule, [ArrivalSchedule.Arrival]())
    while let next = schedule.take(at: .max) { all.append(next) }
    return all
  }

  @Test func `An arrival schedule has each route at its own even rate, in order`() {
    let arrivals = all(ArrivalSchedule([3, 0, 0.5, 700.25], for: .seconds(100)))
    #expect(arrivals.map(\.due) == arrivals.map(\.due).sorted())
    for (route, rate) in [(0, 3.0), (2, 0.5), (3, 700.25)] {
      let own = arrivals.filter { $0.route == route }
      #expect(abs(Double(own.count) - rate * 100) <= 1)
      for (first, second) in zip(own, own.dropFirst()) {
        #expect(abs(Double(second.due - first.due) * rate / 1e9 - 1) < 0.001)
      }
    }
    #expect(!arrivals.contains { $0.route == 1 })
  }

  @Test func `An arrival schedule gives out nothing before it is due`() {
    var schedule = ArrivalSchedule([1], for: .seconds(3))
    #expect(schedule.take(at: 0) == nil)
    #expect(schedule.take(at: 1_000_000_000)?.number == 0)
    #expect(schedule.take(at: 1_000_000_000) == nil)
  }

  @Test func `An arrival schedule divided into parts is the same as the whole`() {
    let whole = all(ArrivalSchedule([10, 7.5], for: .seconds(20)))
    let parts = (0..<3).flatMap { part in
      all(ArrivalSchedule([10, 7.5], for: .seconds(20), part: part, of: 3))
    }
    #expect(parts.sorted { ($0.due, $0.route) < ($1.due, $1.route) } == whole)
  }
}
