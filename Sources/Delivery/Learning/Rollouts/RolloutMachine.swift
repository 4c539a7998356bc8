// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution

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
  /// The answers of the site before the rollout.
  package let before: RolloutBaseline
  /// The number of the step, from 0.
  package internal(set) var step = 0
  /// The beginning of the step, or the end of the rollout.
  package internal(set) var since: UnixTime
  package internal(set) var state = State.running
  /// Whether an operator holds it at its step.
  package internal(set) var isPaused = false
  /// The reason for its end, or for an early next step; empty where all went as declared.
  package internal(set) var reason = ""

  package init(
    of edition: String,
    beside published: String,
    after before: RolloutBaseline = RolloutBaseline(),
    at now: UnixTime
  ) {
    self.edition = edition
    self.published = published
    self.before = before
    began = now
    since = now
  }

  package var word: EditionWord { EditionWord(rolloutOf: edition, began: began) }

  /// The same rollout, whose edition nobody has any more.
  package func returned(_ reason: String, at now: UnixTime) -> Rollout {
    var returned = self
    (returned.state, returned.since, returned.reason) = (.returned, now, reason)
    return returned
  }
}

/// A look at the rollout, or an order of an operator.
package enum RolloutEvent: Sendable {
  /// The evidence since the start of the process, and the edition that is published.
  case looked(RolloutEvidence, published: String)
  /// The edition that is published, where nothing is counted yet.
  case began(published: String)
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
///
/// Answers are judged in portions of some seconds. While the published edition does worse than before the
/// rollout, as in an outage of a service, its portions and the candidate's are left out: they say nothing about the
/// candidate, and the step goes on.
package struct RolloutMachine: Sendable {
  /// The length of a portion in seconds, and the largest one that waits for answers of the published edition.
  private static let (shortest, longest): (Int64, Int64) = (5, 60)

  package private(set) var rollout: Rollout
  package let settings: RolloutSettings
  /// The judgement of this step so far; `nil` before its first portion.
  package private(set) var verdict: RolloutVerdict?
  /// In what the published edition does worse than before the rollout; `nil` if in nothing.
  package private(set) var disturbance: String?
  /// The answers of the portions of this step that count.
  private var counted = RolloutEvidence()
  /// The beginning of the present portion; `nil` until the first look at the step.
  private var portion: (start: RolloutEvidence, since: UnixTime)?

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

  /// Takes the rollout as the nodes of a fleet have it from now on. At another step the evidence is gathered anew.
  package mutating func follow(_ next: Rollout) {
    let isSame = next.step == rollout.step
    rollout = next
    rollout.step = max(0, min(next.step, settings.steps.count - 1))
    guard !isSame else { return }
    keepsTime = true
    (portion, counted, verdict, disturbance) = (nil, RolloutEvidence(), nil, nil)
  }

  /// Takes the judgement of another machine for the same step.
  package mutating func learn(from other: RolloutMachine) {
    (verdict, disturbance) = (other.verdict, other.disturbance)
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
    case .began(let published): return compare(with: published, now) ?? []
    case .looked(let evidence, let published):
      return compare(with: published, now) ?? look(evidence, now)
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

  /// Ends the rollout if another edition is published than at its beginning.
  private mutating func compare(with published: String, _ now: UnixTime) -> [RolloutAction]? {
    if published == rollout.edition {
      return end(.finished, "it was published meanwhile", .withdraw, at: now)
    }
    guard published != rollout.published else { return nil }
    let reason = "edition \(published) is published in place of \(rollout.published)"
    return end(.returned, reason, .giveBack, at: now)
  }

  private mutating func look(_ evidence: RolloutEvidence, _ now: UnixTime) -> [RolloutAction] {
    guard let portion else {
      self.portion = (evidence, now)
      if !keepsTime { rollout.since = now }
      keepsTime = false
      return []
    }
    let growth = evidence.since(portion.start)
    guard isWhole(growth, after: now.seconds - portion.since.seconds) else { return [] }
    self.portion = (evidence, now)
    disturbance = disturbance(in: growth.published)
    guard disturbance == nil else { return [] }
    counted.add(growth)
    // A disturbance too weak to show in one portion shows in all of them, which then say nothing either.
    disturbance = disturbance(in: counted.published)
    guard disturbance == nil else {
      counted = RolloutEvidence()
      return []
    }
    let verdict = RolloutVerdict(counted, before: rollout.before, by: settings)
    self.verdict = verdict
    if let fault = verdict.fault { return end(.returned, fault, .giveBack, at: now) }
    let isOver = now.seconds - rollout.since.seconds >= Int64(settings.hold)
    guard isOver, !rollout.isPaused, verdict.obstacle(isLast: isLastStep) == nil else { return [] }
    return advance("", at: now)
  }

  /// Whether a portion has enough answers for a disturbance to show in it; at 100 % the published edition has no
  /// answers.
  private func isWhole(_ growth: RolloutEvidence, after seconds: Int64) -> Bool {
    let hold = Int64(settings.hold)
    guard seconds >= min(RolloutMachine.shortest, hold) else { return false }
    return growth.published.answers >= UInt64(settings.answers) || share == Experiment.placeCount
      || seconds >= min(RolloutMachine.longest, hold)
  }

  private func disturbance(in published: RolloutEvidence.Arm) -> String? {
    let known = UInt64(settings.answers)
    // Where little is known from before, it is compared with the portions so far.
    let usual =
      rollout.before.counts.answers >= known ? rollout.before : RolloutBaseline(counted.published)
    guard usual.counts.answers >= known else { return nil }
    var evidence = RolloutEvidence()
    evidence.candidate = published
    // Whatever is not chance is a disturbance: the new edition may feel it more, since less is kept of it.
    var bounds = settings
    (bounds.errors, bounds.clientErrors, bounds.degraded) = (0, 0, 0)
    return RolloutVerdict(evidence, before: usual, by: bounds, atLeast: 1).fault
  }

  private var isLastStep: Bool { rollout.step + 1 >= settings.steps.count }

  /// The reason why a step goes on although its time is over, or why nothing is concluded; `nil` for none.
  package func wait(at now: UnixTime) -> String? {
    guard isRunning else { return nil }
    if let disturbance {
      return "it waits, since the published edition does worse than before: \(disturbance)"
    }
    guard now.seconds - rollout.since.seconds >= Int64(settings.hold), !rollout.isPaused else {
      return nil
    }
    guard let verdict else { return "it waits for answers" }
    return verdict.obstacle(isLast: isLastStep).map {
      "it waits, since of \($0.answers) \($0.subject) are \(RolloutVerdict.percent($0.candidate)): "
        + $0.standing.rawValue
    }
  }

  private mutating func advance(_ reason: String, at now: UnixTime) -> [RolloutAction] {
    guard !isLastStep else {
      return end(.finished, reason, .publish, at: now)
    }
    rollout.step += 1
    rollout.since = now
    rollout.reason = reason
    portion = nil
    counted = RolloutEvidence()
    verdict = nil
    disturbance = nil
    return [.offer(share)]
  }

  private mutating func end(
    _ state: Rollout.State,
    _ reason: String,
    _ action: RolloutAction,
    at now: UnixTime
  ) -> [RolloutAction] {
    (rollout.state, rollout.since, rollout.reason) = (state, now, reason)
    return [action]
  }
}
