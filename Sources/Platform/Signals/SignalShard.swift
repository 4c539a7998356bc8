// SPDX-License-Identifier: Apache-2.0

package import Synchronization

/// The slots of one thread, into which it records.
///
/// Every loop has a shard. Only its thread writes, so recording is a plain load and store, without
/// locks or contended atomics. Readers add up the shards at any time. When a shard ends, its counts
/// stay in the sum and its gauges are dropped.
@safe
package final class SignalShard {
  // A shard is not `Sendable`: the compiler keeps it on its thread, or behind a `Mutex`.
  @usableFromInline let slots: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let capacity: Int
  private let block: SignalBlock
  private let registry: SignalRegistry

  init(block: SignalBlock, of registry: SignalRegistry) {
    unsafe slots = block.memory.words
    capacity = block.capacity
    self.block = block
    self.registry = registry
  }

  deinit { registry.end(block) }

  /// Increments a counter by `amount`; a negative amount is ignored.
  @inlinable
  package func add(_ counter: Counter, _ amount: Int = 1) {
    guard amount > 0 else { return }
    self[counter.slot] = self[counter.slot].addingSaturating(UInt64(bitPattern: Int64(amount)))
  }

  /// Sets this shard's part of a gauge.
  @inlinable
  package func set(_ gauge: Gauge, _ level: Int) {
    self[gauge.slot] = UInt64(bitPattern: Int64(level))
  }

  /// Changes this shard's part of a gauge.
  @inlinable
  package func adjust(_ gauge: Gauge, by amount: Int) {
    let level = Int64(bitPattern: self[gauge.slot]).addingSaturating(Int64(amount))
    self[gauge.slot] = UInt64(bitPattern: level)
  }

  /// Records a value: nanoseconds when the histogram's unit is seconds, the unit itself otherwise.
  /// A negative value, as a clock that was set back gives, counts as zero.
  package func record(_ histogram: Histogram, _ value: Int) {
    let slot = histogram.slot
    guard value > 0 else {
      increment(slot + Histogram.Part.zeros)
      self[slot + Histogram.Part.least] = .max
      return
    }
    let size = histogram.unit == .seconds ? Double(value) / 1_000_000_000 : Double(value)
    let bucket = ExponentialBuckets.index(of: size)
    let position = bucket - ExponentialBuckets.first(of: histogram.unit)
    increment(slot + Histogram.Part.buckets + position)
    let amount = UInt64(bitPattern: Int64(value))
    self[slot + Histogram.Part.sum] = self[slot + Histogram.Part.sum].addingSaturating(amount)
    if ~amount > self[slot + Histogram.Part.least] { self[slot + Histogram.Part.least] = ~amount }
    if amount > self[slot + Histogram.Part.largest] {
      self[slot + Histogram.Part.largest] = amount
    }
  }

  /// Keeps the request that a value is of, for a reader who asks for one: at most one a second for
  /// each series. `exemplar` is called only then.
  package func exemplify(
    _ histogram: Histogram,
    at seconds: Int64,
    _ exemplar: () -> Exemplar?
  ) {
    let slot = histogram.slot + Histogram.Part.exemplarTime
    guard self[slot] != UInt64(bitPattern: seconds), let exemplar = exemplar() else { return }
    self[slot] = UInt64(bitPattern: seconds)
    registry.shared.exemplars.withLock { $0.add(exemplar, at: histogram.slot) }
  }

  @inline(__always)
  private func increment(_ slot: Int) {
    self[slot] = self[slot].addingSaturating(1)
  }

  @inlinable
  subscript(_ slot: Int) -> UInt64 {
    @inline(__always) get {
      precondition(slot >= 0 && slot < capacity, "a signal of another registry")
      // Safe: the slot lies within the block, which this shard keeps mapped.
      return unsafe slots[slot].load(ordering: .relaxed)
    }
    @inline(__always) set {
      precondition(slot >= 0 && slot < capacity, "a signal of another registry")
      // Safe: as above; this thread is the only writer, so nothing is lost between the two.
      unsafe slots[slot].store(newValue, ordering: .relaxed)
    }
  }
}

/// A shard behind a lock, for threads that record seldom, such as those of a worker pool.
package final class SharedSignalShard: Sendable {
  private let shard: Mutex<SignalShard>

  init(_ shard: sending SignalShard) { self.shard = Mutex(shard) }

  /// Records under the lock, which costs 10 to 20 ns more than a loop's own shard.
  package func record(_ body: (borrowing SignalShard) -> Void) {
    shard.withLock { shard in body(shard) }
  }
}
