// SPDX-License-Identifier: Apache-2.0

/// Numbers distinct strings, compared byte by byte.
///
/// An open-addressing hash table over bytes: a dictionary of `String` would hash by canonical
/// equivalence, at several times the cost.
struct StringNumbers {
  private var slots: [UInt32]
  private var entries: [(hash: UInt64, number: Int, text: String)] = []

  /// Creates room for at most `room` strings.
  init(room: Int) {
    var size = 16
    while size < room * 2 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
  }

  /// Returns the number of a text, which is `next` if it is new.
  mutating func number(of text: String, next: Int) -> (number: Int, isKnown: Bool) {
    let bytes = text.utf8Span.span
    let hash = StringNumbers.hash(bytes)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, StringNumbers.isEqual(entry.text.utf8Span.span, bytes) {
        return (entry.number, true)
      }
      slot = (slot + 1) & mask
    }
    entries.append((hash, next, text))
    slots[slot] = UInt32(truncatingIfNeeded: entries.count)
    return (next, false)
  }

  private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
    return (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func isEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    for index in first.indices where first[index] != second[index] { return false }
    return true
  }
}
