// SPDX-License-Identifier: Apache-2.0

/// Tags by their names: open addressing with linear probing. A dictionary would have room for each name
/// beside its tag, and there are as many tags as answers.
struct TagSet {
  private static let fewestPlaces = 16

  private var places: [Tag?] = []
  private(set) var count = 0

  /// Returns the tag of a name.
  subscript(name: TagName) -> Tag? {
    guard !places.isEmpty else { return nil }
    var index = name.place(of: places.count)
    while let tag = places[index] {
      if tag.name == name { return tag }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// Inserts a tag whose name no other one has.
  mutating func insert(_ tag: Tag) {
    if (count + 1) * 4 > places.count * 3 {
      let old = places
      places = Array(repeating: nil, count: max(TagSet.fewestPlaces, old.count * 2))
      for case let tag? in old { fill(tag) }
    }
    fill(tag)
    count += 1
  }

  private mutating func fill(_ tag: Tag) {
    var index = tag.name.place(of: places.count)
    while places[index] != nil { index = (index + 1) & (places.count - 1) }
    places[index] = tag
  }

  /// Removes this very tag, if it is there, and moves the following ones that would no longer be found.
  mutating func remove(_ tag: Tag) {
    guard !places.isEmpty else { return }
    let mask = places.count - 1
    var gap = tag.name.place(of: places.count)
    while places[gap] !== tag {
      guard places[gap] != nil else { return }
      gap = (gap + 1) & mask
    }
    var index = gap
    while true {
      index = (index + 1) & mask
      guard let next = places[index] else { break }
      let home = next.name.place(of: places.count)
      // The tag may move if the gap lies between its first place and its present one.
      if (index &- home) & mask >= (index &- gap) & mask {
        places[gap] = next
        gap = index
      }
    }
    places[gap] = nil
    count -= 1
  }
}
