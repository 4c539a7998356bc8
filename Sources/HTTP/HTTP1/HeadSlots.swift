// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Where the fields of the head under the parser stand: memory that every head uses again.
package struct HeadSlots: ~Copyable {
  private var storage: [FieldSlot] = []
  private let limit: Int

  package init(limits: HeadLimits) {
    limit = limits.fields
    storage.reserveCapacity(limit)
  }

  package var slots: Span<FieldSlot> {
    @_lifetime(borrow self)
    borrowing get { storage.span }
  }

  package var count: Int { storage.count }

  mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

  /// `false` when there are too many.
  mutating func append(_ slot: FieldSlot) -> Bool {
    guard storage.count < limit else { return false }
    storage.append(slot)
    return true
  }
}
