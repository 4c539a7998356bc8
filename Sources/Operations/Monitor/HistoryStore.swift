// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Files
import Signals

/// The files of a history: the catalog of series and a file for each tier.
final class HistoryStore: Sendable {
  let catalog: HistoryCatalog
  /// The finest tier first.
  let files: [HistoryFile]
  /// The maximum size of the files on the disk.
  var bytes: Int { files.reduce(0) { $0 + HistoryFile.headBytes + $1.tier.rows * $1.rowBytes } }

  var isOnDisk: Bool { catalog.isOnDisk }

  /// Creates a history in memory, for a disk that cannot be written.
  init(rowBytes: Int) {
    catalog = HistoryCatalog()
    files = HistoryTier.all.map { HistoryFile($0, rowBytes: rowBytes) }
  }

  /// Opens the history in a folder. A file of another version or of another history is set aside
  /// and reported.
  ///
  /// - Parameter room: the room for a row that the present series need, and the one to give.
  init(
    _ folder: String,
    _ room: (needed: Int, given: Int),
    at now: Int64,
    report: (String) -> Void
  ) throws {
    try Files.makeFolder(folder)
    func opening<Opened>(_ path: String, _ open: () throws -> Opened?) throws -> Opened {
      if let opened = try open() { return opened }
      let other = "\(path).unreadable-\(now)"
      try Files.move(path, to: other)
      report("history: \(try HistoryStore.foreign(path, other)), and a new one begins")
      guard let opened = try open() else {
        throw PlainError("\(path) cannot be read as a file of this history after it was created")
      }
      return opened
    }
    let path = "\(folder)/series"
    catalog = try opening(path) { try HistoryCatalog(path) }
    let catalog = catalog
    files = try HistoryTier.all.map { tier in
      let path = "\(folder)/\(tier.fileName)"
      let file = try opening(path) {
        try HistoryFile(path, tier, store: catalog.store, rowBytes: room.given)
      }
      guard !(room.needed...max(room.needed, room.given)).contains(file.rowBytes) else {
        return file
      }
      return try HistoryStore.resize(file, path, catalog, room.given)
    }
  }

  /// The message of a file that is no history of this version, with its first line.
  private static func foreign(_ path: String, _ other: String) throws -> String {
    let head = try PositionedFile(reading: other).read(60, at: 0)
    let line = String(decoding: head.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return "\(path) begins with \"\(line)\", expected a file of this history in version 1; "
      + "it is set aside as \(other)"
  }

  /// Copies a tier into a file with another size of rows, which replaces the first one.
  private static func resize(
    _ file: HistoryFile,
    _ path: String,
    _ catalog: HistoryCatalog,
    _ rowBytes: Int
  ) throws -> HistoryFile {
    let draft = "\(path).resized"
    try Files.remove(draft)
    let made = try HistoryFile(draft, file.tier, store: catalog.store, rowBytes: rowBytes)
    guard let copy = made else {
      throw PlainError("\(draft) cannot be read as a file of this history after it was created")
    }
    let (units, worths) = (catalog.units, catalog.worths)
    var failure: FileError?
    file.read(max(0, file.newest + 1 - file.tier.rows)..<file.newest + 1, units: units) { row in
      guard failure == nil else { return }
      do throws(FileError) {
        _ = try copy.write(row, isKept: true, units: units, worths: worths)
      } catch { failure = error }
    }
    if let failure {
      try Files.remove(draft)
      throw failure
    }
    try Files.move(draft, to: path)
    return copy
  }

  /// Reads the rows of a tier from one second to before another. Rows that a tier does not have yet
  /// are read from the finer one; each row comes with its first second.
  func read(
    _ tier: Int,
    _ seconds: Range<Int>,
    units: [Int: SignalUnit],
    _ body: (Int, HistoryRow) -> Void
  ) {
    let file = files[tier]
    let step = file.tier.step
    let end = tier == 0 ? seconds.upperBound : min(seconds.upperBound, (file.newest + 1) * step)
    if seconds.lowerBound < end {
      file.read(seconds.lowerBound / step..<(end + step - 1) / step, units: units) { row in
        body(row.step * step, row)
      }
    }
    let rest = max(end, seconds.lowerBound)
    guard tier > 0, rest < seconds.upperBound else { return }
    read(tier - 1, rest..<seconds.upperBound, units: units, body)
  }
}

/// The size of a row.
enum HistoryRoom {
  /// The size of a row that the series of a snapshot usually need, and half as much more, within
  /// the limit of all files; never less than some promises need.
  static func forRow(
    _ snapshot: SignalSnapshot,
    promises: Int,
    limit bytes: Int
  ) -> (needed: Int, given: Int) {
    let limit = (bytes - HistoryTier.all.count * HistoryFile.headBytes) / HistoryTier.rowsOfAll
    let cells = snapshot.families.reduce(0) { sum, family in
      sum + family.series.count * HistoryRoom.bytes(of: family.description.kind)
    }
    let reserved = HistoryRoom.reserved(promises: promises)
    let most = max(512, limit / 512 * 512, reserved)
    let needed = min(most, HistoryRow.headBytes + cells + promises * PromiseSeries.bytesOfRoute)
    return (needed, min(most, (needed * 3 / 2 + 511) / 512 * 512))
  }

  /// The size of a row that has room for the counters of so many promises, whatever else there is.
  static func reserved(promises: Int) -> Int {
    (HistoryRow.headBytes + promises * PromiseSeries.bytesOfRoute + 511) / 512 * 512
  }

  /// Counters that did not grow take no bytes; a histogram's cell takes one to three bytes for each
  /// bucket.
  private static func bytes(of kind: SignalKind) -> Int {
    switch kind {
    case .counter: 6
    case .gauge, .stateSet: 8
    case .histogram: 80
    case .info: 0
    }
  }
}
