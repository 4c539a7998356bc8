// SPDX-License-Identifier: Apache-2.0

import Files
package import Measure
package import Signals
import Synchronization

/// Keeps a history of all signals on the host.
///
/// Its owner hands over a snapshot each second, on one thread. Everything else may be called on any
/// thread, and never delays that one.
package final class StoredHistory: Sendable {
  package let annotations: Annotations
  private let folder: String
  private let limit: Int
  private let report: @Sendable (String) -> Void
  private let writing = Mutex(Writing())
  private let reading = Mutex<HistoryStore?>(nil)
  private let leftOut = Atomic(0)
  private let unwritten = Atomic(0)

  private struct Writing {
    /// The snapshot that changes are counted from: the last one that was recorded; `nil` before the first tick.
    var last: SignalHistory.Sample?
    /// The promises that have a place.
    var promises: RoutePromises = [:]
    /// The lock of the one process that writes.
    var lock: FileLock?
    var recorder: HistoryRecorder?
    var isEnded = false
    /// The problem that was reported last.
    var trouble: Trouble?
  }

  private enum Trouble: Equatable {
    case disk(Int32)
    case room
  }

  /// - Parameters:
  ///   - folder: the folder of the history.
  ///   - limit: the maximum size in bytes on the disk.
  ///   - annotations: those of the same folder.
  ///   - report: called with sentences for the log.
  package init(
    _ registry: SignalRegistry,
    in folder: String,
    limit: Int,
    _ annotations: Annotations,
    report: @escaping @Sendable (String) -> Void
  ) throws(SignalFault) {
    (self.folder, self.limit, self.report, self.annotations) = (folder, limit, report, annotations)
    try declareMetrics(in: registry)
  }

  private func declareMetrics(in registry: SignalRegistry) throws(SignalFault) {
    typealias Value = @Sendable (StoredHistory) -> Int
    func add(
      _ name: String,
      _ help: String,
      _ unit: SignalUnit,
      _ value: @escaping Value
    ) throws(SignalFault) {
      try registry.observe(name, help, .gauge, unit: unit) { [weak self] in
        self.map { [.init([], value($0))] } ?? []
      }
    }
    try add("portico_history_bytes", "The most that the history takes on the disk.", .bytes) {
      $0.reading.withLock { $0 }?.bytes ?? 0
    }
    try add("portico_history_series_left_out", "Series without room in the history.", .none) {
      $0.leftOut.load(ordering: .relaxed)
    }
    try add("portico_history_rows_in_memory", "Rows that the disk did not take.", .none) {
      $0.unwritten.load(ordering: .relaxed)
    }
  }

  /// The series that had no room in the last rows, and the rows that the disk did not take.
  package var gaps: (series: Int, rows: Int) {
    (leftOut.load(ordering: .relaxed), unwritten.load(ordering: .relaxed))
  }

  /// Records the changes since the previous snapshot. The first snapshot, taken once all metrics
  /// are declared, only sets the counts to compare with.
  ///
  /// - Parameters:
  ///   - promises: those that the models of the sites state.
  ///   - now: seconds since 1970.
  ///   - uptime: seconds on a clock that never goes back.
  package func record(
    _ snapshot: SignalSnapshot,
    _ promises: RoutePromises = [:],
    at now: Int64,
    uptime: Double
  ) {
    let sample = SignalHistory.Sample(seconds: uptime, snapshot: snapshot)
    writing.withLock { writing in
      guard !writing.isEnded else { return }
      let first = writing.last ?? sample
      if writing.recorder == nil || needsRoom(writing, promises) {
        begin(&writing, from: first, promises, at: now)
      }
      writing.last = writing.recorder == nil ? first : sample
      guard var recorder = writing.recorder.take() else { return }
      if promises != writing.promises { recorder.reserve(promises) }
      writing.promises = promises
      recorder.record(sample, promises, at: now)
      tell(of: recorder, &writing)
      writing.recorder = recorder
    }
  }

  /// Whether more promises were published than a row on the disk has room for.
  private func needsRoom(_ writing: Writing, _ promises: RoutePromises) -> Bool {
    guard promises.count > writing.promises.count, let recorder = writing.recorder,
      recorder.failure == nil, recorder.store.isOnDisk
    else { return false }
    let reserved = HistoryRoom.reserved(promises: promises.count)
    return recorder.store.files.contains { $0.rowBytes < reserved }
  }

  /// Lets another process write.
  package func end() {
    writing.withLock { writing in
      writing.isEnded = true
      writing.recorder = nil
      writing.lock = nil
    }
  }

  /// Opens the history, unless another process still writes it; opens it again with larger rows.
  private func begin(
    _ writing: inout Writing,
    from first: SignalHistory.Sample,
    _ promises: RoutePromises,
    at now: Int64
  ) {
    let room = HistoryRoom.forRow(first.snapshot, promises: promises.count, limit: limit)
    let store: HistoryStore
    do {
      try Files.makeFolder(folder)
      if writing.lock == nil { writing.lock = try FileLock("\(folder)/writing.lock") { _ in nil } }
      store = try HistoryStore(folder, room, at: now, report: report)
      report(
        "history: at most \(Figure.bytes(Int64(store.bytes)).text) in \(folder), a row of"
          + " \(store.files[0].rowBytes) bytes for \(first.snapshot.seriesCount) series"
      )
    } catch is FileLock.Held {
      return
    } catch {
      report("history: \(error); it is kept in memory until the next start")
      store = HistoryStore(rowBytes: room.given)
    }
    writing.recorder = HistoryRecorder(store, from: first)
    writing.promises = [:]
    reading.withLock { $0 = store }
  }

  /// Counts gaps in the history, and reports when they begin and end.
  private func tell(of recorder: HistoryRecorder, _ writing: inout Writing) {
    leftOut.store(recorder.leftOut, ordering: .relaxed)
    let rows = recorder.store.files.reduce(0) { $0 + $1.unwritten }
    unwritten.store(rows, ordering: .relaxed)
    let trouble: Trouble? =
      if let failure = recorder.failure { .disk(failure.code) } else {
        recorder.leftOut > 0 ? .room : nil
      }
    guard trouble != writing.trouble else { return }
    writing.trouble = trouble
    if let failure = recorder.failure {
      report("history: \(failure); rows wait in memory until the disk takes them")
    } else if recorder.leftOut > 0 {
      report(
        "history: \(recorder.leftOut) series have no room in a row, those of the least worth; a"
          + " larger --history, or its next start, has room for more"
      )
    } else {
      report("history: all rows are written again")
    }
  }

  /// The files, for readers; `nil` while another process writes them.
  var store: HistoryStore? { reading.withLock { $0 } }
}

extension SignalSnapshot {
  fileprivate var seriesCount: Int { families.reduce(0) { $0 + $1.series.count } }
}
