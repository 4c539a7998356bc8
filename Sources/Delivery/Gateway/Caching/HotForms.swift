// SPDX-License-Identifier: Apache-2.0

import AnswerCache

/// The entries of the store that a loop gives most often, in the forms in which it sends them.
struct HotForms<Form: AnyObject>: ~Copyable {
  private var table: HotTable
  /// Forms by the slots of the table.
  private var forms: [Form?]

  init(of store: AnswerStore) {
    table = HotTable(of: store)
    forms = Array(repeating: nil, count: table.slots)
  }

  /// Larger entries are not taken.
  var entryBytes: Int { table.entryBytes }

  /// The form of a key's entry, if it is here and may be served.
  mutating func find(_ key: KeyView, at now: Int64) -> Form? {
    table.find(key, at: now).flatMap { forms[$0] }
  }

  /// Offers what the store gave as fresh: what comes a second time is taken. `form` makes its form, and
  /// is told whether it stays here.
  mutating func offer(_ entry: CacheEntry, at now: Int64, _ form: (Bool) -> Form) -> Form {
    let slot = table.offer(entry, at: now)
    let made = form(slot != nil)
    if let slot { forms[slot] = made }
    return made
  }

  /// Gives up what may not be served any more.
  mutating func tidy(at now: Int64) {
    table.tidy(at: now)
    for slot in forms.indices where !table.isFilled(slot) { forms[slot] = nil }
  }
}
