// SPDX-License-Identifier: Apache-2.0

import AnswerCache

/// A loop with its hot table and its own forms of the answers.
struct HotLoop: ~Copyable {
  var table: HotTable
  private var forms: [Body?]

  init(of store: AnswerStore) {
    table = HotTable(of: store)
    forms = Array(repeating: nil, count: table.slots)
  }

  @inline(__always)
  mutating func find(_ key: KeyView) -> Body? {
    guard let slot = table.find(key, at: 0) else { return nil }
    return forms[slot]
  }

  mutating func offer(_ entry: CacheEntry) {
    if let slot = table.offer(entry, at: 0) { forms[slot] = Body(bytes: 2_048) }
  }
}
