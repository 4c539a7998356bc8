// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// All tags by name. A tag is there while an entry has it or a purge of it is remembered.
final class TagTable: Sendable {
  private static let parts = 16

  private struct Place {
    let tag: Tag
    var entries = 0
    var pins = 0
  }

  private final class Part: Sendable {
    let places = Mutex<[TagName: Place]>([:])
  }

  private let parts = (0..<TagTable.parts).map { _ in Part() }

  /// The tag for one more entry, and whether it is the first.
  func take(_ name: TagName) -> (tag: Tag, isFirst: Bool) {
    change(name) { place in
      place.entries += 1
      return (place.tag, place.entries == 1)
    }
  }

  /// One entry less has the tag; answers whether it was the last.
  func give(_ tag: Tag) -> Bool {
    change(tag.name) { place in
      place.entries -= 1
      return place.entries == 0
    }
  }

  /// The tag, kept even without entries, and how many have it.
  func pin(_ name: TagName) -> (tag: Tag, entries: Int) {
    change(name) { place in
      place.pins += 1
      return (place.tag, place.entries)
    }
  }

  func unpin(_ tag: Tag) { change(tag.name) { $0.pins -= 1 } }

  /// The tag, if it is there.
  func find(_ name: TagName) -> Tag? { part(of: name).places.withLock { $0[name]?.tag } }

  /// How many entries have the tag.
  func entries(with name: TagName) -> Int {
    part(of: name).places.withLock { $0[name]?.entries ?? 0 }
  }

  var count: Int { parts.reduce(0) { $0 + $1.places.withLock { $0.count } } }

  private func part(of name: TagName) -> Part {
    parts[name.hashValue & (TagTable.parts - 1)]
  }

  private func change<Value: Sendable>(
    _ name: TagName,
    _ body: (inout Place) -> Value
  ) -> Value {
    part(of: name).places.withLock { places in
      var place = places[name] ?? Place(tag: Tag(name))
      let value = body(&place)
      places[name] = place.entries == 0 && place.pins == 0 ? nil : place
      return value
    }
  }
}
