// SPDX-License-Identifier: Apache-2.0
//
// Each process has a file of its own, `segment-N`, and holds a lock on it while it runs; the sums
// of all processes that have ended are in `totals-N`. So a process that is killed loses nothing,
// and two that replace one another never write to the same counter. The counters show the sum of
// what the process itself has counted and everything else in the folder. A count moves from a
// segment to the totals in one rename, after which the segment is known to be absorbed, whether it
// could be removed or not.
//
// Files of a folder are read and changed under one lock, the file `lock`.

import Bytes
import Files
import Synchronization

/// The files with the counters of all processes that share a state folder.
final class CounterFolder: Sendable {
  private static let segmentPrefix = "segment-"
  private static let totalsPrefix = "totals-"

  private struct State {
    /// The sums of ended processes, as last read.
    var totals = CounterTotals()
    var totalsNumber: UInt64 = 0
    var absorbed: Set<UInt64> = []
  }

  private let path: String
  private let lock: PositionedFile
  private let state = Mutex(State())

  init(_ path: String) throws {
    try Files.makeFolder(path)
    self.path = path
    lock = try PositionedFile(writing: "\(path)/lock")
  }

  /// Creates the file of this process, after the counts of ended ones are summed up.
  func makeSegment(slots: Int, blocksOffset: Int) throws -> PositionedFile {
    try locked { state in
      _ = try sum(besides: nil, &state)
      let number = max(try numbers(CounterFolder.segmentPrefix).max() ?? 0, state.totalsNumber) + 1
      let segment = try PositionedFile(writing: segmentPath(number), isNew: true)
      guard segment.tryLock() else {
        throw PlainError("\(segment.path) is locked by another process")
      }
      let header = CounterSegmentHeader(number: number, slots: slots, blocksOffset: blocksOffset)
      try segment.write(header.page, at: 0)
      return segment
    }
  }

  /// Returns the counts of all processes but the one whose file this is.
  func totals(besides segment: PositionedFile) throws -> CounterTotals {
    try locked { try sum(besides: segment.path, &$0) }
  }

  private func locked<Result>(
    _ body: (inout sending State) throws -> sending Result
  ) throws -> sending Result {
    try state.withLock { state in
      try lock.lock()
      defer { lock.unlock() }
      return try body(&state)
    }
  }

  /// Adds up the files, and absorbs those of processes that have ended.
  private func sum(besides own: String?, _ state: inout State) throws -> CounterTotals {
    try readTotals(&state)
    var living = CounterTotals()
    var ended = CounterTotals()
    var absorbed: [UInt64] = []
    for number in try numbers(CounterFolder.segmentPrefix) where segmentPath(number) != own {
      if state.absorbed.contains(number) {
        try Files.remove(segmentPath(number))
        continue
      }
      let file = try PositionedFile(reading: segmentPath(number))
      let hasEnded = file.tryLock()
      let counts = try CounterTotals(reading: file, CounterSegmentHeader(reading: file))
      if hasEnded {
        ended.add(counts)
        absorbed.append(number)
      } else {
        living.add(counts)
      }
    }
    if !absorbed.isEmpty {
      var totals = state.totals
      totals.add(ended)
      try write(totals, absorbing: absorbed, &state)
    }
    living.add(state.totals)
    return living
  }

  private func readTotals(_ state: inout State) throws {
    guard let newest = try numbers(CounterFolder.totalsPrefix).max(),
      newest != state.totalsNumber
    else { return }
    let file = try PositionedFile(reading: totalsPath(newest))
    let header = try CounterSegmentHeader(reading: file)
    state.totals = try CounterTotals(reading: file, header)
    state.totalsNumber = newest
    state.absorbed = Set(header.absorbed)
  }

  /// Writes the totals anew, and removes the files that they contain.
  private func write(
    _ totals: CounterTotals,
    absorbing numbers: [UInt64],
    _ state: inout State
  ) throws {
    // Totals and segments count on from the same number, so that no number is used twice.
    let number = max(state.totalsNumber, numbers.max() ?? 0) + 1
    try Files.write(totals.file(number: number, absorbed: numbers), to: totalsPath(number))
    let old = state.totalsNumber
    state.totals = totals
    state.totalsNumber = number
    state.absorbed = Set(numbers)
    for number in numbers { try Files.remove(segmentPath(number)) }
    if old > 0 { try Files.remove(totalsPath(old)) }
  }

  private func numbers(_ prefix: String) throws -> [UInt64] {
    try FileTree.names(in: path).filter { $0.hasPrefix(prefix) }
      .compactMap { UInt64($0.dropFirst(prefix.count)) }.sorted()
  }

  private func segmentPath(_ number: UInt64) -> String {
    "\(path)/\(CounterFolder.segmentPrefix)\(number)"
  }

  private func totalsPath(_ number: UInt64) -> String {
    "\(path)/\(CounterFolder.totalsPrefix)\(number)"
  }
}
