// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The memory of one shard: 64-bit slots that one thread writes and any thread reads.
///
/// The whole capacity is reserved at once, in pages of its own; a page takes memory when it is
/// first written. So families can be declared later without moving anything, and no cache line is
/// shared with another writer.
@safe
final class SignalBlock: @unchecked Sendable {
  // `@unchecked` is sound because every access to the mapped memory is atomic.
  let slots: UnsafeMutablePointer<Atomic<UInt64>>
  let capacity: Int

  init(capacity: Int) throws(SignalFault) {
    let size = capacity * MemoryLayout<Atomic<UInt64>>.stride
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SignalFault(.outOfMemory, "a shard of \(size) bytes: mmap failed with \(errno)")
    }
    // Transparent huge pages would make unused slots resident.
    unsafe madvise(memory, size, MADV_NOHUGEPAGE)
    // Safe: fresh pages are zero, which is what an atomic 0 looks like, and pages are aligned.
    unsafe slots = memory.bindMemory(to: Atomic<UInt64>.self, capacity: capacity)
    self.capacity = capacity
  }

  deinit { unsafe munmap(slots, capacity * MemoryLayout<Atomic<UInt64>>.stride) }

  subscript(_ slot: Int) -> UInt64 {
    get {
      precondition(slot >= 0 && slot < capacity)
      return unsafe slots[slot].load(ordering: .relaxed)
    }
    set {
      precondition(slot >= 0 && slot < capacity)
      unsafe slots[slot].store(newValue, ordering: .relaxed)
    }
  }

  /// Adds a histogram of another block to the one in the same slots here.
  func mergeHistogram(of other: SignalBlock, at slot: Int) {
    typealias Part = Histogram.Part
    for index in slot + Part.zeros..<slot + Part.buckets + ExponentialBuckets.count {
      self[index] = self[index].addingSaturating(other[index])
    }
    self[slot + Part.sum] = self[slot + Part.sum].addingSaturating(other[slot + Part.sum])
    self[slot + Part.least] = max(self[slot + Part.least], other[slot + Part.least])
    self[slot + Part.largest] = max(self[slot + Part.largest], other[slot + Part.largest])
  }
}
