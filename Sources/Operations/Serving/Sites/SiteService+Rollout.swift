// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
package import Fleet
import Gateway
package import Learning
import Message
import Purging
import Reactor
import Signals
import Sites
import Synchronization

extension SiteService {
  /// Goes on with the rollout of the process before. As long as that one still decides, visitors get what it
  /// had decided at the start of this one.
  ///
  /// - Parameters:
  ///   - isWatched: whether there is a listener for operators, without which nothing is measured.
  ///   - takesOver: whether that process hands its sockets over, so that visitors are served without a gap.
  func resumeRollout(isWatched: Bool, takesOver: Bool) {
    // In a fleet the log has it.
    guard fleet == nil else { return }
    do {
      if try rollout.take() { return resume(isWatched: isWatched, takesOver: takesOver) }
      if let machine = try readRollout(takesOver: true), machine.isRunning {
        offer(try kept(machine.rollout.edition), machine)
      }
    } catch {
      log.write("no rollout goes on yet: \(error)")
    }
    _ = rollout.worker.submit {
      defer { rollout.leaveIfStopped() }
      do {
        if try rollout.waitForTurn() { resume(isWatched: isWatched, takesOver: true) }
      } catch {
        log.write("no rollout goes on: \(error)")
      }
    }
  }

  /// Reads how far the rollout is; `nil` where there is none, or nothing is published.
  private func readRollout(takesOver: Bool) throws(SourceFault) -> RolloutMachine? {
    guard let last = try rollout.journal.read(), let published = publisher.publication?.edition
    else { return nil }
    let machine = RolloutMachine(
      last,
      published.site.rollout ?? RolloutSettings(),
      at: UnixTime.now,
      takesOver: takesOver
    )
    rollout.machine.withLock { $0 = machine }
    return machine
  }

  /// Decides about the rollout from now on.
  private func resume(isWatched: Bool, takesOver: Bool) {
    do throws(SourceFault) {
      guard try readRollout(takesOver: takesOver) != nil else { return }
    } catch {
      return log.write("no rollout goes on: \(error.path): \(error.reason)")
    }
    guard rollout.isRunning else { return publisher.withdrawCandidate() }
    guard let published = publisher.publication?.edition else { return }
    guard isWatched else {
      return handle(
        .failed(
          "the service was started without a listener for operators, so that nothing judges it"
        )
      )
    }
    handle(.began(published: published.name))
    guard let machine = rollout.current, machine.isRunning else { return }
    let edition = machine.rollout.edition
    do {
      offer(try kept(edition), machine)
      log.write("the rollout of edition \(edition) goes on at step \(machine.rollout.step + 1)")
    } catch {
      handle(.failed("\(error)"))
    }
  }

  /// Judges the rollout by the metrics, on a thread of its own; without one, notes what is usual.
  func lookAtRollout(_ snapshot: SignalSnapshot) {
    let isDeclared = publisher.publication?.edition.site.rollout != nil
    guard rollout.isRunning || isDeclared else { return }
    let evidence = RolloutEvidence(snapshot, of: name)
    rollout.window.withLock { window in
      if rollout.isRunning {
        window.pause()
      } else {
        window.add(evidence.published, at: UnixTime.now)
      }
    }
    if let fleetRollout { return fleetRollout.look(evidence) }
    guard rollout.isRunning else { return }
    guard rollout.isOurs else { return }
    _ = rollout.worker.submit {
      defer { rollout.leaveIfStopped() }
      guard rollout.isRunning, rollout.isOurs,
        let published = publisher.publication?.edition.name
      else { return }
      handle(.looked(evidence, published: published))
    }
  }

  /// Throws while another process decides about the rollout.
  private func requireTurn() throws(PlainError) {
    guard rollout.isOurs else {
      throw PlainError(
        "another process, which this one replaces, decides about the rollout still"
      )
    }
  }

  /// Returns the edition that would be rolled out, unless something keeps it from that. This takes long.
  package func rolloutCandidate(_ choice: CandidateChoice) throws -> CandidateEdition {
    guard let published = publisher.publication?.edition else {
      throw PlainError("nothing is published of \(name)")
    }
    if let machine = rollout.current, machine.isRunning {
      throw PlainError(
        "the rollout of edition \(machine.rollout.edition) is on; finish or return it first"
      )
    }
    guard published.site.rollout != nil else {
      throw PlainError(
        "edition \(published.name), which is published, has no \"rollout\" in "
          + SiteSettings.path
      )
    }
    guard editionHistory.has(published.name) else {
      throw PlainError(
        "edition \(published.name), which is published, is not kept, so that there would be "
          + "no way back to it"
      )
    }
    let candidate = try candidate(choice)
    guard candidate.edition.name != published.name else {
      throw PlainError("edition \(published.name) is published already")
    }
    let obstacles = published.site.obstacles(toRollout: candidate.edition.site)
    guard obstacles.isEmpty else {
      throw PlainError(
        "edition \(candidate.edition.name) differs in \(obstacles.joined(separator: ", ")), which holds "
          + "for both editions of a rollout; publish that by itself first"
      )
    }
    return candidate
  }

  /// Begins to roll out an edition; in a fleet returns who has that.
  package func startRollout(_ choice: CandidateChoice) async throws -> Acknowledgement? {
    if let fleetRollout { return try await fleetRollout.start(choice) }
    try await rollout.worker.run { try start(choice) }
    return nil
  }

