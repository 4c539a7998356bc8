// SPDX-License-Identifier: Apache-2.0

extension PurgeRegistry {
  /// The last purges in order.
  ///
  /// A fetched entry is checked against the purges since its fetch began, and every entry against
  /// those of paths and keys that it has not seen. The log forgets the oldest; a fetch that began
  /// before a forgotten purge counts as hit by it.
  struct Log {
    /// Number of purges of tags, and of single keys, that are remembered.
    static let length = 1_024
    /// Number of purges of single paths that are remembered.
    static let paths = 4_096
    /// Number of purges of prefixes that are remembered: each is compared with each key.
    static let prefixes = 64

    private struct Known {
      var history = TagHistory()
      /// Number of the remembered purges of this scope.
      var rules = 0
    }

    private var tags = RuleQueue(length: Log.length)
    private var keys = RuleQueue(length: Log.length)
    private var paths = RuleQueue(length: Log.paths)
    private var prefixes = RuleQueue(length: Log.prefixes)
    /// Keys and paths in a dictionary, so that a lookup does not depend on their number.
    private var known: [PurgeScope: Known] = [:]
    /// The latest purge that was forgotten.
    private(set) var floor = PurgeEpoch(number: 0)
    /// The latest forgotten purge by path or prefix.
    private var pathFloor = PurgeEpoch(number: 0)

    /// Returns the purge that a further one would push out, if entries have to be checked against it
    /// first: tags keep their own purges, and the entry of a key is marked at once.
    func nextForgotten(for scope: PurgeScope) -> PurgeEpoch? {
      switch scope {
      case .tag, .key: nil
      case .path: paths.nextForgotten?.mark.epoch
      case .paths, .everything: prefixes.nextForgotten?.mark.epoch
      }
    }

    /// Adds a rule. Returns the tag of the rule that is forgotten for it.
    mutating func append(_ rule: RuleQueue.Rule) -> Tag? {
      let forgotten: RuleQueue.Rule?
      switch rule.scope {
      case .tag: forgotten = tags.append(rule)
      case .paths, .everything: forgotten = prefixes.append(rule)
      case .key:
        forgotten = keys.append(rule)
        know(rule, insteadOf: forgotten)
      case .path:
        forgotten = paths.append(rule)
        know(rule, insteadOf: forgotten)
      }
      if let forgotten {
        floor = max(floor, forgotten.mark.epoch)
        if forgotten.scope.isOfPaths { pathFloor = max(pathFloor, forgotten.mark.epoch) }
      }
      return forgotten?.tag
    }

    private mutating func know(_ rule: RuleQueue.Rule, insteadOf forgotten: RuleQueue.Rule?) {
      known[rule.scope, default: Known()].history.append(rule.mark)
      known[rule.scope, default: Known()].rules += 1
      guard let forgotten else { return }
      known[forgotten.scope]?.rules -= 1
      if known[forgotten.scope]?.rules == 0 { known[forgotten.scope] = nil }
    }

    /// Merges the purges of keys and paths after `epoch` that hit this key.
    func mark(of key: CacheKey, path: [UInt8], after epoch: PurgeEpoch) -> PurgeMark? {
      var sum = prefixes.mark(of: key, after: epoch)
      for scope in [PurgeScope.key(key), .path(path)] {
        if let mark = known[scope]?.history.mark(after: epoch) { sum = mark.merged(with: sum) }
      }
      return sum
    }

    /// Merges the purges of these paths after `epoch`. Forgotten ones count as hits.
    func mark(ofPaths paths: [[UInt8]], after epoch: PurgeEpoch) -> PurgeMark? {
      if pathFloor > epoch { return PurgeMark(epoch: epoch.next, instant: .min) }
      var sum: PurgeMark?
      for path in paths {
        if let mark = known[.path(path)]?.history.mark(after: epoch) {
          sum = mark.merged(with: sum)
        }
        if let mark = prefixes.mark(ofPath: path, after: epoch) { sum = mark.merged(with: sum) }
      }
      return sum
    }
  }
}
