// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import FourM
import Gateway
import Purging
import Reactor
import Signals
import Sites
import Synchronization

/// A site's rollout, and the thread on which it goes on.
final class SiteRollout: Sendable {
  /// The error of a rollout that cannot begin, or of an order without a rollout.
  struct Fault: Error, CustomStringConvertible { let description: String }

  let machine = Mutex<RolloutMachine?>(nil)
  let journal: RolloutJournal
  /// Performs one thing after the other: editions are compiled, which takes long.
  let worker: WorkerPool
  private let isStopped = Atomic(false)

  /// - Parameter folder: where the site keeps its state.
  init(in folder: String) throws(SystemError) {
    journal = RolloutJournal(in: folder)
    worker = try WorkerPool(threads: 1, capacity: 16)
  }

  deinit { worker.close() }

  /// The rollout as it is now; `nil` where there was none yet.
  var current: RolloutMachine? { machine.withLock { $0 } }

  /// Whether the process goes on with it.
  var isRunning: Bool {
    !isStopped.load(ordering: .relaxed) && machine.withLock { $0?.isRunning ?? false }
  }

  /// Leaves it to the process that takes over.
  func stop() { isStopped.store(true, ordering: .relaxed) }
}

extension SiteService {
  /// Goes on with the rollout of the process before.
  ///
  /// - Parameters:
  ///   - isWatched: whether there is a listener for operators, without which nothing is measured.
  ///   - takesOver: whether that process hands its sockets over, so that visitors are served without a gap.
  func resumeRollout(isWatched: Bool, takesOver: Bool) {
    let last: Rollout?
    do throws(SourceFault) {
      last = try rollout.journal.read()
    } catch {
      return log.write("no rollout goes on: \(error.path): \(error.reason)")
    }
    guard let last, let published = publisher.publication?.edition else { return }
    let settings = published.site.rollout ?? RolloutSettings()
    let now = SiteOptions.now
    rollout.machine.withLock { $0 = RolloutMachine(last, settings, at: now, takesOver: takesOver) }
    guard rollout.isRunning else { return }
    guard isWatched else {
      return handle(
        .failed(
          "the service was started without a listener for operators, so that nothing judges it"
        )
      )
    }
    handle(.looked(RolloutEvidence(), published: published.name))
    guard let machine = rollout.current, machine.isRunning else { return }
    do {
      offer(try kept(last.edition), machine)
      log.write(
        "the rollout of edition \(last.edition) goes on at step \(machine.rollout.step + 1)"
      )
    } catch {
      handle(.failed("\(error)"))
    }
  }

  /// Judges the rollout by the metrics, on a thread of its own.
  func lookAtRollout(_ snapshot: SignalSnapshot) {
    guard rollout.isRunning else { return }
    _ = rollout.worker.submit {
      guard rollout.isRunning, let machine = rollout.current,
        let published = publisher.publication?.edition.name
      else { return }
      let evidence = RolloutEvidence(
        snapshot,
        of: name,
        candidate: machine.rollout.edition,
        published: machine.rollout.published
      )
      handle(.looked(evidence, published: published))
    }
  }

  /// Returns the edition that would be rolled out, unless something keeps it from that. This takes long.
  ///
  /// - Parameter edition: the name of a kept edition; `nil` for what the files say.
  func rolloutCandidate(_ edition: String?) throws -> (edition: Edition, files: EditionFiles?) {
    guard let published = publisher.publication?.edition else {
      throw SiteRollout.Fault(description: "nothing is published of \(name)")
    }
    if let machine = rollout.current, machine.isRunning {
      throw SiteRollout.Fault(
        description:
          "the rollout of edition \(machine.rollout.edition) is on; finish or return it first"
      )
    }
    guard published.site.rollout != nil else {
      throw SiteRollout.Fault(
        description: "edition \(published.name), which is published, has no \"rollout\" in "
          + SiteSettings.path
      )
    }
    guard editionHistory.has(published.name) else {
      throw SiteRollout.Fault(
        description:
          "edition \(published.name), which is published, is not kept, so that there would be "
          + "no way back to it"
      )
    }
    let candidate: (edition: Edition, files: EditionFiles?)
    if let edition { candidate = (try kept(edition), nil) } else { candidate = try compiledFiles() }
    guard candidate.edition.name != published.name else {
      throw SiteRollout.Fault(description: "edition \(published.name) is published already")
    }
    let obstacles = published.site.obstacles(toRollout: candidate.edition.site)
    guard obstacles.isEmpty else {
      throw SiteRollout.Fault(
        description:
          "edition \(candidate.edition.name) differs in \(obstacles.joined(separator: ", ")), which holds "
          + "for both editions of a rollout; publish that by itself first"
      )
    }
    return candidate
  }

