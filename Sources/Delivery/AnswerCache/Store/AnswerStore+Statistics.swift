// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// The numbers of all shards together. Each was true at some time while they were read.
  package var statistics: StoreStatistics {
    var sum = StoreStatistics()
    sum.bytes = bytes.used
    sum.tags = purges.tags.count
    for shard in shards {
      let counts = shard.counts
      sum.answers += counts.answers
      sum.fragments += counts.fragments
      sum.marks += counts.marks
      sum.add(shard.tally)
    }
    return sum
  }
}

extension StoreStatistics {
  fileprivate mutating func add(_ tally: borrowing Tally) {
    freshHits += tally[.freshHits]
    staleHits += tally[.staleHits]
    errorHits += tally[.errorHits]
    passes += tally[.passes]
    misses += tally[.misses]
    stored += tally[.stored]
    replaced += tally[.replaced]
    tooLarge += tally[.tooLarge]
    noRoom += tally[.noRoom]
    evictedValues += tally[.evictedValues]
    evictedMarks += tally[.evictedMarks]
    expired += tally[.expired]
    purged += tally[.purged]
  }
}
