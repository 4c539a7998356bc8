// SPDX-License-Identifier: Apache-2.0
//
// A tree of the hashes of ids, 16 ways at each level, with leaves of up to 64 entries. Arrays are shared
// until they are changed, so that a snapshot costs nothing, and a change copies one path of small arrays.
// A look-up takes the same few steps among a thousand and a million objects.

/// The places of all objects, by the hashes of their ids.
package struct ObjectIndex: Sendable {
  package struct Entry: Sendable {
    package let hash: UInt64
    package var segment: UInt32
    package var offset: UInt32

    package init(hash: UInt64, segment: UInt32, offset: UInt32) {
      (self.hash, self.segment, self.offset) = (hash, segment, offset)
    }
  }

  private struct Node: Sendable {
    var entries = ContiguousArray<Entry>()
    var children = ContiguousArray<Node>()
  }

  private static let leafSize = 64
  /// The levels that a hash has bits for.
  private static let depth = 16

  private var root = Node()
  package private(set) var count = 0

  package init() {}

  /// Returns the entry with a hash that `isIt` accepts.
  @inline(__always)
  package func entry(_ hash: UInt64, where isIt: (Entry) -> Bool) -> Entry? {
    for entry in ObjectIndex.leaf(of: hash, in: root, level: 0)
    where entry.hash == hash && isIt(entry) {
      return entry
    }
    return nil
  }

  private static func leaf(of hash: UInt64, in node: Node, level: Int) -> ContiguousArray<Entry> {
    guard !node.children.isEmpty else { return node.entries }
    return leaf(of: hash, in: node.children[child(of: hash, level)], level: level &+ 1)
  }

  /// The number of the child that has a hash.
  @inline(__always)
  private static func child(of hash: UInt64, _ level: Int) -> Int {
    Int(truncatingIfNeeded: hash &>> UInt64(4 &* level) & 15)
  }

  /// Puts an entry in place of the one with the same hash that `isIt` accepts, and returns that one.
  @discardableResult
  package mutating func set(_ entry: Entry, inPlaceOf isIt: (Entry) -> Bool) -> Entry? {
    let old = ObjectIndex.set(entry, in: &root, level: 0, isIt)
    if old == nil { count &+= 1 }
    return old
  }

  private static func set(
    _ entry: Entry,
    in node: inout Node,
    level: Int,
    _ isIt: (Entry) -> Bool
  ) -> Entry? {
    if !node.children.isEmpty {
      return set(entry, in: &node.children[child(of: entry.hash, level)], level: level &+ 1, isIt)
    }
    for place in node.entries.indices where node.entries[place].hash == entry.hash {
      let old = node.entries[place]
      guard isIt(old) else { continue }
      node.entries[place] = entry
      return old
    }
    node.entries.append(entry)
    if node.entries.count > leafSize, level < depth { split(&node, level: level) }
    return nil
  }

  private static func split(_ node: inout Node, level: Int) {
    var children = ContiguousArray(repeating: Node(), count: 16)
    for entry in node.entries {
      children[child(of: entry.hash, level)].entries.append(
        entry
      )
    }
    node = Node(children: children)
  }

  /// Removes the entry with a hash that `isIt` accepts, and returns it.
  @discardableResult
  package mutating func remove(_ hash: UInt64, where isIt: (Entry) -> Bool) -> Entry? {
    let old = ObjectIndex.remove(hash, in: &root, level: 0, isIt)
    if old != nil { count &-= 1 }
    return old
  }

  private static func remove(
    _ hash: UInt64,
    in node: inout Node,
    level: Int,
    _ isIt: (Entry) -> Bool
  ) -> Entry? {
    if !node.children.isEmpty {
      return remove(hash, in: &node.children[child(of: hash, level)], level: level &+ 1, isIt)
    }
    guard let place = node.entries.firstIndex(where: { $0.hash == hash && isIt($0) }) else {
      return nil
    }
    return node.entries.remove(at: place)
  }

  /// Calls `body` with each entry that has a hash.
  package func visit(_ hash: UInt64, _ body: (Entry) -> Void) {
    for entry in ObjectIndex.leaf(of: hash, in: root, level: 0) where entry.hash == hash {
      body(entry)
    }
  }

  /// Calls `body` with each entry.
  package func visitAll(_ body: (Entry) -> Void) { ObjectIndex.visit(root, body) }

  private static func visit(_ node: Node, _ body: (Entry) -> Void) {
    for entry in node.entries { body(entry) }
    for child in node.children { visit(child, body) }
  }
}

/// The hash of an id, which is the same in every process, since it stands in files.
package enum IDHash {
  @inline(__always)
  package static func of(_ bytes: some Collection<UInt8>) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count) ^ 0x9E37_79B9_7F4A_7C15
    var (word, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      word |= UInt64(byte) &<< shift
      shift &+= 8
      if shift == 64 {
        hash = mixed(hash ^ word)
        (word, shift) = (0, 0)
      }
    }
    if shift > 0 { hash = mixed(hash ^ word) }
    return mixed(hash)
  }

  /// Returns the same hash, read a word at a time.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let bytes = bytes.span
    var hash = UInt64(truncatingIfNeeded: bytes.count) ^ 0x9E37_79B9_7F4A_7C15
    let words = bytes.count & ~7
    for start in stride(from: 0, to: words, by: 8) {
      hash = mixed(hash ^ bytes.number(at: start, 8))
    }
    if words < bytes.count { hash = mixed(hash ^ bytes.number(at: words, bytes.count &- words)) }
    return mixed(hash)
  }

  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
