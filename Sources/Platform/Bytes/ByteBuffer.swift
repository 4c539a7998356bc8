// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A growable queue of bytes with one owner: appended at the back, consumed from the front.
///
/// A buffer of capacity 0, as an idle connection has, holds no memory; `BufferPool` lends blocks.
@safe
package struct ByteBuffer: ~Copyable {
  @usableFromInline
  private(set) var storage: UnsafeMutablePointer<UInt8>?
  /// The size of the block.
  package private(set) var capacity: Int
  @usableFromInline
  private(set) var head: Int
  @usableFromInline
  private(set) var tail: Int

  /// Creates an empty buffer without memory.
  package init() {
    unsafe storage = nil
    capacity = 0
    head = 0
    tail = 0
  }

  /// Creates an empty buffer with room for `capacity` bytes.
  package init(capacity: Int) {
    self.init()
    if capacity > 0 { grow(to: capacity) }
  }

  /// Takes ownership of a block from `malloc`.
  init(adopting block: UnsafeMutablePointer<UInt8>, capacity: Int) {
    unsafe storage = block
    self.capacity = capacity
    head = 0
    tail = 0
  }

  deinit { unsafe free(storage) }

  /// The number of unread bytes.
  @inlinable
  package var count: Int { tail - head }

  @inlinable
  package var isEmpty: Bool { tail == head }

  /// Number of bytes that can be appended before anything is moved or a larger block is needed.
  package var room: Int { capacity - tail }

  /// The unread bytes.
  @inlinable
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // Safe: head...tail lies within the block, and the span borrows the buffer.
      let waiting = unsafe UnsafeBufferPointer(
        start: storage.map { unsafe $0 + head },
        count: count
      )
      return unsafe _overrideLifetime(Span(_unsafeElements: waiting), borrowing: self)
    }
  }

  /// Drops `count` bytes from the front, or all where there are fewer.
  @inlinable
  package mutating func consume(_ count: Int) {
    head += min(max(count, 0), self.count)
    if head == tail {
      head = 0
      tail = 0
    }
  }

  /// Drops everything and keeps the memory.
  package mutating func removeAll() {
    head = 0
    tail = 0
  }

  /// Drops everything after the first `count` bytes.
  package mutating func truncate(to count: Int) {
    tail = head + min(max(count, 0), self.count)
  }

  @inlinable
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    // Safe: `reserve` made room behind `tail`.
    if let storage = unsafe storage { unsafe storage[tail] = byte }
    tail += 1
  }

  package mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    copy(bytes)
  }

  package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// Appends a field's line: name, colon, blank, value and CRLF.
  package mutating func append(field name: Span<UInt8>, _ value: Span<UInt8>) {
    reserve(name.count + value.count + 4)
    copy(name)
    put(UInt8(ascii: ":"), UInt8(ascii: " "))
    copy(value)
    put(UInt8(ascii: "\r"), UInt8(ascii: "\n"))
  }

  /// Copies bytes behind `tail`, where there is room for them.
  @inline(__always)
  private mutating func copy(_ bytes: Span<UInt8>) {
    let count = bytes.count
    // Safe: the caller has reserved the room, and a span cannot overlap a buffer that is being mutated.
    unsafe bytes.withUnsafeBufferPointer { source in
      if let storage = unsafe storage, let start = source.baseAddress {
        unsafe memcpy(storage + tail, start, count)
      }
    }
    tail += count
  }

  /// Puts two bytes behind `tail`, where there is room for them.
  @inline(__always)
  private mutating func put(_ first: UInt8, _ second: UInt8) {
    // Safe: the caller has reserved the room.
    if let storage = unsafe storage {
      unsafe storage[tail] = first
      unsafe storage[tail + 1] = second
    }
    tail += 2
  }

  package mutating func append(_ text: StaticString) { append(text.span) }

  // Literals are appended as static strings, which need no copy: small strings have no address.
  @_disfavoredOverload
  package mutating func append(_ text: String) { append(text.utf8Span.span) }

  /// Appends a number in decimal.
  package mutating func append(decimal value: Int) { append(DecimalDigits(value).span) }

  /// Appends `value` in lower-case hexadecimal without leading zeros.
  package mutating func append(hexadecimal value: Int) {
    let magnitude = UInt(bitPattern: value)
    var shift = max(0, (UInt.bitWidth - magnitude.leadingZeroBitCount - 1) / 4 * 4)
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: magnitude >> UInt(shift)) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }

  /// Moves up to `limit` bytes from the front of `other` to the back of this buffer.
  package mutating func append(from other: inout ByteBuffer, atMost limit: Int = .max) {
    let count = min(limit, other.count)
    append(other.span.extracting(first: count))
    other.consume(count)
  }

  /// Makes room for `count` more bytes: moves the unread bytes to the front of the block where that
  /// is enough, and takes a larger block otherwise.
  @inlinable
  package mutating func reserve(_ count: Int) {
    if capacity - tail < count { makeRoom(for: count) }
  }

  @usableFromInline
  mutating func makeRoom(for count: Int) {
    let needed = self.count + count
    guard needed > capacity || head == 0 else {
      // Safe: both ranges lie within the block; `memmove` allows them to overlap.
      if let storage = unsafe storage { unsafe memmove(storage, storage + head, self.count) }
      tail -= head
      head = 0
      return
    }
    grow(to: max(needed, capacity * 2, 64))
  }

  private mutating func grow(to newCapacity: Int) {
    guard let block = unsafe malloc(newCapacity) else {
      fatalError("out of memory: a buffer of \(newCapacity) bytes")
    }
    // Safe: the new block is larger than what waits in the old one.
    let bytes = unsafe block.assumingMemoryBound(to: UInt8.self)
    if let storage = unsafe storage {
      unsafe memcpy(bytes, storage + head, count)
      unsafe free(storage)
    }
    unsafe storage = bytes
    capacity = newCapacity
    tail -= head
    head = 0
  }

  /// Lets `body` write into at least `minimum` bytes of room after the unread bytes; it returns how
  /// many it wrote.
  ///
  /// For system calls and C libraries only: the room is uninitialised memory.
  @unsafe
  package mutating func fill<E: Error>(
    minimum: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    reserve(minimum)
    guard let storage = unsafe storage else { return 0 }
    let room = unsafe UnsafeMutableRawBufferPointer(start: storage + tail, count: capacity - tail)
    let written = unsafe try body(room)
    precondition(written >= 0 && written <= room.count, "more written than there was room for")
    tail += written
    return written
  }

  /// Releases the block to the caller, who frees or pools it; the buffer is empty afterwards.
  mutating func relinquish() -> UnsafeMutablePointer<UInt8>? {
    let block = unsafe storage
    unsafe storage = nil
    capacity = 0
    head = 0
    tail = 0
    return unsafe block
  }
}
