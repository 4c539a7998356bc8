// SPDX-License-Identifier: Apache-2.0

/// Hashes of recently evicted entries, as many as there are entries.
///
/// A place holds half a hash and the time of its insertion; a newer one overwrites it. To forget
/// one too early, or to mistake another for it, does no harm: an entry begins in the wrong queue.
struct GhostQueue {
  private static let fewest = 64

  private struct Place {
    var print: UInt32 = 0
    var turn: UInt32 = 0
  }

  private var places: [Place] = []
  private var turn: UInt32 = 0
  private var length: UInt32 = 0

  mutating func insert(_ hash: UInt64, among entries: Int) {
    let wanted = max(GhostQueue.fewest, entries)
    length = UInt32(clamping: wanted)
    if places.count < wanted {
      var count = GhostQueue.fewest
      while count < wanted * 2 { count *= 2 }
      places = Array(repeating: Place(), count: count)
      turn = length
    }
    turn &+= 1
    places[index(of: hash)] = Place(print: print(of: hash), turn: turn)
  }

  func contains(_ hash: UInt64) -> Bool {
    guard !places.isEmpty else { return false }
    let place = places[index(of: hash)]
    return place.print == print(of: hash) && turn &- place.turn < length
  }

  private func print(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  /// Index of a hash, of bits below the fortieth: the upper ones are the same for all hashes of a
  /// shard.
  private func index(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 8) & (places.count - 1)
  }
}
