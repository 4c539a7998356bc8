// SPDX-License-Identifier: Apache-2.0

/// The open streams of a session; a place that becomes free is used again, so a busy connection
/// allocates nothing for a stream.
struct StreamTable {
  private(set) var slots: [StreamSlot] = []
  private var firstFree = -1
  private(set) var count = 0

  subscript(index: Int) -> StreamSlot {
    get { slots[index] }
    _modify { yield &slots[index] }
  }

  mutating func insert(_ id: HTTP2StreamID) -> Int {
    count += 1
    guard firstFree >= 0 else {
      slots.append(StreamSlot())
      slots[slots.count - 1].id = id
      return slots.count - 1
    }
    let index = firstFree
    firstFree = slots[index].next
    slots[index].next = -1
    slots[index].id = id
    return index
  }

  mutating func remove(at index: Int) {
    slots[index] = StreamSlot()
    slots[index].next = firstFree
    firstFree = index
    count -= 1
  }

  func holds(_ id: HTTP2StreamID, at index: Int) -> Bool {
    index < slots.count && slots[index].id == id
  }

  /// Where the stream stands, found by looking at all: for rare events only.
  func index(of id: HTTP2StreamID) -> Int? { slots.firstIndex { $0.id == id } }

  /// Gives the memory back when no stream is open.
  mutating func release() {
    guard count == 0 else { return }
    slots = []
    firstFree = -1
  }
}
