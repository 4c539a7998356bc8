// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A pool of memory blocks of one size, the most recently used first.
///
/// Each loop has one. A connection takes a buffer when bytes arrive and returns it as soon as it is
/// empty, so an idle connection holds none, and the buffer in use stays in the CPU cache.
@safe
package struct BufferPool: ~Copyable {
  /// The size of a block.
  package let blockSize: Int
  /// The most blocks kept; more are freed.
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

  /// The number of free blocks.
  package var count: Int { unsafe blocks.count }

  /// Returns an empty buffer of one block.
  package mutating func take() -> ByteBuffer {
    guard let block = unsafe blocks.popLast() else { return ByteBuffer(capacity: blockSize) }
    // Safe: the pool owned the block alone, and hands it over.
    return unsafe ByteBuffer(adopting: block, capacity: blockSize)
  }

  /// Takes the memory of `buffer`, which holds none afterwards; its unread bytes are lost.
  package mutating func recycle(_ buffer: inout ByteBuffer) {
    let keep = buffer.capacity == blockSize && count < limit
    guard let block = unsafe buffer.relinquish() else { return }
    if keep { unsafe blocks.append(block) } else { unsafe free(block) }
  }
}
