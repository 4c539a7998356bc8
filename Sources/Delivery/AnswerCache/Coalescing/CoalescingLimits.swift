// SPDX-License-Identifier: Apache-2.0

/// How many may wait.
package struct CoalescingLimits: Sendable, Equatable {
  /// For one key; more are turned away at once.
  package var waiters = 20_000
  /// How many of those that waited for what turned out to be private fetch at the same time.
  package var alone = 8

  package init(waiters: Int = 20_000, alone: Int = 8) {
    precondition(waiters > 0 && alone > 0, "a fetch that nobody may join")
    self.waiters = waiters
    self.alone = alone
  }
}
