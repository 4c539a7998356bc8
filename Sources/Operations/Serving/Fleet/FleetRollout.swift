// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Editions
import Fleet
import Learning
import Reactor
import Synchronization

// The log of the fleet has the rollout: an order at any node, and each decision of the judge, becomes a step there, which
// all nodes take at the same instant. All nodes count and judge; the one that has the lease of the edges acts by it.
// A rollout begins with a step at 0 %, so that no node gives links that another one does not know yet. Its return needs no
// store: a withdrawal goes to all nodes as a purge does, and the log has the step at the end when the store is there.

/// The rollout of a site whose nodes are a fleet.
struct FleetRollout: Sendable {
  let site: SiteService
  let fleet: SiteFleet

  private var publisher: Publisher { site.publisher }
  private var rollout: SiteRollout { site.rollout }

  /// The seconds behind which the judge ends what the node that was asked has left undone.
  private static let patience: Int64 = 5

  /// A step that a node has taken, with its rollout.
  private struct Taken: Sendable {
    let step: RolloutStep
    let edition: FleetEdition
    let rollout: Rollout
    let at: UnixTime
    /// True for a rollout whose edition nobody has any more, whatever the step says.
    let isWithdrawn: Bool

    /// True for the first step, which makes the edition known to all nodes and gives it to nobody.
    var isPreparation: Bool { !step.isOver && step.share == 0 && !isWithdrawn }

    /// True for a return of which the log has no step yet.
    var isUnrecorded: Bool { isWithdrawn && !step.isOver }
  }

  /// The last step that this node has taken.
  private var taken: Taken? {
    guard let (entry, time, withdrawal) = fleet.step.withLock(\.self), let step = entry.step,
      let edition = entry.change?.edition, let told = Rollout(step.details)
    else { return nil }
    let isReturned = told.state == .returned
    let rollout = withdrawal.flatMap { isReturned ? nil : told.returned($0.reason, at: time) }
    return Taken(
      step: step,
      edition: edition,
      rollout: rollout ?? told,
      at: time,
      isWithdrawn: withdrawal != nil
    )
  }

  // MARK: orders

  /// Begins to roll out an edition at all nodes.
  func start(_ choice: CandidateChoice) async throws -> Acknowledgement {
    try fleet.requireFollowers()
    let (candidate, published) = try await rollout.worker.run {
      let new = try site.rolloutCandidate(choice)
      if let files = new.files, !site.editionHistory.has(new.edition.name) {
        try site.editionHistory.keep(new.edition.name, files, at: UnixTime.now)
      }
      publisher.prepare(new.edition)
      return (new.edition.name, publisher.publication?.edition.name ?? "")
    }
    let edition = try await fleet.send(candidate)
    // Its name has the second in which it begins.
    let last = taken?.step.began ?? 0
    let began = UnixTime(
      seconds: max(UnixTime.now.seconds, last.addingReportingOverflow(1).partialValue)
    )
    let new = Rollout(of: candidate, beside: published, at: began)
    _ = try await fleet.roll(new, edition, share: 0, after: nil)
    try await fleet.waitForCounts { [rollout] in rollout.counts.withLock(\.processes) }
    guard let prepared = taken, prepared.rollout.word == new.word else {
      throw PlainError("another rollout of \(site.name) began at the same moment; see /rollout")
    }
    return try await begin(prepared)
  }

  /// Gives an edition that all nodes know to its first share.
  private func begin(_ prepared: Taken) async throws -> Acknowledgement {
    let new = Rollout(
      of: prepared.rollout.edition,
      beside: prepared.rollout.published,
      after: RolloutBaseline(rollout.counts.withLock(\.sum).published),
      at: prepared.rollout.began
    )
    let machine = RolloutMachine(new, rolloutSettings, at: UnixTime.now)
    return try await take(machine, after: prepared)
  }

  /// Obeys an order about the rollout that is on.
  func order(_ kind: RolloutOrderKind) async throws -> Acknowledgement {
    // The step is read first: a decision about an earlier one has no effect.
    guard let last = taken, var machine = rollout.current, machine.isRunning else {
      throw PlainError("no rollout of \(site.name) is on")
    }
    _ = machine.handle(.ordered(kind), at: UnixTime.now)
    return try await decide(machine, after: last)
  }

  /// Has all nodes take the state of a machine. A return holds at once; while the store is away its step is left to the
  /// judge.
  private func decide(
    _ machine: RolloutMachine,
    after last: Taken
  ) async throws -> Acknowledgement {
    if machine.rollout.state == .returned {
      let told = try await fleet.joinedNode.withdraw(
        RolloutWithdrawal(
          began: last.step.began,
          edition: last.edition.name,
          reason: machine.rollout.reason
        )
      )
      guard told.position != nil else { return told }
    }
    return try await take(machine, after: last)
  }

  /// Has all nodes take the state of a machine, and publishes an edition whose rollout is finished.
  private func take(
    _ machine: RolloutMachine,
    after last: Taken
  ) async throws -> Acknowledgement {
    let told = try await fleet.roll(
      machine.rollout,
      last.edition,
      share: machine.share,
      after: last.step
    )
    guard isUnpublished(machine.rollout) else { return told }
    return try await publish(machine.rollout)
  }

  private func publish(_ rollout: Rollout) async throws -> Acknowledgement {
    let told = try await fleet.serve(rollout.edition, as: .publication)
    _ = try await fleet.waitUntilCurrent()
    return told
  }

