// SPDX-License-Identifier: Apache-2.0

/// What became of something that was to be stored.
package struct StoredEntry: Sendable {
  package let entry: CacheEntry
  /// What was purged of it since its fetch began: it is not for those who asked after that.
  package let purge: PurgeMark?
}
