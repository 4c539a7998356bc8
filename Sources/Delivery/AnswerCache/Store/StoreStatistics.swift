// SPDX-License-Identifier: Apache-2.0

/// What the store holds, and what it has done since its start.
package struct StoreStatistics: Sendable, Equatable {
  /// Everything that is kept, in bytes.
  package var bytes = 0
  package var answers = 0
  package var fragments = 0
  /// Entries that say that there is nothing to keep.
  package var marks = 0
  /// Tags that entries have, and those of the last purges.
  package var tags = 0

  package var freshHits = 0
  package var staleHits = 0
  /// Lookups that found what may be served only if a fetch fails.
  package var errorHits = 0
  /// Lookups of keys whose answers are private.
  package var passes = 0
  package var misses = 0

  package var stored = 0
  /// Entries that a newer one with their key pushed out.
  package var replaced = 0
  /// Entries that were not kept because they are larger than the limit of one.
  package var tooLarge = 0
  /// Entries that were not kept because nothing could go in their place.
  package var noRoom = 0
  /// Answers and fragments that went because memory was short.
  package var evictedValues = 0
  /// Marks that went because there were too many.
  package var evictedMarks = 0
  /// Entries that were removed when they were of no use any more.
  package var expired = 0
  /// Entries that a purge was found to have hit, which may be some time after it.
  package var purged = 0

  /// All entries.
  package var entries: Int { answers + fragments + marks }
}
