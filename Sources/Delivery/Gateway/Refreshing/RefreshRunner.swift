// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import Reactor
import Signals
import Sites

/// Composes the outdated answers of a site at the declared pace, as services have room. It lives on a loop,
/// and sleeps while nothing is outdated.
final class RefreshRunner: DeadlineHandler {
  private static let tick = Duration.milliseconds(100)
  private static let ticksPerSecond = 10.0
  /// The cache is looked through at most once in this time.
  private static let pause = Duration.seconds(1)
  /// Looking through a large cache may take this share of a thread at most.
  private static let busyShare: Int64 = 20
  /// The longest duration of a refresh that services have no room for.
  private static let longest = Duration.seconds(600)
  /// The most answers that are composed at once.
  private static let atOnce = 32
  /// The most answers that are looked at in a tick, be it to find that they are current.
  private static let lookedAt = 256

  private struct Run {
    var report: RefreshReport
    /// The next ones, the first of them last.
    var waiting: [OutdatedAnswer]
    /// Those whose services had no room when it was their turn.
    var later: [OutdatedAnswer] = []
    var allowance = 1.0
    var underWay = 0
    let end: Instant
  }

  private let refresh: CacheRefresh
  private let decider: RequestDecider
  private let composer: Composer
  private let services: Services
  private let shard: SignalShard
  private let core: LoopCore
  private var run: Run?
  private var timer: TimerID?
  private var isSearching = false
  private var notBefore: Instant

  init(
    _ refresh: CacheRefresh,
    _ decider: RequestDecider,
    _ composer: Composer,
    _ services: Services,
    _ shard: SignalShard,
    on core: LoopCore
  ) {
    self.refresh = refresh
    self.decider = decider
    self.composer = composer
    self.services = services
    self.shard = shard
    self.core = core
    notBefore = core.now
  }

  /// Looks for what is outdated if that was asked for, in place of what is under way.
  func look() {
    guard !isSearching, refresh.isWanted else { return }
    guard core.now >= notBefore else {
      if timer == nil { wait(until: notBefore) }
      return
    }
    end(.superseded)
    guard let report = refresh.begin(at: core.wallSeconds), let settings = refresh.settings else {
      return
    }
    isSearching = true
    let begun = core.now
    let runner = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    let isTaken = refresh.search(atMost: settings.most) { answers, others in
      loop.execute { runner.value.found(answers, others, for: report, since: begun) }
    }
    if !isTaken { found([], 0, for: report, since: begun) }
  }

  private func found(
    _ answers: [OutdatedAnswer],
    _ others: Int,
    for begun: RefreshReport,
    since start: Instant
  ) {
    isSearching = false
    let duration = core.now - start
    notBefore = core.now + max(RefreshRunner.pause, duration * Int(RefreshRunner.busyShare))
    var report = begun
    report.state = .running
    report.found = answers.count + others
    report.rate = refresh.settings?.rate ?? 0
    count(.left, others, in: &report)
    run = Run(
      report: report,
      waiting: answers.reversed(),
      end: core.now + RefreshRunner.longest
    )
    deadlineReached()
  }

  func deadlineReached() {
    timer = nil
    look()
    guard run != nil else { return }
    compose()
    note()
    if run != nil {
      wait(until: core.now + RefreshRunner.tick)
    } else if refresh.isWanted {
      wait(until: notBefore)
    }
  }

  private func wait(until instant: Instant) {
    if let timer { core.cancel(timer) }
    timer = core.schedule(self, at: instant)
  }

  // MARK: one tick

  /// Composes as many answers as are due.
  private func compose() {
    guard var current = run.take() else { return }
    // What changed in the site file holds from now on; a site that wants no refresh any more gets none.
    guard let rate = refresh.settings?.rate else {
      run = current
      return end(.superseded)
    }
    current.report.rate = rate
    let share = Double(rate) / RefreshRunner.ticksPerSecond
    current.allowance = min(current.allowance + share, max(1, share))
    if current.waiting.isEmpty {
      current.waiting = current.later.reversed()
      current.later = []
    }
    var looked = 0
    var isHeld = false
    while current.allowance >= 1, current.underWay < RefreshRunner.atOnce,
      looked < RefreshRunner.lookedAt, let next = current.waiting.popLast()
    {
      looked += 1
      switch begin(next, for: current.report.number) {
      case .underWay:
        current.allowance -= 1
        current.underWay += 1
      case .noRoom:
        current.later.append(next)
        isHeld = true
      case .over(let outcome): count(outcome, in: &current.report)
      }
    }
    if isHeld {
      current.report.held += 1
      shard.add(refresh.signals.held)
    }
    run = current
  }

  private enum Beginning {
    case underWay
    case noRoom
    case over(RefreshReport.Outcome)
  }

  /// Begins to compose an answer for nobody in particular.
  private func begin(_ answer: OutdatedAnswer, for number: UInt64) -> Beginning {
    guard let (request, site) = decider.renewed(answer) else { return .over(.gone) }
    if case .fresh = refresh.store.peek(request.cacheKey, at: composer.now) {
      return .over(.current)
    }
    guard
      request.document.backends.allSatisfy({
        services.service(named: $0)?.backend?.hasHeadroom ?? true
      })
    else {
      return .noRoom
    }
    let isBegun = composer.refresh(request, site) { [self] isComposed in
      composed(isComposed, for: number)
    }
    return isBegun ? .underWay : .over(.current)
  }

  private func composed(_ isComposed: Bool, for number: UInt64) {
    // It may be over before `begin` returns.
    let runner = LoopConfined(self, to: core.loop.number)
    core.loop.execute { runner.value.settle(isComposed, number) }
  }

  private func settle(_ isComposed: Bool, _ number: UInt64) {
    guard run?.report.number == number else { return }
    run?.underWay -= 1
    if var report = run?.report {
      count(isComposed ? .composed : .failed, in: &report)
      run?.report = report
    }
    note()
    if run == nil { look() }
  }

  private func count(
    _ outcome: RefreshReport.Outcome,
    _ number: Int = 1,
    in report: inout RefreshReport
  ) {
    guard number > 0 else { return }
    report.count(outcome, number)
    shard.add(refresh.signals.answers[outcome.rawValue], number)
  }

  // MARK: the end

  /// Tells how far the refresh is, and ends it when nothing is left.
  private func note() {
    guard let current = run else { return }
    let left = current.waiting.count + current.later.count
    if left == 0, current.underWay == 0 { return end(.finished) }
    if core.now >= current.end { return end(.late) }
    shard.set(refresh.signals.waiting, left)
    refresh.note(current.report)
  }

  private func end(_ state: RefreshReport.State) {
    guard let current = run.take() else { return }
    var report = current.report
    count(.left, current.waiting.count + current.later.count + current.underWay, in: &report)
    report.state = state
    report.ended = core.wallSeconds
    shard.set(refresh.signals.waiting, 0)
    refresh.signals.ended(report, in: shard)
    refresh.note(report)
  }
}
