// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Where the fields of the head under the parser stand, and the limits of heads: memory that every head uses again,
/// and every connection.
package struct HeadSlots: ~Copyable {
  let limits: HeadLimits
  /// As many as there may be; those behind `count` are left over from other heads.
  private var storage: [FieldSlot] = []
  package private(set) var count = 0

  package init(limits: HeadLimits) {
    self.limits = limits
    guard let blank = FieldSlot(name: 0..<0, value: 0..<0, known: .other) else { return }
    storage = Array(repeating: blank, count: limits.fields)
  }

  package var slots: Span<FieldSlot> {
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(first: count) }
  }

  mutating func removeAll() { count = 0 }

  /// `false` when there are too many.
  mutating func append(_ slot: FieldSlot) -> Bool {
    guard count < storage.count else { return false }
    storage[count] = slot
    count += 1
    return true
  }
}
