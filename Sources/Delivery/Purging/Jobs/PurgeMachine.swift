// SPDX-License-Identifier: Apache-2.0

package import Backends
import Edges
import HTTPValues

// A job has a leg for each edge, and a leg has the edge's addresses. The requests to one address are sent
// one after the other; addresses and edges are served in parallel, within the limit of requests under
// way. A failing address does not delay the others, so that one dead node keeps no other from being
// purged. When a leg is sent it is proved, if its edge has a probe: if a public URL still answers with
// something older than the purge, everything is sent again.

/// The state of all purges; decides what is sent next.
package struct PurgeMachine: Sendable {
  /// Limits of purges.
  package struct Limits: Sendable {
    /// The most public URLs at which one purge is proved.
    package static let maximumProbes = 8

    /// The most jobs that are kept; the oldest that are over are forgotten first.
    package var jobs = 10_000
    /// The most requests under way at once.
    package var requests = 16
    /// Number of times that one request is sent before its edge counts as failed.
    package var attempts = 12
    /// The pause after the first attempt; each further one is twice as long.
    package var firstPause = Duration.milliseconds(500)
    package var longestPause = Duration.seconds(60)
    /// The most probes of a public URL until it answers with something new.
    package var probes = 10
    /// Number of times that everything is sent again because a probe found an older answer.
    package var repeats = 3
    /// Maximum duration of one request.
    package var timeout = Duration.seconds(10)

    package init() {}
  }

  let limits: Limits
  var jobs: [String: PurgeJob] = [:]
  /// The names of the jobs in the order of their arrival.
  private(set) var order: [String] = []
  var works: [String: [Int: Work]] = [:]
  var waiting: [Ticket] = []
  /// The edges that accept few requests, by their names.
  var paces: [String: EdgePace] = [:]
  private var underWay = 0
  private var random: SmallRandom

  package init(_ limits: Limits = Limits(), random: SmallRandom = SmallRandom()) {
    self.limits = limits
    self.random = random
  }

  package subscript(id: String) -> PurgeJob? { jobs[id] }

  /// The newest jobs that satisfy a condition, newest first.
  package func latest(
    _ count: Int = .max,
    where isWanted: (PurgeJob) -> Bool = { _ in true }
  ) -> [PurgeJob] {
    Array(order.reversed().lazy.compactMap { jobs[$0] }.filter(isWanted).prefix(count))
  }

  package var count: Int { order.count }

  /// The jobs that are not over, by their states.
  package var unfinished: [PurgeJob.State: Int] {
    var counts: [PurgeJob.State: Int] = [:]
    for state in works.keys.compactMap({ jobs[$0]?.state }) { counts[state, default: 0] += 1 }
    return counts
  }

  /// All jobs in the order of their arrival.
  var all: [PurgeJob] { order.compactMap { jobs[$0] } }

  /// Makes room for one more job; false where the limit is reached and none is over.
  package mutating func makeRoom() -> Bool {
    guard order.count >= limits.jobs else { return true }
    guard let oldest = order.firstIndex(where: { jobs[$0]?.state.isOver != false }) else {
      return false
    }
    jobs[order.remove(at: oldest)] = nil
    return true
  }

  /// Adds a finished job from before a restart.
  package mutating func remember(_ job: PurgeJob) {
    if jobs.updateValue(job, forKey: job.id) == nil { order.append(job.id) }
  }

  package mutating func handle(_ event: Event, at time: Time) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .submitted(let job, let decisions): submit(job, decisions, time, &actions)
    case .replied(let ticket, let reply): replied(ticket, reply, time, &actions)
    case .probed(let ticket, let verdict): probed(ticket, verdict, time, &actions)
    case .due(let ticket): if works[ticket.job]?[ticket.leg] != nil { waiting.append(ticket) }
    }
    proceed(time, &actions)
    return actions
  }

  private mutating func submit(
    _ job: PurgeJob,
    _ decisions: [Decision],
    _ time: Time,
    _ actions: inout [Action]
  ) {
    remember(job)
    for (leg, decision) in zip(job.legs.indices, decisions) where !job.legs[leg].state.isOver {
      switch decision {
      case .nothing: continue
      case .refused(let why): end(job.id, leg, .failed, error: why, time, &actions)
      case .plan(let plan):
        jobs[job.id]?.legs[leg].note = plan.note
        works[job.id, default: [:]][leg] = Work(plan, began: time.nanoseconds)
        queueAll(job.id, leg, round: 0, time)
      }
    }
    if let job = jobs[job.id] { actions.append(.keep(job)) }
  }

  /// Queues the first request of every address, or lets an edge with few requests decide when and with which others.
  mutating func queueAll(_ job: String, _ leg: Int, round: Int, _ time: Time) {
    guard let work = works[job]?[leg] else { return }
    if let rate = work.plan.rate {
      let ticket = Ticket(job: job, leg: leg, round: round, step: .request(address: 0))
      return wait(ticket, for: rate, time)
    }
    queueRequests(of: work, job, leg)
  }

  /// Queues the first request of every address.
  mutating func queueRequests(of work: Work, _ job: String, _ leg: Int) {
    for address in work.addresses.indices {
      waiting.append(
        Ticket(job: job, leg: leg, round: work.round, step: .request(address: address))
      )
    }
  }

  mutating func queue(_ ticket: Ticket) { waiting.append(ticket) }

  /// Begins queued steps up to the limit of requests under way.
  private mutating func proceed(_ time: Time, _ actions: inout [Action]) {
    beginBatches(time, &actions)
    var taken = 0
    while underWay < limits.requests, taken < waiting.count {
      let ticket = waiting[taken]
      taken += 1
      guard let job = jobs[ticket.job], let work = works[ticket.job]?[ticket.leg],
        work.round == ticket.round
      else { continue }
      switch ticket.step {
      case .request(let address):
        if let pause = paces[job.legs[ticket.leg].edge]?.take(at: time.nanoseconds) {
          actions.append(.pause(ticket, pause))
          continue
        }
        underWay += 1
        jobs[ticket.job]?.legs[ticket.leg].state = .sending
        jobs[ticket.job]?.legs[ticket.leg].attempts += 1
        let step = work.addresses[address].step
        actions.append(
          .send(
            ticket,
            work.plan.requests[step],
            to: work.plan.addresses[address],
            as: "\(job.id)-\(ticket.leg)-\(ticket.round)-\(address)-\(step)"
          )
        )
      case .probe:
        guard let place = work.plan.probe else { continue }
        underWay += 1
        actions.append(
          .probe(
            ticket,
            path: job.provingPaths[work.probe],
            at: place,
            since: job.submitted + 1
          )
        )
      }
    }
    waiting.removeFirst(taken)
  }

  private mutating func replied(
    _ ticket: Ticket,
    _ reply: Reply,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    underWay -= 1
    guard case .request(let address) = ticket.step, let job = jobs[ticket.job],
      var work = works[ticket.job]?[ticket.leg], work.round == ticket.round
    else { return }
    let request = work.plan.requests[work.addresses[address].step]
    let outcome = Outcome(reply, of: request)
    actions.append(.attempted(job.legs[ticket.leg], isDone: outcome == .done))
    if case .status(429, _, _) = reply { paces[job.legs[ticket.leg].edge]?.empty() }
    note(reply, outcome, at: work.plan.addresses[address].host, ticket, time)
    work.addresses[address].attempts += 1
    switch outcome {
    case .done:
      work.addresses[address].step += 1
      work.addresses[address].attempts = 0
      if work.addresses[address].step < work.plan.requests.count {
        waiting.append(ticket)
      } else {
        work.addresses[address].isOver = true
      }
    case .again(let after, _) where work.addresses[address].attempts < limits.attempts:
      let pause = pause(behind: work.addresses[address].attempts, atLeast: after)
      actions.append(.pause(ticket, pause))
    case .again, .never:
      work.addresses[address].isOver = true
      work.addresses[address].hasFailed = true
    }
    works[ticket.job]?[ticket.leg] = work
    guard work.isSent else { return }
    paces[job.legs[ticket.leg].edge]?.isBusy = false
    sent(ticket.job, ticket.leg, work, time, &actions)
    for follower in work.followers { follow(follower, ticket, work, time, &actions) }
  }

  private mutating func note(
    _ reply: Reply,
    _ outcome: Outcome,
    at host: String,
    _ ticket: Ticket,
    _ time: Time
  ) {
    if case .status(let status, _, _) = reply { jobs[ticket.job]?.legs[ticket.leg].status = status }
    jobs[ticket.job]?.legs[ticket.leg].at = time.seconds
    if let why = outcome.error { jobs[ticket.job]?.legs[ticket.leg].error = "\(host): \(why)" }
  }

  /// The pause after a number of attempts: exponential backoff with jitter.
  mutating func pause(behind attempts: Int, atLeast seconds: Int64?) -> Duration {
    let doublings = min(max(0, attempts - 1), 16)
    let whole = min(limits.firstPause * (1 << doublings), limits.longestPause)
    let share = Int.random(in: 500...1_000, using: &random)
    let asked = Duration.seconds(min(max(0, seconds ?? 0), limits.longestPause.components.seconds))
    return max(whole * share / 1_000, asked)
  }

  /// Ends the purge at one edge.
  mutating func end(
    _ job: String,
    _ leg: Int,
    _ state: PurgeJob.State,
    error: String? = nil,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    works[job]?[leg] = nil
    if works[job]?.isEmpty == true { works[job] = nil }
    jobs[job]?.legs[leg].state = state
    jobs[job]?.legs[leg].at = time.seconds
    if let error { jobs[job]?.legs[leg].error = error }
    guard let ended = jobs[job] else { return }
    actions.append(.ended(ended.legs[leg]))
    actions.append(.keep(ended))
    if ended.state.isOver { actions.append(.finished(ended)) }
  }

  /// Counts a probe as over.
  mutating func probeEnded() { underWay -= 1 }
}
