// SPDX-License-Identifier: Apache-2.0

import Files
package import Signals
import Synchronization

/// Memory of signals in a state folder, so that counters go on after a restart, a takeover or a
/// crash.
package final class StoredCounters: SignalStorage {
  private static let pageBytes = 4_096
  private static let blocksOffset = 8 << 20

  private struct State {
    var directoryBytes = 0
    var blocks = 0
    /// The pages of a block that hold series, whose room is taken in all blocks.
    var pages: Set<Int> = []
    /// The counts of other processes, as last read.
    var inherited: [SignalIdentity: SignalValue] = [:]
  }

  private let folder: CounterFolder
  private let segment: PositionedFile
  private let slots: Int
  private let state = Mutex(State())
  private let report: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - path: the folder, which is created.
  ///   - slots: those of a registry's blocks.
  ///   - report: called when the counts of other processes cannot be read.
  package init(
    in path: String,
    slots: Int = SignalRegistry.usualCapacity,
    report: @escaping @Sendable (any Error) -> Void
  ) throws {
    folder = try CounterFolder(path)
    (self.slots, self.report) = (slots, report)
    segment = try folder.makeSegment(slots: slots, blocksOffset: StoredCounters.blocksOffset)
    let totals = try folder.totals(besides: segment)
    state.withLock { $0.inherited = totals.values }
  }

  package func makeMemory(slots: Int) throws(SignalFault) -> SignalMemory {
    precondition(slots == self.slots, "a registry of another size")
    return try state.withLock { state throws(SignalFault) in
      let offset = offset(ofBlock: state.blocks)
      try noting { () throws(FileError) in
        try segment.extend(to: offset + slots * SignalMemory.wordBytes)
        for page in state.pages { try reserve(page, inBlock: state.blocks) }
        try write(state.blocks + 1, at: CounterSegmentHeader.blockCountOffset)
      }
      state.blocks += 1
      return try SignalMemory(
        of: segment.path,
        descriptor: segment.descriptor,
        from: offset,
        count: slots
      )
    }
  }

  package func admit(_ identity: SignalIdentity, at slots: Range<Int>) throws(SignalFault) {
    try state.withLock { state throws(SignalFault) in
      let page = slots.lowerBound * SignalMemory.wordBytes / StoredCounters.pageBytes
      if !state.pages.contains(page) {
        try noting { () throws(FileError) in
          for block in 0..<state.blocks { try reserve(page, inBlock: block) }
        }
        state.pages.insert(page)
      }
      guard let entry = CounterEntry(identity, slot: slots.lowerBound).bytes else { return }
      let offset = CounterSegmentHeader.bytes + state.directoryBytes
      guard offset + entry.count <= StoredCounters.blocksOffset else {
        throw SignalFault(.file, "\(segment.path): no room for another series")
      }
      try noting { () throws(FileError) in
        try segment.write(entry, at: offset)
        try write(
          state.directoryBytes + entry.count,
          at: CounterSegmentHeader.directoryLengthOffset
        )
      }
      state.directoryBytes += entry.count
    }
  }

  package func inherited() -> [SignalIdentity: SignalValue] {
    do {
      let totals = try folder.totals(besides: segment).values
      state.withLock { $0.inherited = totals }
      return totals
    } catch {
      report(error)
      return state.withLock { $0.inherited }
    }
  }

  package func lastInherited() -> [SignalIdentity: SignalValue] { state.withLock { $0.inherited } }

  private func offset(ofBlock block: Int) -> Int {
    StoredCounters.blocksOffset + block * slots * SignalMemory.wordBytes
  }

  private func reserve(_ page: Int, inBlock block: Int) throws(FileError) {
    let start = offset(ofBlock: block) + page * StoredCounters.pageBytes
    try segment.reserve(start..<start + StoredCounters.pageBytes)
  }

  private func write(_ number: Int, at offset: Int) throws(FileError) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt64(number))
    try segment.write(bytes, at: offset)
  }

  private func noting(_ body: () throws(FileError) -> Void) throws(SignalFault) {
    do throws(FileError) { try body() } catch { throw SignalFault(.file, "\(error)") }
  }
}