  /// Begins to roll out an edition. Until the end the published one is pinned. This takes long.
  func startRollout(_ edition: String?) throws -> Rollout {
    let (candidate, files) = try rolloutCandidate(edition)
    guard let published = publisher.publication?.edition, let settings = published.site.rollout
    else {
      throw SiteRollout.Fault(description: "nothing is published of \(name)")
    }
    let now = SiteOptions.now
    let new = Rollout(of: candidate.name, beside: published.name, at: now)
    let machine = RolloutMachine(new, settings, at: now)
    let pinned = editionHistory.pinned
    try editionHistory.pin(published.name)
    do {
      if let files, !editionHistory.has(candidate.name) {
        try editionHistory.keep(candidate.name, files, at: now)
      }
      // A restart must know what caches may have from now on.
      try rollout.journal.write(new)
    } catch {
      try editionHistory.pin(pinned)
      throw error
    }
    rollout.machine.withLock { $0 = machine }
    offer(candidate, machine)
    tellRollout(machine)
    return new
  }

  /// Obeys an order about the rollout that is on. This takes long.
  func order(_ kind: RolloutOrderKind) throws -> Rollout {
    guard rollout.isRunning else {
      throw SiteRollout.Fault(description: "no rollout of \(name) is on")
    }
    handle(.ordered(kind))
    guard let machine = rollout.current else {
      throw SiteRollout.Fault(description: "no rollout of \(name) is on")
    }
    return machine.rollout
  }

  // MARK: effects

  private func handle(_ event: RolloutEvent) {
    let now = SiteOptions.now
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
      let reason = "the rollout of edition \(machine.rollout.edition) is returned"
      dispatcher.take([Purge(.tags([machine.rollout.word.tag]), .hard)], reason: reason) {
        [log] failure in
        if let failure { log.write("the edges were not told that \(reason): \(failure)") }
      }
    }
  }

  private func offer(_ edition: Edition, _ machine: RolloutMachine) {
    publisher.offer(edition, as: machine.rollout.word, to: machine.share, at: SiteOptions.now)
  }

  /// Publishes the edition: what the files say, if that is the same, and otherwise pinned.
  private func publish(_ rollout: Rollout) throws {
    let now = SiteOptions.now
    try editionHistory.pin(rollout.edition)
    let report = publisher.refresh(at: now)
    guard report.publication?.edition.name == rollout.edition else {
      try editionHistory.pin(rollout.published)
      tell(publisher.refresh(at: now))
      let error = report.findings.first { $0.severity == .error }
      throw SiteRollout.Fault(description: error?.message ?? "it is no longer kept")
    }
    tell(report)
    var compiler = SiteCompiler(SiteFolder(folder))
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
  private func tellRollout(_ machine: RolloutMachine) {
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

  /// Compiles a kept edition.
  private func kept(_ edition: String) throws -> Edition {
    guard let source = editionHistory.source(of: edition) else {
      throw SiteRollout.Fault(description: "there is no edition \(edition) of \(name)")
    }
    var compiler = SiteCompiler(source)
    guard let compiled = compiler.compile().edition else {
      throw SiteRollout.Fault(description: "edition \(edition) has errors and cannot be served")
    }
    return compiled
  }

  /// Compiles what the files say.
  private func compiledFiles() throws -> (edition: Edition, files: EditionFiles?) {
    var compiler = SiteCompiler(SiteFolder(folder))
    guard let compiled = compiler.compile().edition else {
      throw SiteRollout.Fault(
        description: "what the files say has errors and cannot be served; see /content"
      )
    }
    return (compiled, compiler.files)
  }
}

extension RolloutMachine {
  /// The state in a sentence.
  var sentence: String {
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
