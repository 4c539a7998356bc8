// SPDX-License-Identifier: Apache-2.0

/// A direct-mapped table of one loop, from hashes of requests to values; the latest value replaces
/// others.
struct HashSlots<Slot> {
  private static var count: Int { 16_384 }

  private var slots: [Slot?] = Array(repeating: nil, count: HashSlots.count)
  private(set) var isEmpty = true

  subscript(hash: UInt64) -> Slot? {
    get { slots[HashSlots.index(hash)] }
    set {
      slots[HashSlots.index(hash)] = newValue
      isEmpty = false
    }
  }

  mutating func removeAll(where isUnwanted: (Slot) -> Bool) {
    guard !isEmpty else { return }
    for index in slots.indices {
      if let slot = slots[index], isUnwanted(slot) { slots[index] = nil }
    }
  }

  mutating func removeAll() {
    guard !isEmpty else { return }
    slots = Array(repeating: nil, count: HashSlots.count)
    isEmpty = true
  }

  private static func index(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (count - 1)
  }
}
