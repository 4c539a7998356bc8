// SPDX-License-Identifier: Apache-2.0

/// The memory of one shard: 64-bit slots that one thread writes and any thread reads.
///
/// The whole capacity is reserved at once, in pages of its own; a page takes memory when it is
/// first written. So families can be declared later without moving anything, and no cache line is
/// shared with another writer.
final class SignalBlock: Sendable {
  let memory: SignalMemory

  init(_ memory: SignalMemory) { self.memory = memory }

  var capacity: Int { memory.count }

  subscript(_ slot: Int) -> UInt64 {
    get { memory[slot] }
    set { memory[slot] = newValue }
  }

  /// Moves a counter of another block to the same slot here.
  func takeCounter(of other: SignalBlock, at slot: Int) {
    self[slot] = self[slot].addingSaturating(other[slot])
    other[slot] = 0
  }

  /// Moves a histogram of another block to the same slots here.
  func takeHistogram(of other: SignalBlock, at slot: Int) {
    typealias Part = Histogram.Part
    for index in [slot + Part.least, slot + Part.largest] {
      self[index] = max(self[index], other[index])
    }
    takeCounter(of: other, at: slot + Part.sum)
    for index in slot + Part.zeros..<slot + Part.buckets + ExponentialBuckets.count {
      takeCounter(of: other, at: index)
    }
    for index in slot..<slot + Histogram.slots { other[index] = 0 }
  }
}
