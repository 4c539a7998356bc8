// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Edges
import Files
package import HTTPClient
package import Reactor
import Synchronization

/// Accepts purges, sends them to every edge, and keeps the state of each.
///
/// Purges are handled on one loop; any thread may submit one and read the states.
package final class PurgeDispatcher: Sendable {
  /// A purge was refused since too many are under way.
  package struct Overload: Error, Sendable {
    package let message: String
  }

  /// Events for the log.
  package enum Report: Sendable {
    case finished(PurgeJob)
    /// Purges at an edge purge more than was asked for, since it accepts few requests.
    case widened(edge: String, note: String)
    /// The state of a job could not be written, so that a restart would not know it.
    case notKept(PurgeJob, String)
  }

  private static let diskIsBusy = "more waits to be written than may"

  private let machine: Mutex<PurgeMachine>
  private let limits: PurgeMachine.Limits
  private let site: @Sendable () -> PurgeSite
  private let environment: [String: String]
  private let journal: PurgeJournal
  private let report: @Sendable (Report) -> Void
  private let loop: EventLoop
  private let sender: LoopConfined<PurgeSender>
  /// One thread, so that states are written in order.
  package let disk: WorkerPool

  /// Runs on the loop of a client, which must be the current one. Purges that were interrupted by a
  /// restart go on at once.
  ///
  /// - Parameters:
  ///   - kept: the result of `PurgeJournal.open`.
  ///   - site: the settings of the site at the moment of the call.
  ///   - environment: the variables with the secrets.
  package init(
    _ kept: (journal: PurgeJournal, jobs: [PurgeJob]),
    site: @escaping @Sendable () -> PurgeSite,
    environment: [String: String],
    client: HTTPClient,
    signals: PurgeSignals,
    limits: PurgeMachine.Limits = PurgeMachine.Limits(),
    report: @escaping @Sendable (Report) -> Void
  ) throws {
    self.limits = limits
    self.site = site
    self.environment = environment
    self.report = report
    journal = kept.journal
    loop = client.core.loop
    disk = WorkerPool("purge files", threads: 1, capacity: limits.jobs)
    sender = LoopConfined(
      PurgeSender(client, try PurgeCounters(signals), timeout: limits.timeout),
      to: loop.number
    )
    var machine = PurgeMachine(limits)
    for job in kept.jobs where job.state.isOver { machine.remember(job) }
    self.machine = Mutex(machine)
    let site = site()
    for job in kept.jobs where !job.state.isOver {
      handle(.submitted(job, site.decisions(of: job, environment: environment)))
    }
  }

  /// Ends the writing thread, after everything is written.
  package func close() { disk.close() }

  /// The newest purges that satisfy a condition, newest first.
  package func latest(
    _ count: Int,
    where isWanted: (PurgeJob) -> Bool = { _ in true }
  ) -> [PurgeJob] {
    machine.withLock { $0.latest(count, where: isWanted) }
  }

  /// The number of purges that are not over, by their states.
  package var unfinished: [PurgeJob.State: Int] { machine.withLock { $0.unfinished } }

  package func job(_ id: String) -> PurgeJob? { machine.withLock { $0[id] } }

  /// Accepts a purge that the gateway's own cache has obeyed; it is on the disk before this returns.
  package func submit(_ purge: Purge) async throws -> PurgeJob {
    let jobs = try await withCheckedThrowingContinuation { continuation in
      begin([purge], reason: nil) { continuation.resume(with: $0) }
    }
    return jobs[0]
  }

  /// Accepts the purges of a publication, in this order, from any thread.
  ///
  /// - Parameter isOver: called when all of them are on the disk, or with the error.
  package func take(
    _ purges: [Purge],
    reason: String,
    isOver: @escaping @Sendable ((any Error)?) -> Void
  ) {
    begin(purges, reason: reason) { jobs in
      switch jobs {
      case .success: isOver(nil)
      case .failure(let error): isOver(error)
      }
    }
  }

  /// Accepts a purge under a name that it has elsewhere, from any thread. One that is known by this name is not made
  /// again.
  ///
  /// - Parameter isOver: called with its present state, or with the error.
  package func take(
    _ purge: Purge,
    named id: String,
    reason: String?,
    isOver: @escaping @Sendable (Result<PurgeJob, any Error>) -> Void
  ) {
    loop.execute { [self] in
      if let known = job(id) { return isOver(.success(known)) }
      do {
        isOver(.success(try accept(purge, named: id, reason: reason)))
      } catch {
        isOver(.failure(error))
      }
    }
  }

  /// - Parameter reason: the cause of purges that no operator asked for; edges with `onPublish: false` do
  ///   not get these.
  private func begin(
    _ purges: [Purge],
    reason: String?,
    isOver: @escaping @Sendable (Result<[PurgeJob], any Error>) -> Void
  ) {
    loop.execute { [self] in
      do {
        let jobs = try purges.map { try accept($0, reason: reason) }
        settle(jobs, isOver)
      } catch {
        isOver(.failure(error))
      }
    }
  }

  /// Begins a purge; on the loop only.
  private func accept(
    _ purge: Purge,
    named id: String? = nil,
    reason: String?
  ) throws(Overload) -> PurgeJob {
    guard machine.withLock({ $0.makeRoom() }) else {
      throw Overload(
        message: "\(limits.jobs) purges are under way; expected fewer, come back later"
      )
    }
    let decisions = site().decisions(
      purge,
      isOrdered: reason == nil,
      environment: environment
    )
    let seconds = sender.value.core.wallSeconds
    let job = PurgeJob(
      id: id ?? PurgeDispatcher.name(seconds),
      purge,
      reason: reason,
      submitted: seconds,
      legs: decisions.map(\.leg)
    )
    sender.value.counters.accepted(job)
    handle(.submitted(job, decisions.map(\.decision)))
    return machine.withLock { $0[job.id] } ?? job
  }

  /// Calls back when jobs that were begun are on the disk.
  private func settle(
    _ jobs: [PurgeJob],
    _ isOver: @escaping @Sendable (Result<[PurgeJob], any Error>) -> Void
  ) {
    guard !jobs.isEmpty else { return isOver(.success([])) }
    let synchronize = { @Sendable [self] in
      do throws(FileError) {
        try journal.synchronize()
      } catch {
        for job in jobs { report(.notKept(job, "\(error)")) }
      }
      isOver(.success(jobs))
    }
    // The jobs are written before this runs. The synchronization is queued behind other writes, so that
    // it serves them all.
    let isTaken = disk.submit { [disk] in
      if !disk.submit(synchronize) { synchronize() }
    }
    if !isTaken { isOver(.failure(Overload(message: PurgeDispatcher.diskIsBusy))) }
  }

  /// A unique name; names sort in the order of the purges.
  private static func name(_ seconds: Int64) -> String {
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(seconds, radix: 16) + "-" + String(repeating: "0", count: 8 - digits.count)
      + digits
  }

  fileprivate func handle(_ event: PurgeMachine.Event) {
    let core = sender.value.core
    let time = PurgeMachine.Time(seconds: core.wallSeconds, nanoseconds: core.now.nanoseconds)
    for action in machine.withLock({ $0.handle(event, at: time) }) { perform(action, core) }
  }

  private func perform(_ action: PurgeMachine.Action, _ core: LoopCore) {
    let sender = sender
    switch action {
    case .send(let ticket, let request, let address, let reference):
      loop.start { [self] in
        let reply = await sender.value.reply(to: request, at: address, reference: reference)
        handle(.replied(ticket, reply))
      }
    case .probe(let ticket, let path, let address, let since):
      loop.start { [self] in
        let probe = sender.value.probe
        handle(.probed(ticket, await probe.verdict(on: path, at: address, since: since)))
      }
    case .pause(let ticket, let duration):
      _ = core.schedule(PurgePause(ticket, self), at: core.now + duration)
    case .widened(let edge, let note): report(.widened(edge: edge, note: note))
    case .keep(let job): keep(job)
    case .attempted(let leg, let isDone): sender.value.counters.attempted(leg, isDone: isDone)
    case .ended(let leg): sender.value.counters.ended(leg)
    case .finished(let job): report(.finished(job))
    }
  }

  private func keep(_ job: PurgeJob) {
    let isTaken = disk.submit { [self] in
      do throws(FileError) {
        try journal.keep(job, count: machine.withLock { $0.count }) { [self] in
          machine.withLock { $0.all }
        }
      } catch {
        report(.notKept(job, "\(error)"))
      }
    }
    if !isTaken { report(.notKept(job, PurgeDispatcher.diskIsBusy)) }
  }
}

/// A timer until a purge goes on.
private final class PurgePause: DeadlineHandler {
  private let ticket: PurgeMachine.Ticket
  private let dispatcher: PurgeDispatcher

  init(_ ticket: PurgeMachine.Ticket, _ dispatcher: PurgeDispatcher) {
    self.ticket = ticket
    self.dispatcher = dispatcher
  }

  func deadlineReached() { dispatcher.handle(.due(ticket)) }
}

extension PurgeDispatcher.Overload: CustomStringConvertible {
  package var description: String { message }
}
