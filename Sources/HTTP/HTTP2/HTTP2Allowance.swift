// SPDX-License-Identifier: Apache-2.0

/// Number of events of a kind that a peer may cause: a burst at once, and a rate per second in the
/// long run.
package struct HTTP2Allowance: Sendable, Equatable {
  package var burst: Int32
  package var perSecond: Int32

  package init(burst: Int32, perSecond: Int32) {
    self.burst = burst
    self.perSecond = perSecond
  }
}
