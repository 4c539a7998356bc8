// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The explanations that are being made, which are limited since each has a thread of its own.
package final class ExplanationTurns: Sendable {
  static let most = 2

  /// The right to make one, until it is ended.
  struct Turn {
    fileprivate let turns: ExplanationTurns

    func end() { turns.count.withLock { $0 -= 1 } }
  }

  private let count = Mutex(0)

  package init() {}

  /// Returns `nil` while there are as many as may be.
  func begin() -> Turn? {
    count.withLock { count in
      guard count < ExplanationTurns.most else { return nil }
      count += 1
      return Turn(turns: self)
    }
  }
}
