// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Reactor

// An edge that accepts few requests gets one batch after the other. A batch has what waits when it begins: the purges of
// one strength, each tag once. What would take longer than half a minute is widened instead, with all that waits, to
// one request: a purge of too much costs the gateway some requests, and one that is late shows visitors what is wrong.

/// The requests that an edge accepts at present, and the purges that wait for it.
struct EdgePace: Sendable {
  /// The time that a batch may take.
  private static let patience = Duration.seconds(30)

  var rate: PurgeRate
  /// True while a batch is being sent.
  var isBusy = false
  var waiting: [PurgeMachine.Ticket] = []
  private var tokens: Double
  private var last: Int64

  init(_ rate: PurgeRate, at now: Int64) {
    self.rate = rate
    tokens = Double(rate.burst)
    last = now
  }

  private mutating func refill(_ now: Int64) {
    let more = Double(max(0, now - last)) / Double(max(1, rate.interval.nanoseconds))
    tokens = min(tokens + more, Double(rate.burst))
    last = max(last, now)
  }

  /// Takes a request; returns the time until there is one, if there is none.
  mutating func take(at now: Int64) -> Duration? {
    refill(now)
    // What a pause brings may be a little less than one, by rounding.
    guard tokens >= 0.999_999 else {
      return .nanoseconds(max(1, Int64((1 - tokens) * Double(rate.interval.nanoseconds))))
    }
    tokens -= 1
    return nil
  }

  /// Takes note that the edge accepts nothing at present.
  mutating func empty() { tokens = 0 }

  /// True for requests that can be sent soon enough.
  mutating func fits(_ requests: Int, at now: Int64) -> Bool {
    refill(now)
    let missing = max(0, Double(requests) - tokens)
    return missing * Double(rate.interval.nanoseconds) <= Double(EdgePace.patience.nanoseconds)
  }
}

extension PurgeMachine {
  /// Lets a purge wait for an edge with few requests.
  mutating func wait(_ ticket: Ticket, for rate: PurgeRate, _ time: Time) {
    guard let edge = jobs[ticket.job]?.legs[ticket.leg].edge else { return }
    paces[edge, default: EdgePace(rate, at: time.nanoseconds)].rate = rate
    paces[edge]?.waiting.append(ticket)
  }

  /// Begins the next batch of each edge that has none under way.
  mutating func beginBatches(_ time: Time, _ actions: inout [Action]) {
    for (edge, pace) in paces.sorted(by: { $0.key < $1.key })
    where !pace.isBusy && !pace.waiting.isEmpty {
      beginBatch(edge, pace, time, &actions)
    }
  }

  private mutating func beginBatch(
    _ edge: String,
    _ pace: EdgePace,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    var pace = pace
    let waiting = pace.waiting.compactMap { ticket in
      jobs[ticket.job].map { (ticket: ticket, purge: $0.purge) }
    }
    pace.waiting = []
    defer { paces[edge] = pace }
    guard let first = waiting.first, var work = works[first.ticket.job]?[first.ticket.leg] else {
      return
    }
    var batch = waiting.filter { $0.purge.isSoft == first.purge.isSoft }
    let exact = work.plan.sending(batch.map(\.purge))
    func count(_ plan: PurgePlan) -> Int { plan.requests.count * plan.addresses.count }
    if let exact, pace.fits(count(exact), at: time.nanoseconds) {
      work.plan = exact
    } else if let wide = work.plan.widened(waiting.map(\.purge)),
      exact.map({ count(wide) < count($0) }) ?? true
    {
      batch = waiting
      work.plan = wide
      for member in batch { jobs[member.ticket.job]?.legs[member.ticket.leg].note = wide.note }
      actions.append(.widened(edge: edge, note: wide.note ?? ""))
    } else if let exact {
      work.plan = exact
    } else {
      // An edge that purges nothing as a whole, and more than one batch may have.
      batch = [first]
    }
    let members = Set(batch.map(\.ticket))
    pace.waiting = waiting.map(\.ticket).filter { !members.contains($0) }
    pace.isBusy = true
    work.followers = batch.dropFirst().map(\.ticket)
    works[first.ticket.job]?[first.ticket.leg] = work
    for follower in work.followers { jobs[follower.job]?.legs[follower.leg].state = .sending }
    queueRequests(of: work, first.ticket.job, first.ticket.leg)
  }

  /// Takes what became of a batch over to one of its other purges.
  mutating func follow(
    _ follower: Ticket,
    _ lead: Ticket,
    _ batch: Work,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    guard var work = works[follower.job]?[follower.leg], work.round == follower.round,
      let leg = jobs[lead.job]?.legs[lead.leg]
    else { return }
    work.addresses = batch.addresses
    works[follower.job]?[follower.leg] = work
    jobs[follower.job]?.legs[follower.leg].attempts += batch.plan.requests.count
    jobs[follower.job]?.legs[follower.leg].status = leg.status
    if batch.hasFailed { jobs[follower.job]?.legs[follower.leg].error = leg.error }
    sent(follower.job, follower.leg, work, time, &actions)
  }
}
