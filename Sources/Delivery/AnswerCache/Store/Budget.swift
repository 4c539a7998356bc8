// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An amount that several threads share and that never passes its limit.
struct Budget: ~Copyable {
  let limit: Int
  private let amount = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var used: Int { amount.load(ordering: .relaxed) }

  /// Takes a part; nothing when it would pass the limit.
  func take(_ part: Int) -> Bool {
    var used = amount.load(ordering: .relaxed)
    while part <= limit - used {
      let (exchanged, original) = amount.compareExchange(
        expected: used,
        desired: used + part,
        ordering: .relaxed
      )
      if exchanged { return true }
      used = original
    }
    return false
  }

  /// Gives a part back.
  func give(_ part: Int) { amount.subtract(part, ordering: .relaxed) }
}
