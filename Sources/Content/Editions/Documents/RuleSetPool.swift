// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Keeps equal rule sets of many documents once.
struct RuleSetPool {
  private var known: Set<RuleSet> = []

  mutating func shared(_ ruleSet: RuleSet) -> RuleSet { known.insert(ruleSet).memberAfterInsert }
}

extension DocumentDraft {
  mutating func share(_ pool: inout RuleSetPool) {
    ruleSet = pool.shared(ruleSet)
    for index in variants.indices {
      if let rows = variants[index].rows { variants[index].rows = pool.shared(rows) }
    }
  }
}
