// SPDX-License-Identifier: Apache-2.0

/// The number of a document in its edition, in the order of the paths.
package struct DocumentNumber: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

// Open addressing, at most half full, with the number of the document beside the hash of its path,
// so that a lookup is one line of memory, and a second one for the path itself.

/// Finds documents by their paths.
package struct DocumentIndex: Sendable {
  private struct Slot {
    var hash: UInt32
    /// The number of the document plus one; zero where the slot is free.
    var entry: UInt32
  }

  private let slots: [Slot]
  private let paths: [UInt8]
  /// Where each path ends.
  private let ends: [UInt32]
  private let seed: UInt64

  /// An index of different paths, numbered in their order.
  package init(
    _ documentPaths: some Collection<String>,
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    var capacity = 16
    while capacity < documentPaths.count * 2 { capacity *= 2 }
    var slots = [Slot](repeating: Slot(hash: 0, entry: 0), count: capacity)
    var paths: [UInt8] = []
    var ends: [UInt32] = []
    ends.reserveCapacity(documentPaths.count)
    for path in documentPaths {
      let start = paths.count
      paths.append(contentsOf: path.utf8)
      let hash = DocumentIndex.hash(of: paths.span.extracting(start..<paths.count), seed)
      ends.append(UInt32(paths.count))
      var slot = Int(truncatingIfNeeded: hash >> 32) & (capacity - 1)
      while slots[slot].entry != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Slot(hash: UInt32(truncatingIfNeeded: hash), entry: UInt32(ends.count))
    }
    self.slots = slots
    self.paths = paths
    self.ends = ends
    self.seed = seed
  }

  package var count: Int { ends.count }

  package func number(of path: Span<UInt8>) -> DocumentNumber? {
    let hash = DocumentIndex.hash(of: path, seed)
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot].entry != 0 {
      if slots[slot].hash == UInt32(truncatingIfNeeded: hash) {
        let number = slots[slot].entry - 1
        if isPath(path, of: Int(number)) { return DocumentNumber(rawValue: number) }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  package func path(of number: DocumentNumber) -> String {
    let range = range(of: Int(number.rawValue))
    return String(decoding: paths[range], as: UTF8.self)
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  private func isPath(_ path: Span<UInt8>, of number: Int) -> Bool {
    let range = range(of: number)
    guard range.count == path.count else { return false }
    let kept = paths.span.extracting(range)
    var difference: UInt8 = 0
    for index in 0..<path.count { difference |= kept[index] ^ path[index] }
    return difference == 0
  }

  /// Eight bytes a step, mixed by multiplication; the seed keeps outsiders from aiming.
  private static func hash(of path: Span<UInt8>, _ seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(path.count)
    var index = 0
    while index + 8 <= path.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(path[index + offset]) << UInt64(offset * 8) }
      hash = mix(hash ^ word)
      index += 8
    }
    var rest: UInt64 = 0
    while index < path.count {
      rest = rest << 8 | UInt64(path[index])
      index += 1
    }
    return mix(mix(hash ^ rest))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
