// SPDX-License-Identifier: Apache-2.0
//
// A file of a tier: a head that says in words what it is, and room for a fixed number of rows, of which
// the oldest is overwritten. A step's place follows from its number, so a reader needs no index, and a
// row that was overwritten meanwhile is found out by its checksum. The file takes only as much of the
// disk as has been written.

import Bytes
import Files
import Signals
import Synchronization

/// The rows of one tier in a file; in memory, as long as the disk does not take them.
final class HistoryFile: Sendable {
  let tier: HistoryTier
  /// The room of a row in bytes.
  let rowBytes: Int
  /// `nil` for rows in memory.
  private let file: PositionedFile?
  private let state: Mutex<State>

  private struct State {
    /// The last step that was written; 0 before the first one.
    var newest: Int
    /// The rows that the disk did not take, by their steps.
    var unwritten: [Int: [UInt8]] = [:]
  }

  static let headBytes = 4_096
  private static let newestPlace = 4_088
  /// The most rows that wait for the disk; the oldest are dropped.
  private static let mostUnwritten = 9_000
  private static let pieceBytes = 1 << 20

  /// Creates a tier in memory.
  init(_ tier: HistoryTier, rowBytes: Int) {
    (self.tier, self.rowBytes) = (tier, rowBytes)
    file = nil
    state = Mutex(State(newest: 0))
  }

  /// Opens a file; creates it if it is missing, with that room for a row. `nil` for a file of another version or of
  /// another history.
  init?(_ path: String, _ tier: HistoryTier, store: String, rowBytes wanted: Int) throws {
    self.tier = tier
    let file = try PositionedFile(writing: path)
    self.file = file
    let head = try file.read(HistoryFile.headBytes, at: 0)
    if head.isEmpty {
      rowBytes = wanted
      var head = Array(HistoryFile.title(tier, store: store, rowBytes: wanted).utf8)
      head += [UInt8](repeating: 0, count: HistoryFile.headBytes - head.count)
      try file.write(head, at: 0)
      state = Mutex(State(newest: 0))
      return
    }
    let said = String(decoding: head.prefix { $0 != 0 }, as: UTF8.self)
    guard head.count == HistoryFile.headBytes,
      let bytes = said.split(separator: "\n").last.flatMap({ Int($0.dropFirst(6)) }),
      (HistoryRow.headBytes...1 << 20).contains(bytes),
      said == HistoryFile.title(tier, store: store, rowBytes: bytes)
    else { return nil }
    rowBytes = bytes
    state = Mutex(State(newest: 0))
    var newest = Int(truncatingIfNeeded: head.span.word(at: HistoryFile.newestPlace))
    guard (0..<1 << 48).contains(newest) else { return }
    // The process may have ended after writing a row and before noting it.
    while holds(newest + 1) { newest += 1 }
    state.withLock { [newest] in $0.newest = newest }
  }

  private static func title(_ tier: HistoryTier, store: String, rowBytes: Int) -> String {
    """
    portico history 1
    store \(store)
    step \(tier.step)
    rows \(tier.rows)
    bytes \(rowBytes)
    """
  }

  /// The last step that was written; 0 before the first one.
  var newest: Int { state.withLock { $0.newest } }

  /// The number of rows that could not be written.
  var unwritten: Int { state.withLock { $0.unwritten.count } }

  private func place(of step: Int) -> Int { HistoryFile.headBytes + step % tier.rows * rowBytes }

  private func holds(_ step: Int) -> Bool {
    guard let bytes = try? file?.read(rowBytes, at: place(of: step)) else { return false }
    return HistoryRow.isWhole(step, bytes.span)
  }

  /// Writes a row, together with what is there of the same step, and before it the rows that the disk
  /// did not take; returns the number of cells for which there was no room.
  ///
  /// - Parameters:
  ///   - isKept: whether the catalog knows all series of the row, also on the disk.
  ///   - worths: what has room first.
  func write(
    _ row: HistoryRow,
    isKept: Bool,
    units: [Int: SignalUnit],
    worths: [Int: HistoryWorth]
  ) throws(FileError) -> Int {
    var whole = row
    if row.step <= newest, var before = self.row(row.step, units: units) {
      before.append(row)
      whole = before
    }
    let (bytes, leftOut) = whole.encoded(limit: rowBytes, worths: worths)
    state.withLock { state in
      state.newest = row.step
      state.unwritten[row.step] = bytes
    }
    if isKept { try writeAll() }
    let most = min(tier.rows, HistoryFile.mostUnwritten)
    state.withLock { state in
      guard state.unwritten.count > most, let oldest = state.unwritten.keys.min() else { return }
      state.unwritten[oldest] = nil
    }
    return leftOut
  }

  private func writeAll() throws(FileError) {
    guard let file else { return }
    for (step, bytes) in state.withLock({ $0.unwritten }).sorted(by: { $0.key < $1.key }) {
      try file.write(bytes, at: place(of: step))
      var newest: [UInt8] = []
      newest.append(littleEndian: UInt64(step))
      try file.write(newest, at: HistoryFile.newestPlace)
      state.withLock { _ = $0.unwritten.removeValue(forKey: step) }
    }
  }

  /// Returns the row of a step with the cells of the series that have a unit.
  func row(_ step: Int, units: [Int: SignalUnit]) -> HistoryRow? {
    var found: HistoryRow?
    read(step..<step + 1, units: units) { found = $0 }
    return found
  }

  /// Reads the existing rows of some steps, in their order, without stopping the writer.
  func read(_ steps: Range<Int>, units: [Int: SignalUnit], _ body: (HistoryRow) -> Void) {
    let unwritten = state.withLock { $0.unwritten }
    let rowsOfPiece = max(1, HistoryFile.pieceBytes / rowBytes)
    // Older ones are overwritten.
    var step = max(steps.lowerBound, steps.upperBound - tier.rows, 0)
    while step < steps.upperBound {
      let count = min(rowsOfPiece, steps.upperBound - step, tier.rows - step % tier.rows)
      // Rows that cannot be read count as not written.
      let bytes = (try? file?.read(count * rowBytes, at: place(of: step))) ?? []
      for number in 0..<count {
        let row: HistoryRow?
        if let memory = unwritten[step + number] {
          row = HistoryRow(step: step + number, memory.span, units: units)
        } else {
          let (begin, end) = (number * rowBytes, min((number + 1) * rowBytes, bytes.count))
          guard begin < end else { continue }
          let span = bytes.span.extracting(begin..<end)
          row = HistoryRow(step: step + number, span, units: units)
        }
        if let row { body(row) }
      }
      step += count
    }
  }
}