  /// True for the edition of a finished rollout that is not served to everybody yet.
  private func isUnpublished(_ rollout: Rollout) -> Bool {
    rollout.state == .finished && publisher.publication?.edition.name == rollout.published
  }

  private var rolloutSettings: RolloutSettings {
    publisher.publication?.edition.site.rollout ?? RolloutSettings()
  }

  // MARK: steps

  /// Takes a step of a rollout at its instant, or with a withdrawal its return.
  func follow(_ entry: FleetEntry, _ withdrawal: RolloutWithdrawal?) {
    fleet.step.withLock { $0 = (entry, UnixTime.now, withdrawal) }
    guard let taken else {
      return site.log.write("the fleet has a step of a rollout that this release cannot read")
    }
    let (new, before) = (taken.rollout, rollout.current)
    if let before, before.isRunning, before.rollout.word != new.word { giveBack(before.rollout) }
    offer(taken)
    guard !taken.isPreparation else { return prepare(new) }
    rollout.counts.withLock { $0.begin(RolloutCounts.Period(new.word, step: new.step)) }
    let settings = rolloutSettings
    let machine = rollout.machine.withLock { machine in
      if machine?.rollout.word == new.word {
        machine?.follow(new)
      } else {
        machine = RolloutMachine(new, settings, at: UnixTime.now, takesOver: true)
      }
      return machine
    }
    if new.state == .returned { giveBack(new) }
    if let machine { site.tellRollout(machine) }
  }

  /// Tells the other nodes what was counted here before the rollout.
  private func prepare(_ new: Rollout) {
    let answers = rollout.window.withLock(\.answers)
    let counts = rollout.counts.withLock { counts in
      counts.begin(RolloutCounts.Period(new.word, step: nil))
      return counts.count(before: answers)
    }
    if let counts { fleet.node?.tell(counts: counts) }
  }

  /// Gives the edition to its share, unless the rollout was overtaken by a publication.
  private func offer(_ taken: Taken) {
    let new = taken.rollout
    guard new.state != .returned, publisher.publication?.edition.name == new.published else {
      return publisher.withdrawCandidate()
    }
    do {
      let edition = try publisher.prepared(new.edition) ?? site.kept(new.edition)
      publisher.offer(edition, as: new.word, to: taken.step.share, at: UnixTime.now)
    } catch {
      publisher.withdrawCandidate()
      site.log.write("this node does not follow the rollout of edition \(new.edition): \(error)")
    }
  }

  /// Withdraws the edition of a rollout once another one is published, or this one for everybody.
  func withdrawOvertaken() {
    guard publisher.candidate != nil, let published = publisher.publication?.edition.name,
      let taken, taken.rollout.published != published
    else { return }
    publisher.withdrawCandidate()
  }

  /// Has the edges purged of a rollout that is over. All nodes ask for it under the same name.
  private func giveBack(_ rollout: Rollout) {
    guard let tag = rollout.word.tag else { return }
    fleet.purgeEdges(
      Purge(.tags([tag]), .hard),
      reason: "the rollout of edition \(rollout.edition) is returned",
      named: "return of \(rollout.word)"
    )
  }

  // MARK: judging

  /// Counts and judges the rollout at this node, and acts by that if it has the lease. While the store is away nobody has
  /// it, and every node may return the rollout.
  func look(_ evidence: RolloutEvidence) {
    guard let taken else { return }
    let isJudge = fleet.node?.hasLease ?? false
    guard !taken.isPreparation, let machine = rollout.current, machine.isRunning else {
      let age = UnixTime.now.seconds - taken.at.seconds
      if isJudge, age >= Self.patience { endLeftOver(taken) }
      return
    }
    guard let published = publisher.publication?.edition.name,
      let counts = rollout.counts.withLock({ $0.count(evidence) })
    else { return }
    fleet.node?.tell(counts: counts)
    var next = machine
    let sum = rollout.counts.withLock(\.sum)
    let actions = next.handle(.looked(sum, published: published), at: UnixTime.now)
    rollout.machine.withLock { present in
      guard present?.rollout == machine.rollout else { return }
      if actions.isEmpty { present = next } else { present?.learn(from: next) }
    }
    guard !actions.isEmpty else { return }
    if isJudge || next.rollout.state == .returned && fleet.node?.state.isStoreAway == true {
      act { [next] in try await decide(next, after: taken) }
    }
  }

  /// Ends what a node has begun that died or had no store: the beginning of a rollout, its return, or the publication at
  /// its end.
  private func endLeftOver(_ taken: Taken) {
    if taken.isPreparation {
      act { try await begin(taken) }
    } else if taken.isUnrecorded {
      if let machine = rollout.current { act { try await take(machine, after: taken) } }
    } else if isUnpublished(taken.rollout) {
      act { try await publish(taken.rollout) }
    }
  }

  /// Gives an order in the name of the judge, one at a time.
  private func act(_ order: @escaping @Sendable () async throws -> Acknowledgement) {
    guard !rollout.isOrdering.exchange(true, ordering: .relaxed) else { return }
    Task {
      defer { rollout.isOrdering.store(false, ordering: .relaxed) }
      do { _ = try await order() } catch { site.log.write("the rollout does not go on: \(error)") }
    }
  }
}
