// SPDX-License-Identifier: Apache-2.0

/// The memory of one shard: 64-bit slots that one thread writes and any thread reads.
///
/// The whole capacity is reserved at once, in pages of its own; a page takes memory when it is
/// first written. So families can be declared later without moving anything, and no cache line is
/// shared with another writer.
final class SignalBlock: Sendable {
  let memory: SignalMemory

  init(capacity: Int) throws(SignalFault) { memory = try SignalMemory(count: capacity) }

  var capacity: Int { memory.count }

  subscript(_ slot: Int) -> UInt64 {
    get { memory[slot] }
    set { memory[slot] = newValue }
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