  /// Obeys an order about the rollout that is on; in a fleet returns who has that.
  package func order(_ kind: RolloutOrderKind) async throws -> Acknowledgement? {
    if let fleetRollout { return try await fleetRollout.order(kind) }
    try await rollout.worker.run { try obey(kind) }
    return nil
  }

  /// Begins to roll out an edition. Until the end the published one is pinned. This takes long.
  private func start(_ choice: CandidateChoice) throws {
    try requireTurn()
    let new = try rolloutCandidate(choice)
    let (candidate, files) = (new.edition, new.files)
    guard let published = publisher.publication?.edition, let settings = published.site.rollout
    else {
      throw PlainError("nothing is published of \(name)")
    }
    let now = UnixTime.now
    let rollout = Rollout(
      of: candidate.name,
      beside: published.name,
      after: self.rollout.window.withLock(\.baseline),
      at: now
    )
    let machine = RolloutMachine(rollout, settings, at: now)
    let pinned = editionHistory.pinned
    try editionHistory.pin(published.name)
    do {
      if let files, !editionHistory.has(candidate.name) {
        try editionHistory.keep(candidate.name, files, at: now)
      }
      // A restart must know what caches may have from now on.
      try self.rollout.journal.write(rollout)
    } catch {
      try editionHistory.pin(pinned)
      throw error
    }
    self.rollout.machine.withLock { $0 = machine }
    offer(candidate, machine)
    tellRollout(machine)
  }

  /// Obeys an order about the rollout that is on. This takes long.
  private func obey(_ kind: RolloutOrderKind) throws {
    guard rollout.isRunning else {
      throw PlainError("no rollout of \(name) is on")
    }
    try requireTurn()
    handle(.ordered(kind))
  }

  // MARK: effects

  private func handle(_ event: RolloutEvent) {
    let now = UnixTime.now
    let actions = rollout.machine.withLock { $0?.handle(event, at: now) ?? [] }
    guard !actions.isEmpty, let machine = rollout.current else { return }
    for action in actions {
      do {
        try perform(action, machine)
      } catch {
        return handle(.failed("it could not be published: \(error)"))
      }
    }
    do throws(SourceFault) {
      try rollout.journal.write(machine.rollout)
    } catch {
      log.write("a restart would not know the rollout's state: \(error.path): \(error.reason)")
    }
    tellRollout(machine)
  }

  private func perform(_ action: RolloutAction, _ machine: RolloutMachine) throws {
    switch action {
    case .tell: break
    case .offer:
      if let candidate = publisher.candidate { offer(candidate.publication.edition, machine) }
    case .publish:
      try publish(machine.rollout)
      publisher.withdrawCandidate()
    case .withdraw: publisher.withdrawCandidate()
    case .giveBack:
      publisher.withdrawCandidate()
      guard let tag = machine.rollout.word.tag else { return }
      let reason = "the rollout of edition \(machine.rollout.edition) is returned"
      dispatcher.take([Purge(.tags([tag]), .hard)], reason: reason) {
        [log] failure in
        if let failure { log.write("the edges were not told that \(reason): \(failure)") }
      }
    }
  }

  private func offer(_ edition: Edition, _ machine: RolloutMachine) {
    publisher.offer(edition, as: machine.rollout.word, to: machine.share, at: UnixTime.now)
  }

  /// Publishes the edition: what the files say, if that is the same, and otherwise pinned.
  private func publish(_ rollout: Rollout) throws {
    let now = UnixTime.now
    try editionHistory.pin(rollout.edition)
    let report = publisher.refresh(at: now)
    guard report.publication?.edition.name == rollout.edition else {
      try editionHistory.pin(rollout.published)
      tell(publisher.refresh(at: now))
      let error = report.findings.first { $0.severity == .error }
      throw PlainError(error?.message ?? "it is no longer kept")
    }
    tell(report)
    var compiler = SiteCompiler(SiteFolder(folder), .complete)
    guard compiler.compile().edition?.name == rollout.edition else {
      return log.write(
        "edition \(rollout.edition) is pinned, since the files say something else; "
          + "`portico rollback --release` follows them"
      )
    }
    try editionHistory.pin(nil)
    tell(publisher.refresh(at: now))
  }

  /// Logs, records and annotates how a rollout goes on.
  func tellRollout(_ machine: RolloutMachine) {
    let text = machine.sentence
    log.write(text)
    shared.annotate("rollout", text, site: name)
    shared.log.record(
      .publication,
      machine.rollout.state == .returned ? .warning : .info,
      [
        EventFact(.site, name), EventFact(.edition, machine.rollout.edition),
        EventFact(.annotationKind, "rollout"), EventFact(.annotation, text),
      ]
    )
  }
}

extension RolloutMachine {
  /// The state in a sentence.
  package var sentence: String {
    let why = rollout.reason.isEmpty ? "" : ": \(rollout.reason)"
    return switch rollout.state {
    case .running:
      "edition \(rollout.edition) is given to \(RolloutVerdict.percent(Double(share) / 10_000)) of the "
        + "installations, step \(rollout.step + 1) of \(settings.steps.count)\(why)"
    case .returned:
      "the rollout of edition \(rollout.edition) is returned to edition \(rollout.published)\(why)"
    case .finished: "the rollout of edition \(rollout.edition) is finished\(why)"
    }
  }
}
