// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import Sites

/// An edition on its way to everybody, or what became of it.
package struct Rollout: Sendable, Equatable {
  package enum State: String, Sendable {
    case running
    /// Everybody has the earlier edition again.
    case returned
    /// Everybody has the new edition.
    case finished
  }

  package let edition: String
  /// The edition that the others have meanwhile.
  package let published: String
  package let began: UnixTime
  /// The number of the step, from 0.
  package internal(set) var step = 0
  /// The beginning of the step, or the end of the rollout.
  package internal(set) var since: UnixTime
  package internal(set) var state = State.running
  /// Whether an operator holds it at its step.
  package internal(set) var isPaused = false
  /// Why it ended, or went on before its time; empty where that goes without saying.
  package internal(set) var reason = ""

  package init(of edition: String, beside published: String, at now: UnixTime) {
    self.edition = edition
    self.published = published
    began = now
    since = now
  }

  package var word: RolloutWord { RolloutWord(edition: edition, began: began) }
}

/// A look at the rollout, or an order of an operator.
package enum RolloutEvent: Sendable {
  /// The evidence since the start of the process, and the edition that is published.
  case looked(RolloutEvidence, published: String)
  case ordered(RolloutOrderKind)
  /// The edition cannot be served, for this reason.
  case failed(String)
}

/// The orders about a rollout that is on.
package enum RolloutOrderKind: String, Sendable, CaseIterable {
  /// Begins the next step at once.
  case next
  /// Pauses the rollout at its step. It is still returned automatically if its answers get worse.
  case pause
  /// Resumes the rollout.
  case resume
  /// Gives everybody the published edition again.
  case `return`
  /// Gives everybody the new edition.
  case finish
}

/// The effect that a rollout has; it is performed outside of the machine.
package enum RolloutAction: Sendable, Equatable {
  /// Changes nothing for visitors, and is told like the others.
  case tell
  /// Gives the edition to this share of installations, out of 10,000.
  case offer(Int)
  /// Publishes the edition.
  case publish
  /// Withdraws the edition, and purges what caches have of it.
  case giveBack
  /// Forgets the candidate, since it is published.
  case withdraw
}

/// Decides how a rollout goes on: it holds each step until its time is over and its answers are within their
/// bounds, and gives the edition back once they are not.
package struct RolloutMachine: Sendable {
  package private(set) var rollout: Rollout
  package let settings: RolloutSettings
  /// The judgement of this step so far; `nil` before the first look.
  package private(set) var verdict: RolloutVerdict?
  /// The evidence at the beginning of the step; `nil` until the first look at it.
  private var baseline: RolloutEvidence?

  /// Whether the time of the step counts on from the process before.
  private var keepsTime: Bool

  /// Begins a rollout, or goes on with one of another process. After a restart its step begins anew, since nobody
  /// knows how long nothing was served. When a process takes over there was no gap, and the step's time counts on.
  /// The evidence is gathered anew either way, so that this process has seen enough answers itself.
  package init(
    _ rollout: Rollout,
    _ settings: RolloutSettings,
    at now: UnixTime,
    takesOver: Bool = false
  ) {
    keepsTime = takesOver
    self.rollout = rollout
    self.settings = settings
    // The file may have fewer steps than it had.
    self.rollout.step = max(0, min(rollout.step, settings.steps.count - 1))
    if rollout.state == .running, !takesOver { self.rollout.since = now }
  }

  /// The buckets of installations, out of 10,000, that have the edition now.
  package var share: Int {
    switch rollout.state {
    case .running: settings.shares[rollout.step]
    case .returned: 0
    case .finished: Experiment.placeCount
    }
  }

  package var isRunning: Bool { rollout.state == .running }

  package mutating func handle(_ event: RolloutEvent, at now: UnixTime) -> [RolloutAction] {
    // Publishing fails behind the end.
    if case .failed(let why) = event { return end(.returned, why, .giveBack, at: now) }
    guard isRunning else { return [] }
    switch event {
    case .failed: return []
    case .looked(let evidence, let published): return look(evidence, published, now)
    case .ordered(.next):
      return advance("an operator began the step before its time", at: now)
    case .ordered(.pause): return pause(true, "an operator paused it")
    case .ordered(.resume): return pause(false, "an operator let it go on")
    case .ordered(.return): return end(.returned, "an operator returned it", .giveBack, at: now)
    case .ordered(.finish): return end(.finished, "an operator finished it", .publish, at: now)
    }
  }

  private mutating func pause(_ isPaused: Bool, _ reason: String) -> [RolloutAction] {
    guard rollout.isPaused != isPaused else { return [] }
    rollout.isPaused = isPaused
    rollout.reason = reason
    return [.tell]
  }

  private mutating func look(
    _ evidence: RolloutEvidence,
    _ published: String,
    _ now: UnixTime
  ) -> [RolloutAction] {
    if published == rollout.edition {
      return end(.finished, "it was published meanwhile", .withdraw, at: now)
    }
    guard published == rollout.published else {
      let reason = "edition \(published) is published in place of \(rollout.published)"
      return end(.returned, reason, .giveBack, at: now)
    }
    guard let baseline else {
      self.baseline = evidence
      if !keepsTime { rollout.since = now }
      keepsTime = false
      return []
    }
    let verdict = RolloutVerdict(evidence.since(baseline), by: settings)
    self.verdict = verdict
    if let fault = verdict.fault { return end(.returned, fault, .giveBack, at: now) }
    let isOver = now.seconds - rollout.since.seconds >= Int64(settings.hold)
    return isOver && !rollout.isPaused && verdict.allowsNextStep ? advance("", at: now) : []
  }

  private mutating func advance(_ reason: String, at now: UnixTime) -> [RolloutAction] {
    guard rollout.step + 1 < settings.steps.count else {
      return end(.finished, reason, .publish, at: now)
    }
    rollout.step += 1
    rollout.since = now
    rollout.reason = reason
    baseline = nil
    verdict = nil
    return [.offer(share)]
  }

  private mutating func end(
    _ state: Rollout.State,
    _ reason: String,
    _ action: RolloutAction,
    at now: UnixTime
  ) -> [RolloutAction] {
    rollout.state = state
    rollout.since = now
    rollout.reason = reason
    return [action]
  }
}
