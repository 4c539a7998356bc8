// SPDX-License-Identifier: Apache-2.0

/// The number of a document in its edition, in the order of the paths.
package struct DocumentNumber: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

// Open addressing, at most half full. A slot of sixteen bytes says everything that a request needs
// to go on: a part of the hash, the number, the profile, and where the path stands to be compared, so
// that a lookup costs two lines of memory, and resolving no third one.

/// Finds documents by their paths.
package struct DocumentIndex: Sendable {
  /// What is known of a document by its path alone.
  package struct Found: Sendable, Hashable {
    package let number: DocumentNumber
    /// The number of its profile, which many documents share.
    package let profile: UInt32
  }

  private struct Slot {
    var hash: UInt32
    /// The number of the document plus one; zero where the slot is free.
    var entry: UInt32
    var profile: UInt32
    /// Where the path stands: two bytes of length, then the path.
    var start: UInt32
  }

  private let slots: [Slot]
  private let paths: [UInt8]
  private let starts: [UInt32]
  private let seed: UInt64

  /// An index of different paths, numbered in their order, each with the number of its profile.
  package init(
    _ documents: some Collection<(path: String, profile: UInt32)>,
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    var capacity = 16
    while capacity < documents.count * 2 { capacity *= 2 }
    var slots = [Slot](
      repeating: Slot(hash: 0, entry: 0, profile: 0, start: 0),
      count: capacity
    )
    var paths: [UInt8] = []
    var starts: [UInt32] = []
    starts.reserveCapacity(documents.count)
    for (path, profile) in documents {
      let start = paths.count
      let length = path.utf8.count
      paths.append(UInt8(truncatingIfNeeded: length))
      paths.append(UInt8(truncatingIfNeeded: length >> 8))
      paths.append(contentsOf: path.utf8)
      let hash = DocumentIndex.hash(of: paths.span.extracting(start + 2..<paths.count), seed)
      starts.append(UInt32(start))
      var slot = Int(truncatingIfNeeded: hash >> 32) & (capacity - 1)
      while slots[slot].entry != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Slot(
        hash: UInt32(truncatingIfNeeded: hash),
        entry: UInt32(starts.count),
        profile: profile,
        start: UInt32(start)
      )
    }
    self.slots = slots
    self.paths = paths
    self.starts = starts
    self.seed = seed
  }

  package var count: Int { starts.count }

  package func find(_ path: Span<UInt8>) -> Found? {
    let hash = DocumentIndex.hash(of: path, seed)
    var index = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while true {
      let slot = slots[index]
      guard slot.entry != 0 else { return nil }
      if slot.hash == UInt32(truncatingIfNeeded: hash), isPath(path, at: Int(slot.start)) {
        return Found(number: DocumentNumber(rawValue: slot.entry - 1), profile: slot.profile)
      }
      index = (index + 1) & (slots.count - 1)
    }
  }

  package func path(of number: DocumentNumber) -> String {
    let start = Int(starts[Int(number.rawValue)])
    return String(decoding: paths[start + 2..<start + 2 + length(at: start)], as: UTF8.self)
  }

  private func length(at start: Int) -> Int { Int(paths[start]) | Int(paths[start + 1]) << 8 }

  private func isPath(_ path: Span<UInt8>, at start: Int) -> Bool {
    guard length(at: start) == path.count else { return false }
    let kept = paths.span.extracting(start + 2..<start + 2 + path.count)
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
