// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Mapped 64-bit words that hold counters or events: memory of this process, or a file that outlives
/// it.
///
/// Threads and processes share the words without locks, since every access is atomic.
@safe
package final class SignalMemory: @unchecked Sendable {
  // `@unchecked` is sound because every access to the mapped memory is atomic.
  let words: UnsafeMutablePointer<Atomic<UInt64>>
  package let count: Int

  package static let wordBytes = MemoryLayout<Atomic<UInt64>>.stride

  /// Reserves memory of this process, filled with zeros; a page takes memory when it is first
  /// written.
  package init(count: Int) throws(SignalFault) {
    let size = count * SignalMemory.wordBytes
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SignalFault(.outOfMemory, "a shard of \(size) bytes: mmap failed with \(errno)")
    }
    // Transparent huge pages would make unused words resident.
    unsafe madvise(memory, size, MADV_NOHUGEPAGE)
    // Safe: fresh pages are zero, which is what an atomic 0 looks like, and pages are aligned.
    unsafe words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    self.count = count
  }

  /// Maps a file for writing. A missing file is created, filled with zeros, for its owner only; its
  /// room on the disk is taken at once, so that a full disk cannot fail a later write.
  package convenience init(file path: String, count: Int) throws(SignalFault) {
    let number = try SignalMemory.open(path, O_RDWR | O_CREAT)
    defer { close(number) }
    let code = posix_fallocate(number, 0, off_t(count * SignalMemory.wordBytes))
    guard code == 0 else { throw .file("reserve \(count * 8) bytes for", path, code) }
    try self.init(descriptor: number, of: path, count: count, PROT_READ | PROT_WRITE)
  }

  /// Maps a part of an open file for writing; it may be closed afterwards. Only words whose room on
  /// the disk is taken may be written.
  ///
  /// - Parameter offset: a multiple of the page size.
  package convenience init(
    of path: String,
    descriptor: Int32,
    from offset: Int,
    count: Int
  ) throws(SignalFault) {
    let access = PROT_READ | PROT_WRITE
    try self.init(descriptor: descriptor, of: path, from: offset, count: count, access)
  }

  /// Maps all whole words of a file that exists. Writing to memory that was opened for reading ends
  /// the process.
  package convenience init(
    existing path: String,
    isWritable: Bool = false
  ) throws(SignalFault) {
    let number = try SignalMemory.open(path, isWritable ? O_RDWR : O_RDONLY)
    defer { close(number) }
    var status = stat()
    // Safe: the kernel fills the structure and keeps no pointer to it.
    guard unsafe fstat(number, &status) == 0 else { throw .file("examine", path, errno) }
    let count = Int(status.st_size) / SignalMemory.wordBytes
    guard count > 0 else { throw SignalFault(.file, "\(path) is empty") }
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    try self.init(descriptor: number, of: path, count: count, protection)
  }

  private static func open(_ path: String, _ flags: Int32) throws(SignalFault) -> Int32 {
    // Safe: the path is a C string that lives as long as the call.
    let number = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .file("open", path, errno) }
    return number
  }

  private init(
    descriptor: Int32,
    of path: String,
    from offset: Int = 0,
    count: Int,
    _ protection: Int32
  ) throws(SignalFault) {
    let size = count * SignalMemory.wordBytes
    let memory = unsafe mmap(nil, size, protection, MAP_SHARED, descriptor, off_t(offset))
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .file("map", path, errno)
    }
    // Safe: pages are aligned, and any bits are a valid atomic word.
    unsafe words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    self.count = count
  }

  deinit { unsafe munmap(words, count * SignalMemory.wordBytes) }

  package subscript(_ index: Int) -> UInt64 {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      // Safe: the word lies within the mapped memory.
      return unsafe words[index].load(ordering: .relaxed)
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count)
      // Safe: as above.
      unsafe words[index].store(newValue, ordering: .relaxed)
    }
  }

  /// Copies words into an array, in place of all that it has.
  func copy(_ range: Range<Int>, to bytes: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let size = range.count * SignalMemory.wordBytes
    // Much more room than it takes is not kept by those who keep the array.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * size)
    bytes.append(contentsOf: repeatElement(0, count: size))
    unsafe bytes.withUnsafeMutableBytes { target in
      for (place, index) in range.enumerated() {
        // Safe: the words lie within the mapped memory, and the array has room for all of them.
        let word = unsafe words[index].load(ordering: .relaxed)
        unsafe target.storeBytes(
          of: word,
          toByteOffset: place &* SignalMemory.wordBytes,
          as: UInt64.self
        )
      }
    }
  }

  /// Writes a word if it still has a value; returns whether it had.
  func replace(_ value: UInt64, at index: Int, by new: UInt64) -> Bool {
    precondition(index >= 0 && index < count)
    // Safe: the word lies within the mapped memory.
    return unsafe words[index].compareExchange(
      expected: value,
      desired: new,
      ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Reads a word, and after it what was written before `commit` wrote it.
  func acquire(_ index: Int) -> UInt64 {
    precondition(index >= 0 && index < count)
    // Safe: the word lies within the mapped memory.
    return unsafe words[index].load(ordering: .acquiring)
  }

  /// Reads a word in the one order in which all threads see such reads and such writes.
  func ordered(_ index: Int) -> UInt64 {
    precondition(index >= 0 && index < count)
    // Safe: the word lies within the mapped memory.
    return unsafe words[index].load(ordering: .sequentiallyConsistent)
  }

  /// Writes a word in the one order in which all threads see such reads and such writes.
  func setOrdered(_ value: UInt64, at index: Int) {
    precondition(index >= 0 && index < count)
    // Safe: as above.
    unsafe words[index].store(value, ordering: .sequentiallyConsistent)
  }

  /// Writes a word after everything that this thread wrote before.
  func commit(_ value: UInt64, at index: Int) {
    precondition(index >= 0 && index < count)
    // Safe: as above.
    unsafe words[index].store(value, ordering: .releasing)
  }
}
