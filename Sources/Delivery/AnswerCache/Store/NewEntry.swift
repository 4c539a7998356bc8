// SPDX-License-Identifier: Apache-2.0

/// What is to be stored.
package struct NewEntry: Sendable {
  package var key: CacheKey
  package var payload: any CachePayload
  package var kind: EntryKind
  package var lifetime: Lifetime

  package init(
    _ key: CacheKey,
    _ payload: any CachePayload,
    kind: EntryKind = .answer,
    lifetime: Lifetime
  ) {
    self.key = key
    self.payload = payload
    self.kind = kind
    self.lifetime = lifetime
  }
}
