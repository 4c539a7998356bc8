// SPDX-License-Identifier: Apache-2.0

import Bytes
import MemoryHints

/// The number of a document in its edition, in the order of the paths.
package struct DocumentNumber: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

// Open addressing, at most half full, in slots of 64 bytes, the size of a cache line. Among a
// million documents a lookup costs one cache miss, so a slot contains all that a request needs:
// number, profile, and the path itself. Paths of more than 55 bytes are stored apart and cost a
// second miss.

/// A hash table of documents by path.
package struct DocumentIndex: Sendable {
  /// The number and profile of a document.
  package struct Found: Sendable, Hashable {
    package let number: DocumentNumber
    /// The number of its profile, which many documents share.
    package let profile: UInt32
  }

  /// A lookup in progress.
  package struct Search: Sendable {
    let key: PathKey
    let place: Int
  }

  /// A slot: the document's number in the lower half of the first word and the profile in the upper
  /// one, then the seven words of the path's key; all zeros if free. The key of a long path has its
  /// index among the long paths in the second word.
  private typealias Line = SIMD8<UInt64>

  private var lines: [Line]
  /// The slot of each document.
  private var places: [UInt32] = []
  private var longPaths: [[UInt8]] = []
  private let seed: UInt64

  /// Creates an index of distinct paths, numbered in order, each with its profile.
  package init(
    _ documents: some Collection<(path: String, profile: UInt32)>,
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.seed = seed
    lines = Array(repeating: Line(), count: documents.count * 2 + 1)
    lines.span.preferHugePages()
    places.reserveCapacity(documents.count)
    for document in documents { insert(document.path, document.profile) }
  }

  private mutating func insert(_ path: String, _ profile: UInt32) {
    let key = PathKey(path.utf8.span, seed: seed)
    var place = firstPlace(of: key)
    while lines[place][7] != 0 { place = place + 1 < lines.count ? place + 1 : 0 }
    var line = Line()
    line[0] = UInt64(profile) << 32 | UInt64(places.count)
    for word in 0..<7 { line[word + 1] = key.words[word] }
    if key.isLong {
      line[2] = UInt64(longPaths.count)
      longPaths.append(Array(path.utf8))
    }
    lines[place] = line
    places.append(UInt32(place))
  }

  package var count: Int { places.count }

  package func find(_ path: Span<UInt8>) -> Found? { find(path, begin(path)) }

  /// Begins a lookup: prefetches the slot, so that the caller can do something else meanwhile.
  package func begin(_ path: Span<UInt8>) -> Search {
    let key = PathKey(path, seed: seed)
    let place = firstPlace(of: key)
    lines.span.fetchAhead(place)
    return Search(key: key, place: place)
  }

  /// Finishes a lookup of the same path.
  package func find(_ path: Span<UInt8>, _ search: Search) -> Found? {
    let key = search.key
    var place = search.place
    while lines[place][7] != 0 {
      if matches(place, key, path) {
        let facts = lines[place][0]
        return Found(
          number: DocumentNumber(rawValue: UInt32(truncatingIfNeeded: facts)),
          profile: UInt32(truncatingIfNeeded: facts >> 32)
        )
      }
      place = place + 1 < lines.count ? place + 1 : 0
    }
    return nil
  }

  /// Returns the first slot to probe: the hash as a fraction of all slots.
  private func firstPlace(of key: PathKey) -> Int {
    Int(truncatingIfNeeded: key.hash.multipliedFullWidth(by: UInt64(lines.count)).high)
  }

  private func matches(_ place: Int, _ key: PathKey, _ path: Span<UInt8>) -> Bool {
    guard !key.isLong else { return matchesLong(place, key, path) }
    var difference: UInt64 = 0
    for word in 0..<7 { difference |= lines[place][word + 1] ^ key.words[word] }
    return difference == 0
  }

  private func matchesLong(_ place: Int, _ key: PathKey, _ path: Span<UInt8>) -> Bool {
    let line = lines[place]
    guard line[7] == key.words[6], line[1] == key.words[0] else { return false }
    let kept = longPaths[Int(truncatingIfNeeded: line[2])]
    return kept.count == path.count && path.indices.allSatisfy { kept[$0] == path[$0] }
  }

  package func path(of number: DocumentNumber) -> String {
    let line = lines[Int(places[Int(number.rawValue)])]
    guard line[7] >> 56 != 255 else {
      return String(decoding: longPaths[Int(truncatingIfNeeded: line[2])], as: UTF8.self)
    }
    let bytes = (0..<Int(line[7] >> 56) - 1).map { index in
      UInt8(truncatingIfNeeded: line[1 + index / 8] >> UInt64(index % 8 * 8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
