// SPDX-License-Identifier: Apache-2.0

import Signals

/// The requests of a route that kept a promise or broke it, as counters that only grow.
package struct BurnCounts: Sendable, Equatable {
  package var judged: UInt64 = 0
  package var bad: UInt64 = 0

  package init(judged: UInt64 = 0, bad: UInt64 = 0) { (self.judged, self.bad) = (judged, bad) }

  /// The requests since an earlier time.
  func since(_ earlier: BurnCounts) -> BurnCounts {
    BurnCounts(judged: judged - min(judged, earlier.judged), bad: bad - min(bad, earlier.bad))
  }

  package mutating func add(_ more: BurnCounts) {
    judged = judged.addingSaturating(more.judged)
    bad = bad.addingSaturating(more.bad)
  }

  /// The share of the requests that were good; `nil` without a request.
  package var good: Double? { judged > 0 ? 1 - min(1, Double(bad) / Double(judged)) : nil }

  /// The least number of bad requests for a breach, whatever their share is.
  static let leastBad: UInt64 = 3

  /// Returns whether more requests were bad than may be.
  package func breaks(allowed: Double) -> Bool {
    bad >= BurnCounts.leastBad && Double(bad) > Double(judged) * allowed
  }

  /// The consumption of an error budget, as a multiple of the share that may be bad; `nil` without a
  /// request, and where none may be bad.
  package func rate(allowed: Double) -> Double? {
    judged > 0 && allowed > 0 ? Double(bad) / Double(judged) / allowed : nil
  }
}

/// Two windows over which the error budget must burn too fast for an alert: the long one shows that
/// the loss matters, the short one that it still goes on.
package struct BurnWindows: Sendable, Equatable {
  /// In seconds.
  package let long: Double
  package let short: Double
  /// The burn rate: the error budget's consumption as a multiple of what the promise allows.
  package let factor: Double
  package let severity: AlertCondition.Severity
  /// The long window in words.
  package let name: String

  /// Those of Google's Site Reliability Workbook (2018), chapter 5: 2% of a month's budget in an hour,
  /// 5% in six, 10% in three days.
  package static let all = [
    BurnWindows(long: 3_600, short: 300, factor: 14.4, severity: .page, name: "hour"),
    BurnWindows(long: 21_600, short: 1_800, factor: 6, severity: .page, name: "6 hours"),
    BurnWindows(long: 259_200, short: 21_600, factor: 1, severity: .ticket, name: "3 days"),
  ]

  /// The least number of bad requests in the long window for an alert, whatever their share is.
  package static let leastBad: UInt64 = 10

  /// The burn rate over the long window, if it is too fast over both.
  package func rate(_ lately: BurnCounts, _ now: BurnCounts, allowed: Double) -> Double? {
    guard lately.bad >= BurnWindows.leastBad, let rate = lately.rate(allowed: allowed),
      let last = now.rate(allowed: allowed), rate >= factor, last >= factor
    else { return nil }
    return rate
  }
}

/// The counts of one promise of the last three days: each minute of six hours, and each hour before.
package struct BurnHistory: Sendable {
  private static let minute = 60.0
  private static let hour = 3_600.0
  private static let fineSpan = 21_600.0
  private static let span = 259_200.0

  private struct Sample {
    let seconds: Double
    let counts: BurnCounts
  }

  private var samples: [Sample] = []

  package init() {}
  private var newest: Sample?

  /// Adds the counts of a time, on a clock that never goes back.
  package mutating func add(_ counts: BurnCounts, at seconds: Double) {
    newest = Sample(seconds: seconds, counts: counts)
    if let last = samples.last, seconds - last.seconds < BurnHistory.minute { return }
    samples.append(Sample(seconds: seconds, counts: counts))
    var lastKept = -Double.infinity
    samples.removeAll { sample in
      let age = seconds - sample.seconds
      guard age > BurnHistory.fineSpan + BurnHistory.hour else { return false }
      // One count older than the longest window is kept, to count from.
      let isUnneeded =
        age > BurnHistory.span + BurnHistory.hour
        || sample.seconds - lastKept < BurnHistory.hour
      if !isUnneeded { lastKept = sample.seconds }
      return isUnneeded
    }
  }

  /// The counts of the last seconds; `nil` before the second count. Time before the first count is taken for
  /// time with as many requests, all of them good: otherwise, what a young process has seen would be all of a
  /// window, and a short incident that is over would be an alert each time that a longer window is known.
  package func growth(over seconds: Double) -> BurnCounts? {
    guard let newest, let first = samples.first else { return nil }
    let begin = newest.seconds - seconds
    let from = samples.last { $0.seconds <= begin } ?? first
    let known = newest.seconds - from.seconds
    guard known > 0 else { return nil }
    var counts = newest.counts.since(from.counts)
    if known < seconds {
      counts.judged = UInt64(exactly: (Double(counts.judged) * seconds / known).rounded()) ?? .max
    }
    return counts
  }

  /// The first windows over which the budget burns too fast, with the burn rate.
  ///
  /// - Parameter allowed: the share of the requests that may be bad.
  package func burning(allowed: Double) -> (windows: BurnWindows, rate: Double)? {
    for windows in BurnWindows.all {
      guard let long = growth(over: windows.long), let short = growth(over: windows.short),
        let rate = windows.rate(long, short, allowed: allowed)
      else { continue }
      return (windows, rate)
    }
    return nil
  }
}
