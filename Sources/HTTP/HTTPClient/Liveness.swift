// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Whether a server that has been silent is believed to be there: it is asked after a while, and
/// whatever comes then is an answer.
package struct Liveness: Sendable {
  package enum Verdict {
    case alive
    /// Ask now; the time for an answer runs from here.
    case ask
    case gone
  }

  private let limits: LivenessLimits
  private var silentSince: Instant
  private var asked: Instant?

  package init(_ limits: LivenessLimits, now: Instant) {
    self.limits = limits
    silentSince = now
  }

  /// Something came from the server.
  package mutating func heard(at now: Instant) {
    silentSince = now
    asked = nil
  }

  /// The first call after a pause begins: silence before it means nothing. A question that is under
  /// way goes on waiting for its answer.
  package mutating func callBegan(at now: Instant) { silentSince = now }

  /// Time of the next look.
  package func nextLook(isIdle: Bool) -> Instant {
    if let asked { return asked + limits.patience }
    return silentSince + (isIdle ? limits.askIdleAfter : limits.askBusyAfter)
  }

  /// Judges the server.
  package mutating func judge(at now: Instant, isIdle: Bool) -> Verdict {
    guard now >= nextLook(isIdle: isIdle) else { return .alive }
    if asked != nil { return .gone }
    asked = now
    return .ask
  }
}
