// SPDX-License-Identifier: Apache-2.0

import Files
import Measure
import Signals
import Sites

/// Writes the changes between snapshots into the history, and sums up the rows of a tier for the
/// coarser ones.
struct HistoryRecorder {
  let store: HistoryStore
  private var last: SignalHistory.Sample
  private var numbers: [String: [[String]: Int]] = [:]
  /// The rows of the coarser tiers that are not complete yet.
  private var open: [HistoryRow?]
  private var units: [Int: SignalUnit]
  private var worths: [Int: HistoryWorth]
  /// The number of series for which the last rows had no room.
  private(set) var leftOut = 0
  /// The reason why rows cannot be written; `nil` if they can.
  private(set) var failure: FileError?

  /// Continues where the last process ended: rows that the finer tiers have and the coarser lack
  /// are added to those.
  init(_ store: HistoryStore, from first: SignalHistory.Sample) {
    self.store = store
    last = first
    open = store.files.map { _ in nil }
    units = store.catalog.units
    worths = store.catalog.worths
    for tier in store.files.indices.dropFirst().reversed() {
      let (file, finer) = (store.files[tier], store.files[tier - 1])
      let ratio = file.tier.step / finer.tier.step
      var missing: [HistoryRow] = []
      let begin = max((file.newest + 1) * ratio, finer.newest + 1 - finer.tier.rows)
      if begin <= finer.newest {
        finer.read(begin..<finer.newest + 1, units: units) { missing.append($0) }
      }
      for row in missing { collect(row, in: tier) }
    }
  }

  /// Gives the promises of a publication their places among the series.
  mutating func reserve(_ promises: RoutePromises) {
    for route in promises.keys {
      for outcome in PromiseSeries.outcomes {
        _ = number(of: PromiseSeries.series(of: route, outcome.name))
      }
    }
  }

  /// Records the changes since the last snapshot, at a second since 1970.
  ///
  /// - Parameter promises: those that models state; the other routes have the default one.
  mutating func record(_ sample: SignalHistory.Sample, _ promises: RoutePromises, at now: Int64) {
    let window = SignalWindow(from: last, to: sample)
    guard window.seconds > 0 else { return }
    last = sample
    var row = HistoryRow(step: Int(now), milliseconds: Int((window.seconds * 1_000).rounded()))
    var unknown = 0
    for family in sample.snapshot.families where family.description.kind != .info {
      for series in family.series {
        guard let number = number(of: series, in: family) else {
          unknown += 1
          continue
        }
        row.cells[number] = HistoryCell(window.growth(of: series, in: family))
      }
    }
    for (route, requests) in window.requests where !route.name.path.isEmpty {
      let record = PromiseRecord(requests, promises[route] ?? Objective.defaultPromise)
      for outcome in PromiseSeries.outcomes where record[keyPath: outcome.count] > 0 {
        guard let number = number(of: PromiseSeries.series(of: route, outcome.name)) else {
          continue
        }
        row.cells[number] = .counter(record[keyPath: outcome.count])
      }
    }
    (leftOut, failure) = (unknown, nil)
    do throws(FileError) {
      try store.catalog.writeNew()
    } catch { failure = error }
    write(row, in: 0)
  }

  private mutating func number(
    of series: SignalSnapshot.Series,
    in family: SignalSnapshot.Family
  ) -> Int? {
    let description = family.description
    if let known = numbers[description.name]?[series.labelValues] { return known }
    let one = HistorySeries(description, series.labelValues)
    let number = number(of: one)
    numbers[description.name, default: [:]][series.labelValues] = number
    return number
  }

  private mutating func number(of series: HistorySeries) -> Int? {
    guard let number = store.catalog.number(of: series) else { return nil }
    if units[number] == nil {
      units[number] = series.unit
      worths[number] = HistoryWorth(series)
    }
    return number
  }

  /// Writes a complete row of a tier, and adds it to the coarser one.
  private mutating func write(_ row: HistoryRow, in tier: Int) {
    let isKept = failure == nil
    do throws(FileError) {
      leftOut += try store.files[tier].write(row, isKept: isKept, units: units, worths: worths)
    } catch { failure = error }
    if tier + 1 < store.files.count { collect(row, in: tier + 1) }
  }

  /// Adds a row to the open one of the coarser tier; if that is of an earlier step, it is written
  /// first.
  private mutating func collect(_ row: HistoryRow, in tier: Int) {
    let step = row.step / (store.files[tier].tier.step / store.files[tier - 1].tier.step)
    if let complete = open[tier], complete.step != step {
      open[tier] = nil
      write(complete, in: tier)
    }
    var current = open[tier] ?? HistoryRow(step: step)
    current.append(row)
    open[tier] = current
  }
}
