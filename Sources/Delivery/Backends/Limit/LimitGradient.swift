// SPDX-License-Identifier: Apache-2.0

// Nobody knows how many calls a backend can work on at once, so it is measured. While the latency
// stays near that of the best times, the limit rises. Once calls queue inside the backend, the
// latency grows, and the limit falls in the same proportion (the gradient of Netflix's
// concurrency-limits).
//
// * The best times are those of the best window, not of the fastest call: where light and heavy
//   calls are mixed, the average of a heavy mix is no sign of overload.
// * The best times are never looked for by letting fewer calls through. Envoy does that, and rejects
//   calls meanwhile (envoyproxy/envoy#8337, #46532). At a full limit, a backend that has become
//   slower looks like an overloaded one. To tell them apart, half as many *more* calls are let
//   through for a moment: if the latency rises with them, calls queue; if it does not, calls simply
//   take longer now. Each test changes the estimate by one step only, since latencies are noisy.
// * A latency is known between two bounds, since a busy loop finds answers later than they come. The
//   estimate changes where the bounds contradict it: calls are slow where even the lower bound is too
//   long, and the best times are better where even the upper bound is shorter. So the gateway's own
//   delay, which widens the bounds, neither lowers the limit nor passes for the backend's best times.
// * Latencies of a few milliseconds never lower the limit: nobody notices them, and at that scale
//   they measure the machine's scheduler.
// * A limit that is not reached tells nothing: it does not fall, since that would not help, and it
//   rises only while half of it is used. Meanwhile the best times are forgotten slowly.

package import Reactor

/// Limit that follows from the ratio of present latencies to those of the best times.
package struct LimitGradient: Sendable {
  private enum Phase: Sendable {
    /// The limit was full and the latency too high for this many windows in a row.
    case watching(strained: Int)
    /// A higher limit is tested; for some windows, earlier calls are still among those that end.
    case testing(limit: Double, mean: Double, windowsLeft: Int)
  }

  /// Factor by which the limit is raised for a test.
  private static let more = 1.5
  /// Maximum share of that growth by which the latency grows if the additional calls did not queue.
  private static let unmoved = 0.4
  /// Number of strained windows before the first test, and between further tests.
  private static let firstTest = 3
  private static let nextTest = 20
  /// Number of windows for which a test waits for earlier calls to end.
  private static let settling = 2

  private let settings: LimitSettings
  package private(set) var limit: Double
  /// Latency of the best times in nanoseconds; `nil` before the first measurement.
  package private(set) var best: Double?
  private var phase = Phase.watching(strained: 0)
  /// Degree to which latencies followed the limit in the last tests, from 0 (not at all) to 1 (all
  /// calls queued).
  private var queueing = 0.5
  /// The limit and the latency at which the limit began to rise while it was full.
  private var foot: (limit: Double, mean: Double)?

  package init(_ settings: LimitSettings) {
    self.settings = settings
    limit = Double(max(settings.most, 1))
  }

  /// Lowers the limit because the backend is overloaded; once a window.
  package mutating func backOff(from peak: Int) {
    set((best == nil ? min(limit, Double(peak)) : limit) * 0.9)
    phase = .watching(strained: 0)
  }

  /// Adapts the limit to a complete window.
  package mutating func adapt(to window: LoadWindow, at now: Instant) {
    guard let best else {
      best = window.mostMean
      let start = Double(max(window.peak * 2, settings.start))
      set(window.wasOverloaded ? min(limit, start) : start)
      return
    }
    let isFull = window.peak >= Int(limit)
    switch phase {
    case .testing(let before, let meanBefore, let left) where left > 0:
      phase = .testing(limit: before, mean: meanBefore, windowsLeft: left - 1)
    case .testing(let before, let meanBefore, _):
      conclude(from: before, meanBefore, isFull: isFull, window.leastMean)
    case .watching(let strained):
      learn(window, best, isFull: isFull, since: now - window.start)
      follow(window, isFull: isFull, strained)
    }
  }

  private mutating func learn(
    _ window: LoadWindow,
    _ best: Double,
    isFull: Bool,
    since length: Duration
  ) {
    if window.mostMean < best {
      // Half of the way: a window may have been lucky.
      self.best = (best + window.mostMean) / 2
    } else if window.leastMean > best, !isFull {
      let seconds = Double(length.nanoseconds) / 1_000_000_000
      self.best = min(window.leastMean, best * (1 + min(settings.drift * seconds, 1)))
    }
  }

  private mutating func follow(_ window: LoadWindow, isFull: Bool, _ strained: Int) {
    guard let best, !window.wasOverloaded else { return }
    let bearable = max(settings.tolerance * best, Double(settings.unhurried.nanoseconds))
    let gradient = max(bearable / max(window.leastMean, 1), 0.5)
    guard gradient < 1 else {
      phase = .watching(strained: 0)
      climb(isFull: isFull, window.leastMean)
      if window.peak * 2 >= Int(limit) {
        set(limit + max(limit.squareRoot(), limit * 0.25) * 0.2)
      }
      return
    }
    guard isFull else {
      phase = .watching(strained: 0)
      foot = nil
      queueing = 0.5
      return
    }
    guard strained + 1 == LimitGradient.firstTest || strained + 1 >= LimitGradient.nextTest else {
      phase = .watching(strained: strained + 1)
      set(limit * 0.8 + (limit * gradient + limit.squareRoot()) * 0.2)
      return
    }
    phase = .testing(limit: limit, mean: window.leastMean, windowsLeft: LimitGradient.settling)
    set(max(limit * LimitGradient.more, limit + 1))
  }

  /// Raises the limit because the latency is good, unless the latency has grown with the limit all
  /// the way.
  private mutating func climb(isFull: Bool, _ mean: Double) {
    guard isFull, let foot, limit >= foot.limit else {
      foot = isFull ? (limit, mean) : nil
      return
    }
    guard limit >= foot.limit * LimitGradient.more, let best else { return }
    let response = LimitGradient.growth(foot.mean, mean) / (limit / foot.limit - 1)
    if response >= 0.6 { self.best = best * 0.8 }
    self.foot = (limit, mean)
  }

  /// Ends a test: decides whether the additional calls queued.
  private mutating func conclude(
    from before: Double,
    _ meanBefore: Double,
    isFull: Bool,
    _ mean: Double
  ) {
    // The first test is not repeated at once.
    phase = .watching(strained: LimitGradient.firstTest)
    guard isFull, let best else {
      set(min(limit, before))
      return
    }
    let response = LimitGradient.growth(meanBefore, mean) / (LimitGradient.more - 1)
    queueing += (min(max(response, -1), 2) - queueing) * 0.4
    if queueing < LimitGradient.unmoved {
      // Calls take that long now. A test may be wrong, so it is believed in steps.
      self.best = min(mean, best * 1.4)
      phase = .watching(strained: 0)
    } else if response < LimitGradient.unmoved {
      phase = .watching(strained: LimitGradient.nextTest - LimitGradient.firstTest)
      set(before)
    } else {
      // The calls queue, so the best times may be better than those that were measured.
      self.best = best * 0.93
      set(before)
    }
  }

  /// Returns the share by which a latency has grown; 0 if it was zero before.
  private static func growth(_ before: Double, _ after: Double) -> Double {
    before > 0 ? after / before - 1 : 0
  }

  private mutating func set(_ wanted: Double) {
    let least = Double(max(settings.least, 1))
    limit = min(max(wanted, least), Double(max(settings.most, 1)))
  }
}
