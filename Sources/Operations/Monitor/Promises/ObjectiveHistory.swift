// SPDX-License-Identifier: Apache-2.0

import Measure

/// The last 30 days of one objective. A value without a clock; times are seconds since 1970, and days
/// are those of UTC.
struct ObjectiveHistory: Sendable {
  /// The days that are looked at, with the one that is not over.
  static let days = 30
  static let hours = 24
  /// The length of a step, for each of which the promise is judged, in seconds.
  static let step = 600
  /// The maximum number of breaches that are told, the newest ones.
  static let mostBreaches = 100

  /// A day or an hour.
  struct Period: Sendable, Equatable {
    /// The states, each with a sign that a terminal can show.
    enum State: Character {
      /// The history has nothing of the time.
      case unrecorded = "."
      case idle = "-"
      case kept = "+"
      /// Kept as a whole, and broken in some steps.
      case brokenAtTimes = "!"
      /// Broken as a whole.
      case broken = "x"
    }

    let from: Int
    var counts = BurnCounts()
    var recordedSteps = 0
    var brokenSteps = 0

    func state(allowed: Double) -> State {
      if recordedSteps == 0 { return .unrecorded }
      if counts.judged == 0 { return .idle }
      if counts.breaks(allowed: allowed) { return .broken }
      return brokenSteps > 0 ? .brokenAtTimes : .kept
    }
  }

  /// A time in which each step broke the promise.
  struct Breach: Sendable, Equatable {
    let from: Int
    var to: Int
    var counts: BurnCounts
  }

  let objective: Objective
  /// The oldest day and hour first.
  private(set) var days: [Period]
  private(set) var hours: [Period]
  /// The oldest one first.
  private(set) var breaches: [Breach] = []
  /// The requests of all days.
  private(set) var total = BurnCounts()
  /// The beginning of what the history has.
  private(set) var since: Int?
  /// The requests of the alerts' windows, by their seconds.
  private(set) var windows: [Int: BurnCounts] = [:]
  private let now: Int

  init(_ objective: Objective, now: Int) {
    (self.objective, self.now) = (objective, now)
    func periods(_ count: Int, _ seconds: Int) -> [Period] {
      let last = now / seconds
      return (0..<count).map { Period(from: (last - count + 1 + $0) * seconds) }
    }
    days = periods(ObjectiveHistory.days, 86_400)
    hours = periods(ObjectiveHistory.hours, 3_600)
  }

  /// The beginning of the first day.
  var begin: Int { days.first?.from ?? now }

  /// Adds the requests of a step that begins at a time. Steps come in their order.
  mutating func add(_ counts: BurnCounts, at time: Int) {
    if since == nil { since = time }
    total.add(counts)
    let isBroken = counts.breaks(allowed: objective.allowed)
    ObjectiveHistory.add(counts, isBroken, at: time, to: &days)
    ObjectiveHistory.add(counts, isBroken, at: time, to: &hours)
    guard isBroken else { return }
    let end = min(time + ObjectiveHistory.step, now)
    if let last = breaches.last, last.to == time {
      breaches[breaches.count - 1].to = end
      breaches[breaches.count - 1].counts.add(counts)
      return
    }
    breaches.append(Breach(from: time, to: end, counts: counts))
    if breaches.count > ObjectiveHistory.mostBreaches { breaches.removeFirst() }
  }

  private static func add(
    _ counts: BurnCounts,
    _ isBroken: Bool,
    at time: Int,
    to periods: inout [Period]
  ) {
    guard let place = periods.lastIndex(where: { $0.from <= time }) else { return }
    periods[place].counts.add(counts)
    periods[place].recordedSteps += 1
    if isBroken { periods[place].brokenSteps += 1 }
  }

  /// Adds requests to a window.
  mutating func add(_ counts: BurnCounts, toWindow seconds: Int) {
    windows[seconds, default: BurnCounts()].add(counts)
  }

  /// The share of the error budget of these days that is left; below zero where more was used; `nil`
  /// without a request.
  var budgetLeft: Double? { total.rate(allowed: objective.allowed).map { 1 - $0 } }

  /// The consumption of the error budget over a window, as a multiple of what the promise allows; `nil`
  /// without a request.
  func burnRate(over seconds: Int) -> Double? { windows[seconds]?.rate(allowed: objective.allowed) }

  /// The first windows over which the budget burns too fast.
  var burning: BurnWindows? {
    BurnWindows.all.first { pair in
      guard let long = windows[Int(pair.long)], let short = windows[Int(pair.short)] else {
        return false
      }
      return pair.rate(long, short, allowed: objective.allowed) != nil
    }
  }
}
