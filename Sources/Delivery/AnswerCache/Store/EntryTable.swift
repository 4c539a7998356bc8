// SPDX-License-Identifier: Apache-2.0

/// The entries of a shard by their keys: open addressing with linear probing.
///
/// A place has half the hash beside the reference, so a lookup reads one cache line of the table, one
/// of the entry and one of its key. Places move when the table changes; the number in the queue does
/// not.
struct EntryTable {
  private struct Place {
    /// The lower half of the hash, in which the place lies.
    let hash: UInt32
    let number: UInt32
    var entry: CacheEntry?

    init() { (hash, number) = (0, 0) }

    init(_ entry: CacheEntry, number: Int) {
      hash = UInt32(truncatingIfNeeded: entry.key.hash)
      self.number = UInt32(truncatingIfNeeded: number)
      self.entry = entry
    }
  }

  private var places: [Place] = []
  private var mask = 0
  private(set) var count = 0

  /// Returns the entry of a key.
  func entry(for key: KeyView) -> CacheEntry? {
    place(of: key).map { places[$0].entry } ?? nil
  }

  /// Inserts an entry with its number in the queue. Returns the entry that had its key.
  mutating func insert(
    _ entry: CacheEntry,
    number: Int
  ) -> (entry: CacheEntry, number: Int)? {
    let key = entry.key
    if let place = place(of: key.view) {
      let replaced = places[place]
      places[place] = Place(entry, number: number)
      return replaced.entry.map { ($0, Int(replaced.number)) }
    }
    if (count + 1) * 4 > places.count * 3 { grow() }
    fill(Place(entry, number: number))
    count += 1
    return nil
  }

  /// Removes this very entry. Returns its number in the queue, or `nil` if it is not in the table.
  mutating func remove(_ entry: CacheEntry) -> Int? {
    guard !places.isEmpty else { return nil }
    var index = Int(UInt32(truncatingIfNeeded: entry.key.hash)) & mask
    while let other = places[index].entry {
      if other === entry {
        let number = Int(places[index].number)
        close(index)
        count -= 1
        return number
      }
      index = (index + 1) & mask
    }
    return nil
  }

  private func place(of key: KeyView) -> Int? {
    guard !places.isEmpty else { return nil }
    let hash = UInt32(truncatingIfNeeded: key.hash)
    var index = Int(hash) & mask
    while let entry = places[index].entry {
      if places[index].hash == hash, entry.key.matches(key) { return index }
      index = (index + 1) & mask
    }
    return nil
  }

  private mutating func fill(_ place: consuming Place) {
    var index = Int(place.hash) & mask
    while places[index].entry != nil { index = (index + 1) & mask }
    places[index] = place
  }

  /// Empties a place, and moves the following entries that would no longer be found.
  private mutating func close(_ place: Int) {
    var gap = place
    var index = gap
    while true {
      index = (index + 1) & mask
      guard places[index].entry != nil else { break }
      let home = Int(places[index].hash) & mask
      // The entry may move if the gap lies between its first place and its present one.
      if (index &- home) & mask >= (index &- gap) & mask {
        places.swapAt(gap, index)
        gap = index
      }
    }
    places[gap] = Place()
  }

  private mutating func grow() {
    var old = [Place](repeating: Place(), count: max(16, places.count * 2))
    swap(&old, &places)
    mask = places.count - 1
    for index in old.indices where old[index].entry != nil {
      var place = Place()
      swap(&place, &old[index])
      fill(place)
    }
  }
}
