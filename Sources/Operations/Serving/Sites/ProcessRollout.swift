// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import Gateway
import Learning
import Purging
import Reactor
import Sites
import Synchronization

/// The rollout of a site that is in no fleet, about which this process decides.
struct ProcessRollout {
  let site: SiteService

  private var rollout: SiteRollout { site.rollout }
  private var publisher: Publisher { site.publisher }

  /// Goes on with the rollout of the process before. As long as that one still decides, visitors get what it
  /// had decided at the start of this one.
  ///
  /// - Parameters:
  ///   - isWatched: whether there is a listener for operators, without which nothing is measured.
  ///   - takesOver: whether that process hands its sockets over, so that visitors are served without a gap.
  func goOn(isWatched: Bool, takesOver: Bool) {
    do {
      if try rollout.take() { return resume(isWatched: isWatched, takesOver: takesOver) }
      if let machine = try readRollout(takesOver: true), machine.isRunning {
        offer(try site.kept(machine.rollout.edition), machine)
      }
    } catch {
      site.log.write("no rollout goes on yet: \(error)")
    }
    _ = rollout.worker.submit {
      defer { rollout.leaveIfStopped() }
      do {
        if try rollout.waitForTurn() { resume(isWatched: isWatched, takesOver: true) }
      } catch {
        site.log.write("no rollout goes on: \(error)")
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
      return site.log.write("no rollout goes on: \(error.path): \(error.reason)")
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
      offer(try site.kept(edition), machine)
      site.log.write(
        "the rollout of edition \(edition) goes on at step \(machine.rollout.step + 1)"
      )
    } catch {
      handle(.failed("\(error)"))
    }
  }

  /// Judges the rollout by what was counted of it.
  func look(_ evidence: RolloutEvidence) {
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
      throw PlainError("another process, which this one replaces, decides about the rollout still")
    }
  }

  /// Begins to roll out an edition. Until the end the published one is pinned. This takes long.
  func start(_ choice: CandidateChoice) throws {
    try requireTurn()
    let new = try site.rolloutCandidate(choice)
    let (candidate, files) = (new.edition, new.files)
    guard let published = publisher.publication?.edition, let settings = published.site.rollout
    else { throw PlainError("nothing is published of \(site.name)") }
    let now = UnixTime.now
    let begun = Rollout(
      of: candidate.name,
      beside: published.name,
      after: rollout.window.withLock(\.baseline),
      at: now
    )
    let machine = RolloutMachine(begun, settings, at: now)
    let pinned = site.editionHistory.pinned
    try site.editionHistory.pin(published.name)
    do {
      if let files, !site.editionHistory.has(candidate.name) {
        try site.editionHistory.keep(candidate.name, files, at: now)
      }
      // A restart must know what caches may have from now on.
      try rollout.journal.write(begun)
    } catch {
      try site.editionHistory.pin(pinned)
      throw error
    }
    rollout.machine.withLock { $0 = machine }
    offer(candidate, machine)
    site.tellRollout(machine)
  }

  /// Obeys an order about the rollout that is on. This takes long.
  func obey(_ kind: RolloutOrderKind) throws {
    guard rollout.isRunning else { throw PlainError("no rollout of \(site.name) is on") }
    try requireTurn()
    handle(.ordered(kind))
  }

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
      site.log.write("a restart would not know the rollout's state: \(error.path): \(error.reason)")
    }
    site.tellRollout(machine)
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
      site.dispatcher.take([Purge(.tags([tag]), .hard)], reason: reason) {
        [log = site.log] failure in
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
    try site.editionHistory.pin(rollout.edition)
    let report = publisher.refresh(at: now)
    guard report.publication?.edition.name == rollout.edition else {
      try site.editionHistory.pin(rollout.published)
      site.tell(publisher.refresh(at: now))
      let error = report.findings.first { $0.severity == .error }
      throw PlainError(error?.message ?? "it is no longer kept")
    }
    site.tell(report)
    let compilation = SiteCompiler.compilation(of: SiteFolder(site.folder), .complete)
    guard compilation.edition?.name == rollout.edition else {
      return site.log.write(
        "edition \(rollout.edition) is pinned, since the files say something else; "
          + "`portico rollback --release` follows them"
      )
    }
    try site.editionHistory.pin(nil)
    site.tell(publisher.refresh(at: now))
  }
}
