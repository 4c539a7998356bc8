// SPDX-License-Identifier: Apache-2.0

/// The open streams of a session; a place that becomes free is used again, so a busy connection
/// allocates nothing for a stream.
@safe
struct StreamTable: ~Copyable {
  private var slots: UnsafeMutablePointer<StreamSlot>
  private var capacity = 0
  /// Where streams stood last, by the lowest bits of their numbers; twice as many as there are slots.
  private var places: [Int32] = []
  private var firstFree = -1
  private(set) var count = 0
  /// The slots, free ones among them.
  private(set) var indices = 0..<0

  init() { unsafe slots = .allocate(capacity: 0) }

  deinit { releaseSlots() }

  subscript(index: Int) -> StreamSlot {
    // Safe, both: the slots of `indices` are initialised.
    @inline(__always) _read {
      precondition(indices.contains(index))
      yield unsafe slots[index]
    }
    @inline(__always) _modify {
      precondition(indices.contains(index))
      yield unsafe &slots[index]
    }
  }

  mutating func insert(_ id: HTTP2StreamID) -> Int {
    count += 1
    let index: Int
    if firstFree >= 0 {
      index = firstFree
      firstFree = self[index].next
      self[index].next = -1
    } else {
      if indices.count == capacity { grow() }
      index = indices.upperBound
      // Safe: there is room for one more.
      unsafe (slots + index).initialize(to: StreamSlot())
      indices = 0..<(index + 1)
    }
    name(id, at: index)
    return index
  }

  /// Gives the stream its number.
  mutating func name(_ id: HTTP2StreamID, at index: Int) {
    self[index].id = id
    places[place(of: id)] = Int32(truncatingIfNeeded: index)
  }

  mutating func remove(at index: Int) {
    self[index] = StreamSlot()
    self[index].next = firstFree
    firstFree = index
    count -= 1
  }

  func holds(_ id: HTTP2StreamID, at index: Int) -> Bool {
    indices.contains(index) && self[index].id == id
  }

  /// Where the stream stands; `nil` when it is not open.
  func index(of id: HTTP2StreamID) -> Int? {
    guard id.number != 0, count > 0 else { return nil }
    let last = Int(places[place(of: id)])
    // Streams that share a place are rare: numbers count up.
    return holds(id, at: last) ? last : indices.first { self[$0].id == id }
  }

  private func place(of id: HTTP2StreamID) -> Int { Int(id.number >> 1) & (places.count - 1) }

  private mutating func grow() {
    let larger = max(8, capacity * 2)
    let block = UnsafeMutablePointer<StreamSlot>.allocate(capacity: larger)
    // Safe: all that is in use moves to a larger block.
    unsafe block.moveInitialize(from: slots, count: indices.count)
    unsafe slots.deallocate()
    unsafe slots = block
    capacity = larger
    places = Array(repeating: -1, count: larger * 2)
    for index in indices { places[place(of: self[index].id)] = Int32(truncatingIfNeeded: index) }
  }

  private func releaseSlots() {
    // Safe: the slots of `indices` are initialised, and no others.
    unsafe slots.deinitialize(count: indices.count)
    unsafe slots.deallocate()
  }

  /// Gives the memory back when no stream is open.
  mutating func release() {
    guard count == 0 else { return }
    releaseSlots()
    unsafe slots = .allocate(capacity: 0)
    capacity = 0
    places = []
    firstFree = -1
    indices = 0..<0
  }
}
