// SPDX-License-Identifier: Apache-2.0
//
// A row has the cells of all series in one step: a checksum, the step's number, the length of the
// cells, the time that they cover, and for each series with a change the distance from the series
// before, the length and kind of its cell, and the cell. The checksum covers everything behind it, the
// step's number too, so a row that is being overwritten, was cut off by a crash, or belongs to another
// step is never taken for a valid one.

import Bytes
import Measure
import Signals

/// The changes of all series in one step of a tier.
struct HistoryRow: Sendable, Equatable {
  /// The number of steps since 1970.
  let step: Int
  /// The time in which the changes happened, which is less than a step after a start and more after a
  /// pause.
  var milliseconds: Int
  /// By the numbers of their series.
  var cells: [Int: HistoryCell]

  init(step: Int, milliseconds: Int = 0, cells: [Int: HistoryCell] = [:]) {
    (self.step, self.milliseconds, self.cells) = (step, milliseconds, cells)
  }

  /// Adds the changes of a later row of the same or a finer step.
  mutating func append(_ later: HistoryRow) {
    milliseconds += later.milliseconds
    for (series, cell) in later.cells {
      if cells[series] == nil { cells[series] = cell } else { cells[series]?.append(cell) }
    }
  }

  static let headBytes = 24

  /// Returns the bytes of the row, and the number of cells for which there is no room.
  ///
  /// - Parameter worths: the worth of series by their numbers. The cells of more worth have room first, and of
  ///   those of the same worth the smaller ones.
  func encoded(limit: Int, worths: [Int: HistoryWorth]) -> (bytes: [UInt8], leftOut: Int) {
    // The last bytes of a row fill up a word for the checksum.
    let room = (limit & ~7) - HistoryRow.headBytes
    let numbers = cells.keys.sorted()
    var all = numbers.compactMap { series -> EncodedCell? in
      guard let value = cells[series], !value.isEmpty else { return nil }
      var bytes: [UInt8] = []
      value.write(to: &bytes)
      return EncodedCell(series: series, code: value.code, bytes: bytes)
    }
    let count = all.count
    var payload = HistoryRow.payload(all)
    if payload.count > room {
      // No distance between two series is larger than the last number.
      let distance = HistoryRow.bytes(ofVarint: UInt64(numbers.last ?? 0))
      let ranked = all.map { cell in
        let length = HistoryRow.bytes(ofVarint: UInt64(cell.bytes.count) << 2)
        return (
          worth: (worths[cell.series] ?? .other).rawValue, cell: cell,
          bytes: distance + length + cell.bytes.count
        )
      }.sorted { ($0.worth, $0.bytes, $0.cell.series) < ($1.worth, $1.bytes, $1.cell.series) }
      var rest = room
      all = ranked.compactMap { _, cell, bytes in
        guard bytes <= rest else { return nil }
        rest -= bytes
        return cell
      }.sorted { $0.series < $1.series }
      payload = HistoryRow.payload(all)
    }
    let leftOut = count - all.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(HistoryRow.headBytes + payload.count + 7)
    bytes.append(littleEndian: UInt64(0))
    bytes.append(littleEndian: UInt64(step))
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(littleEndian: UInt32(clamping: milliseconds))
    bytes += payload
    while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
    let sum = HistoryRow.checksum(bytes.span)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: sum >> (index * 8)) }
    return (bytes, leftOut)
  }

  /// A cell as it is written, without the distance from the series before.
  private struct EncodedCell {
    let series: Int
    let code: UInt64
    let bytes: [UInt8]
  }

  private static func bytes(ofVarint number: UInt64) -> Int {
    max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 6) / 7)
  }

  /// Writes cells in the order of their series.
  private static func payload(_ cells: [EncodedCell]) -> [UInt8] {
    var payload: [UInt8] = []
    var previous = 0
    for cell in cells {
      payload.append(varint: UInt64(cell.series - previous))
      payload.append(varint: UInt64(cell.bytes.count) << 2 | cell.code)
      payload += cell.bytes
      previous = cell.series
    }
    return payload
  }

  /// Reads the row of a step, with the cells of the series that have a unit; `nil` where there is no
  /// such row, or only a part of it.
  init?(step: Int, _ bytes: Span<UInt8>, units: [Int: SignalUnit]) {
    guard let end = HistoryRow.end(of: step, bytes) else { return nil }
    self.init(step: step, milliseconds: Int(bytes.halfWord(at: 20)))
    let cells = bytes.extracting(HistoryRow.headBytes..<end)
    var (place, series) = (0, 0)
    while place < cells.count {
      guard let distance = cells.varint(&place), let length = cells.varint(&place),
        let size = Int(exactly: length >> 2), size <= cells.count - place,
        let next = Int(exactly: distance).map({ series.addingReportingOverflow($0) }),
        !next.overflow
      else { return nil }
      series = next.partialValue
      if let unit = units[series] {
        let cell = cells.extracting(place..<place + size)
        guard let cell = HistoryCell(code: length & 3, cell, unit: unit) else { return nil }
        self.cells[series] = cell
      }
      place += size
    }
  }

  /// Returns whether the bytes begin with a whole row of a step.
  static func isWhole(_ step: Int, _ bytes: Span<UInt8>) -> Bool { end(of: step, bytes) != nil }

  /// Returns the end of a row's cells; `nil` if the row is not whole.
  private static func end(of step: Int, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= headBytes, bytes.word(at: 8) == UInt64(step) else { return nil }
    let end = headBytes + Int(bytes.halfWord(at: 16))
    let rounded = (end + 7) & ~7
    guard rounded <= bytes.count, checksum(bytes.extracting(first: rounded)) == bytes.word(at: 0)
    else { return nil }
    return end
  }

  /// Computes the checksum of all words but the first, which holds it.
  private static func checksum(_ bytes: Span<UInt8>) -> UInt64 {
    var sum: UInt64 = 0x7072_7469_636F_3031
    var place = 8
    while place < bytes.count {
      sum = (sum ^ bytes.word(at: place)) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 32
      place += 8
    }
    return sum
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    for index in 0..<number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: number >> (index * 8)))
    }
  }
}
