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

  /// Maximum size of an entry that is taken.
  var entryBytes: Int { table.entryBytes }

  /// Returns the form of a key's entry, if it is in the table and may be served.
  mutating func find(_ key: KeyView, at now: Int64) -> Form? {
    table.find(key, at: now).flatMap { forms[$0] }
  }

  /// Offers an entry that the store gave as fresh. It is taken when it is offered a second time.
  /// `form` makes its form, and is told whether the entry was taken.
  mutating func offer(_ entry: CacheEntry, at now: Int64, _ form: (Bool) -> Form) -> Form {
    let slot = table.offer(entry, at: now)
    let made = form(slot != nil)
    if let slot { forms[slot] = made }
    return made
  }

  /// Drops the forms that may not be served any more.
  mutating func tidy(at now: Int64) {
    table.tidy(at: now)
    for slot in forms.indices where forms[slot] != nil && !table.isFilled(slot) {
      forms[slot] = nil
    }
  }
}
