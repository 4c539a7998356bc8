// SPDX-License-Identifier: Apache-2.0

// Failed calls are not measured, or fast errors would look like the best times. A call that ran out
// of time is measured with the time that it had, and lowers the limit besides. A latency counts
// from the written request to the received head: how long a call waits here, and how late its
// answer is noticed, says nothing about the backend.

package import HTTPClient
package import Reactor

/// Limit of the calls under way at a backend.
package struct ConcurrencyLimit: Sendable {
  /// Load of the backend, as the end of a call shows it.
  package enum Sample: Sendable, Equatable {
    /// The latency of an answer.
    case answered(ResponseLatency)
    /// The backend said that it is overloaded, or did not answer within this time.
    case overloaded(after: ResponseLatency?)
    /// Nothing is known.
    case nothing
  }

  private let settings: LimitSettings
  private var gradient: LimitGradient
  private var window: LoadWindow
  /// Number of calls under way.
  package private(set) var inFlight = 0
  /// Number of uploads among them.
  private var uploads = 0

  /// Makes a limit without measurements.
  package init(_ settings: LimitSettings = LimitSettings(), at now: Instant) {
    self.settings = settings
    gradient = LimitGradient(settings)
    window = LoadWindow(at: now, inFlight: 0)
  }

  /// The present limit.
  package var current: Int { Int(gradient.limit) }
  /// Latency of the backend at its best times, once it is known.
  package var bestLatency: Duration? { gradient.best.map { .nanoseconds(Int64($0)) } }

  /// Whether a call of this priority would be let through.
  package func hasRoom(_ priority: CallPriority) -> Bool {
    switch priority {
    case .required: inFlight < current
    case .upload: inFlight < current && uploads < min(settings.uploads, part(settings.uploadShare))
    case .optional: inFlight < part(settings.optionalShare)
    }
  }

  /// Returns a share of the limit, at least one call.
  private func part(_ share: Double) -> Int { max(1, Int(gradient.limit * min(max(share, 0), 1))) }

  /// Lets a call through, which counts until `finished`. Returns false if there is no room for it.
  package mutating func admit(_ priority: CallPriority) -> Bool {
    guard hasRoom(priority) else { return false }
    inFlight += 1
    if priority == .upload { uploads += 1 }
    if inFlight > window.peak { window.peak = inFlight }
    return true
  }

  /// Counts an upload whose body has come as any other call.
  package mutating func uploaded() { uploads -= 1 }

  /// Ends a call that was admitted with this priority.
  package mutating func finished(
    _ sample: Sample,
    of priority: CallPriority = .required,
    at now: Instant
  ) {
    inFlight -= 1
    if priority == .upload { uploads -= 1 }
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

  /// Returns true if a window is long enough to know its average, and longer than a call, so that
  /// it shows the effect of the window before.
  private func isComplete(at now: Instant) -> Bool {
    guard window.measured >= max(settings.leastMeasured, 1) else { return false }
    let part = gradient.best == nil ? 0.25 : 0.1
    guard window.measured >= 1_000 || window.isMeanKnown(within: part) else { return false }
    let call = Duration.nanoseconds(Int64(window.mostMean))
    return now >= window.start + max(settings.measuring, call)
  }
}
