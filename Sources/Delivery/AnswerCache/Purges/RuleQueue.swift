// SPDX-License-Identifier: Apache-2.0

/// The last purges of one kind in order, up to a maximum number.
struct RuleQueue {
  struct Rule {
    let scope: PurgeScope
    let mark: PurgeMark
    /// The tag, for the purge of a tag.
    let tag: Tag?
  }

  let length: Int
  private var rules: [Rule] = []
  private var start = 0

  init(length: Int) { self.length = length }

  /// The rule that the next one will push out.
  var nextForgotten: Rule? { rules.count < length ? nil : rules[start] }

  /// Adds a rule. Returns the rule that is forgotten for it.
  mutating func append(_ rule: Rule) -> Rule? {
    guard let forgotten = nextForgotten else {
      rules.append(rule)
      return nil
    }
    rules[start] = rule
    start = (start + 1) % length
    return forgotten
  }

  /// Merges the purges after `epoch` that hit a key, comparing one by one.
  func mark(of key: CacheKey, after epoch: PurgeEpoch) -> PurgeMark? {
    mark(after: epoch) { $0.hits(key) }
  }

  /// Merges the purges after `epoch` that hit a path, comparing one by one.
  func mark(ofPath path: [UInt8], after epoch: PurgeEpoch) -> PurgeMark? {
    mark(after: epoch) { $0.hits(path: path) }
  }

  private func mark(after epoch: PurgeEpoch, where isHit: (PurgeScope) -> Bool) -> PurgeMark? {
    var sum: PurgeMark?
    for offset in (0..<rules.count).reversed() {
      let rule = rules[(start + offset) % rules.count]
      guard rule.mark.epoch > epoch else { break }
      if isHit(rule.scope) { sum = rule.mark.merged(with: sum) }
    }
    return sum
  }
}
