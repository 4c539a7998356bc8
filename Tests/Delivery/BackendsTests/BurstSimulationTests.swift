// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import Reactor
import Testing

/// Clients that ask again as soon as they are answered, a loop that needs its time for each of them,
/// and a service behind it, in virtual time.
@Suite struct `The limit and the queue of a simulated service` {
  struct Service: CustomTestStringConvertible {
    /// The number of calls that it works on at once, and the duration of one.
    let workers: Int
    let seconds: Double
    /// The time that the loop needs for each call.
    let work: Double
    var capacity: Double { Double(workers) / seconds }
    var testDescription: String { "\(workers) at \(seconds) s, \(work) s of our own" }
  }

  /// One call, from when its client asks.
  private final class Call {
    let asked: Double
    var isWaiting = false
    init(asked: Double) { self.asked = asked }
  }

  /// A loop with the calls that it has under way.
  private struct Loop {
    let service: Service
    let settings = LimitSettings()
    var limit: ConcurrencyLimit
    var queue: AdmissionQueue<Call>
    /// Those who came to wait, the oldest first, until they are looked at again.
    var waiting: [Call] = []
    var free: [Double]
    var underWay: [(asked: Double, written: Double, ends: Double)] = []
    /// The time of each client's next call.
    var clients: [Double] = []
    var now = 0.0
    var readySince = 0.0
    var answered = 0
    var refused = 0
    var mostWaiting = 0
    var mostUnderWay = 0
    var longest = 0.0

    init(_ service: Service) {
      self.service = service
      limit = ConcurrencyLimit(settings, at: at(0))
      queue = AdmissionQueue(settings)
      free = [Double](repeating: 0, count: service.workers)
    }

    /// Goes on until `end`.
    mutating func run(until end: Double) {
      while now < end { turn() }
    }

    private mutating func turn() {
      let began = now
      takeAnswers()
      giveUp()
      while let next = queue.next(limit, at: at(now)) {
        next.call.isWaiting = false
        if limit.admit(next.priority) { write(next.call) }
      }
      let due = clients.count { $0 <= began }
      clients.removeAll { $0 <= began }
      for _ in 0..<due { ask(Call(asked: began)) }
      mostWaiting = max(mostWaiting, queue.count)
      mostUnderWay = max(mostUnderWay, limit.inFlight)
      if now > began {
        readySince = began
      } else {
        // Nothing to do: it sleeps until something is ready.
        let next = min(underWay.lazy.map(\.ends).min() ?? .infinity, clients.min() ?? .infinity)
        now = max(min(next, now + 0.01), now + 0.000_01)
        readySince = now
      }
    }

    private mutating func takeAnswers() {
      let looked = now
      for call in underWay where call.ends <= looked {
        let latency = ResponseLatency(
          least: .nanoseconds(Int64((readySince - call.written) * 1e9)),
          most: .nanoseconds(Int64((looked - call.written) * 1e9))
        )
        now += service.work
        limit.finished(.answered(latency), at: at(looked))
        answered += 1
        longest = max(longest, looked - call.asked)
        clients.append(now)
      }
      underWay.removeAll { $0.ends <= looked }
    }

    /// Those who have waited for too long.
    private mutating func giveUp() {
      let longest = Double(settings.longestWait.nanoseconds) / 1e9
      let late = waiting.prefix { !$0.isWaiting || now >= $0.asked + longest }
      for call in late where call.isWaiting {
        queue.withdraw(call)
        refuse()
      }
      waiting.removeFirst(late.count)
    }

    private mutating func ask(_ call: Call) {
      if limit.admit(.required) { return write(call) }
      call.isWaiting = true
      switch queue.enqueue(call, .required, at: at(now)) {
      case .waits: waiting.append(call)
      case .displaces(let other):
        waiting.append(call)
        other.isWaiting = false
        refuse()
      case .refused: refuse()
      }
    }

    private mutating func write(_ call: Call) {
      now += service.work
      let worker = free.indices.min { free[$0] < free[$1] } ?? 0
      free[worker] = max(free[worker], now) + service.seconds
      underWay.append((call.asked, now, free[worker]))
    }

    /// Its client comes back after a moment.
    private mutating func refuse() {
      refused += 1
      clients.append(now + 0.05)
    }
  }

  private func calm(_ service: Service) -> Loop {
    var loop = Loop(service)
    loop.clients = [Double](repeating: 0, count: 8)
    loop.run(until: 2)
    return loop
  }

  @Test(arguments: [
    Service(workers: 4, seconds: 0.000_2, work: 0.000_05),
    Service(workers: 100, seconds: 0.02, work: 0.000_05),
    Service(workers: 40, seconds: 0.002, work: 0.000_2),
  ])
  func `A sudden crowd that a service can handle is served without a refusal`(
    service: Service
  ) {
    var loop = calm(service)
    loop.clients += [Double](repeating: loop.now, count: 504)
    loop.run(until: 6)
    #expect(loop.refused == 0)
    #expect(loop.longest < 1)
    let most = min(service.capacity, 1 / (2 * service.work))
    #expect(Double(loop.answered) > 0.8 * 4 * most)
  }

  @Test(arguments: [
    Service(workers: 4, seconds: 0.05, work: 0.000_05),
    Service(workers: 2, seconds: 0.1, work: 0.002),
  ])
  func `Calls, queue and waits stay bounded before a slow service that is overrun`(service: Service)
  {
    var loop = calm(service)
    loop.clients += [Double](repeating: loop.now, count: 2_000)
    loop.run(until: 20)
    let answered = loop.answered
    #expect(loop.mostWaiting <= loop.settings.queue)
    (loop.answered, loop.mostUnderWay, loop.longest) = (0, 0, 0)
    loop.run(until: 30)
    #expect(answered > 0 && loop.refused > 0)
    #expect(Double(loop.answered) > 0.8 * 10 * service.capacity)
    #expect(loop.mostUnderWay <= 16 * service.workers)
    #expect(loop.longest < 4)
  }
}
