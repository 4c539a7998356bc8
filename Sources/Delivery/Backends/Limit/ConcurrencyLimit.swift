// SPDX-License-Identifier: Apache-2.0

// What fails fast is not measured, or errors would look like the best times. What ran out of time is
// measured with the time that it had, and lowers the limit besides. A latency counts from the request
// that was written to the head that came: how long a call waits here, and how late we look at its
// answer, says nothing of the backend.

package import HTTPClient
package import Reactor

/// How many calls may be under way at a backend.
package struct ConcurrencyLimit: Sendable {
  /// What the end of a call says of the backend's load.
  package enum Sample: Sendable, Equatable {
    /// An answer that took so long.
    case answered(ResponseLatency)
    /// The backend said that it has too much to do, or did not answer within this time.
    case overloaded(after: ResponseLatency?)
    /// Nothing.
    case nothing
  }

  private let settings: LimitSettings
  private var gradient: LimitGradient
  private var window: LoadWindow
  /// How many calls are under way.
  package private(set) var inFlight = 0

  /// A limit that has measured nothing.
  package init(_ settings: LimitSettings = LimitSettings(), at now: Instant) {
    self.settings = settings
    gradient = LimitGradient(settings)
    window = LoadWindow(at: now, inFlight: 0)
  }

  /// How many calls may be under way at once now.
  package var current: Int { Int(gradient.limit) }
  /// The latency of the best times, once it is known.
  package var bestLatency: Duration? { gradient.best.map { .nanoseconds(Int64($0)) } }

  /// Whether a call of this priority would be let through.
  package func hasRoom(_ priority: CallPriority) -> Bool {
    switch priority {
    case .required: inFlight < current
    case .optional:
      inFlight < max(1, Int(gradient.limit * min(max(settings.optionalShare, 0), 1)))
    }
  }

  /// Lets a call through, which counts until `finished`; `false` when there is no room for it.
  package mutating func admit(_ priority: CallPriority) -> Bool {
    guard hasRoom(priority) else { return false }
    inFlight += 1
    if inFlight > window.peak { window.peak = inFlight }
    return true
  }

  /// A call is over.
  package mutating func finished(_ sample: Sample, at now: Instant) {
    inFlight -= 1
    switch sample {
    case .nothing: return
    case .answered(let latency): window.measure(latency)
    case .overloaded(let latency):
      if let latency { window.measure(latency) }
      if !window.wasOverloaded { gradient.backOff(from: window.peak) }
      window.wasOverloaded = true
    }
    guard isComplete(at: now) else { return }
    gradient.adapt(to: window, at: now)
    window = LoadWindow(at: now, inFlight: inFlight)
  }

  /// A window is long enough to know its average, and no shorter than a call, so that it sees what
  /// became of the window before.
  private func isComplete(at now: Instant) -> Bool {
    guard window.measured >= max(settings.leastMeasured, 1) else { return false }
    let part = gradient.best == nil ? 0.25 : 0.1
    guard window.measured >= 1_000 || window.isMeanKnown(within: part) else { return false }
    let call = Duration.nanoseconds(Int64(window.mostMean))
    return now >= window.start + max(settings.measuring, call)
  }
}
