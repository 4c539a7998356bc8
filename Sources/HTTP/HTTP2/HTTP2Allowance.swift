// SPDX-License-Identifier: Apache-2.0

/// How many events of a kind a peer may cause: so many at once, and so many a second in the long
/// run.
package struct HTTP2Allowance: Sendable, Equatable {
  package var burst: Int32
  package var perSecond: Int32

  package init(burst: Int32, perSecond: Int32) {
    self.burst = burst
    self.perSecond = perSecond
  }
}
