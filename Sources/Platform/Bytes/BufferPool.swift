// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Blocks of one size that wait for their next use, the most recently used first.
///
/// A loop keeps one pool. A connection takes a buffer when bytes arrive and gives it back as soon
/// as nothing waits in it, so an idle connection holds none, and the one buffer in use stays warm
/// in the cache.
@safe
package struct BufferPool: ~Copyable {
  /// The size of every block that the pool keeps.
  package let blockSize: Int
  /// How many blocks are kept at most; more are freed.
  package let limit: Int
  private var blocks: [UnsafeMutablePointer<UInt8>]

  package init(blockSize: Int = 16_384, limit: Int = 256) {
    self.blockSize = blockSize
    self.limit = limit
    unsafe blocks = []
    unsafe blocks.reserveCapacity(limit)
  }

  deinit {
    for index in 0..<count { unsafe free(blocks[index]) }
  }

  /// How many blocks wait.
  package var count: Int { unsafe blocks.count }

  /// An empty buffer of one block.
  package mutating func take() -> ByteBuffer {
    guard let block = unsafe blocks.popLast() else { return ByteBuffer(capacity: blockSize) }
    // Safe: the pool owned the block alone, and hands it over.
    return unsafe ByteBuffer(adopting: block, capacity: blockSize)
  }

  /// Takes the memory of `buffer`, which is without memory afterwards; what waited in it is lost.
  package mutating func recycle(_ buffer: inout ByteBuffer) {
    let keep = buffer.capacity == blockSize && count < limit
    guard let block = unsafe buffer.relinquish() else { return }
    if keep { unsafe blocks.append(block) } else { unsafe free(block) }
  }
}
