// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Editions
package import Fleet
package import Learning
import Message
import Reactor
import Signals
import Sites
import Synchronization

extension SiteService {
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
    if rollout.isRunning { ProcessRollout(site: self).look(evidence) }
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
        "edition \(published.name), which is published, has no \"rollout\" in " + SiteSettings.path
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
    try await rollout.worker.run { try ProcessRollout(site: self).start(choice) }
    return nil
  }

  /// Obeys an order about the rollout that is on; in a fleet returns who has that.
  package func order(_ kind: RolloutOrderKind) async throws -> Acknowledgement? {
    if let fleetRollout { return try await fleetRollout.order(kind) }
    try await rollout.worker.run { try ProcessRollout(site: self).obey(kind) }
    return nil
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
