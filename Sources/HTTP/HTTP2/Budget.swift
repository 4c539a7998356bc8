// SPDX-License-Identifier: Apache-2.0

/// Remainder of an allowance.
struct Budget {
  private let allowance: HTTP2Allowance
  private var left: Int32
  private var filledAt: UInt32

  init(_ allowance: HTTP2Allowance, now: UInt32) {
    self.allowance = allowance
    left = allowance.burst
    filledAt = now
  }

  /// Takes one; `false` when nothing is left.
  mutating func spend(now: UInt32) -> Bool {
    if now != filledAt {
      // A clock that steps back fills the budget once; it is the loop's own and does not.
      let seconds = Int64(now &- filledAt)
      let filled = Int64(left) + seconds * Int64(allowance.perSecond)
      left = Int32(clamping: min(filled, Int64(allowance.burst)))
      filledAt = now
    }
    guard left > 0 else { return false }
    left -= 1
    return true
  }

  /// Gives `count` back, never past the burst.
  mutating func refund(_ count: Int32) {
    left = Int32(clamping: min(Int64(left) + Int64(count), Int64(allowance.burst)))
  }
}
