// SPDX-License-Identifier: Apache-2.0

/// The hashes of what went a short while ago, as many as there are entries.
///
/// A place holds half a hash and when it came; a newer one takes the place over. To forget one too
/// early, or to take another for it, is no harm: an entry begins in the wrong queue.
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

  /// The bits from the fortieth on are the same for all hashes of a shard.
  private func index(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 8) & (places.count - 1)
  }
}
