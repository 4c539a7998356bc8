// SPDX-License-Identifier: Apache-2.0

import Bytes
import FolderTesting
import Foundation
import HTTPValues
import Monitor
import Signals
import Testing
import TrafficTesting

@Suite struct `The distribution of a histogram over time` {
  /// The density of waits that a process recorded in the last minutes.
  private func density(
    _ minutes: [[Int]],
    _ query: String = "series=portico_wait_seconds"
  ) throws -> HistoryDensity {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    // The clock is at a whole minute.
    let process = try RecordedProcess(folder, at: 1_700_000_040)
    for values in minutes {
      process.run(60, by: 60) { process in
        // A row belongs to the second before its end.
        process.now -= 1
        for value in values { process.shard.record(process.wait, value) }
      }
      process.now += 1
    }
    let bytes = Array("\(query)&from=-\(minutes.count)m&step=60s".utf8)
    let read = QueryParameters(bytes.span)
    let parameters = try #require(read)
    let now = Int(process.now)
    let found = try process.monitor.density(try HistoryQuery(parameters, now: now), now: now)
    process.monitor.end()
    return try #require(found)
  }

  @Test func `A value counts in the row of its size and in the column of its time`() throws {
    // One millisecond and twice that, in nanoseconds; nothing in the second minute.
    let density = try density([[1_000_000, 1_000_000, 2_000_000], [], [1_000_000]])
    #expect(density.columns.map(\.time) == [0, 60, 120].map { density.from + $0 })
    #expect(density.rows == 3 && density.count == 4)
    #expect(density.columns.map(\.counts) == [[2, 0, 1], [0, 0, 0], [1, 0, 0]])
    for (row, value) in [(0, 0.001), (2, 0.002)] {
      #expect(density.border(of: row - 1) < value && value <= density.border(of: row))
      #expect((Double(row)..<Double(row + 1)).contains(density.place(of: value)))
    }
    let json = String(decoding: density.json, as: UTF8.self)
    #expect(json.contains("\"unit\":\"seconds\""))
    #expect(json.contains("[\(density.from),2,0,1]"), "\(json)")
  }

  @Test func `Values far apart get at most 48 rows, and the lower ones count for the lowest`()
    throws
  {
    // From a microsecond to a thousand seconds there are thirty doublings.
    let density = try density([[1_000, 2_000, 1_000_000_000_000]])
    #expect(density.rows == HistoryDensity.mostRows)
    #expect(density.columns[0].counts.first == 2 && density.columns[0].counts.last == 1)
  }

  @Test func `A time without a value has no rows`() throws {
    let density = try density([[], []])
    #expect(density.rows == 0 && density.count == 0 && density.columns.count == 2)
  }

  @Test(arguments: [
    ("series=portico_things_total", "expected histograms of one unit"),
    ("series=portico_wait_seconds&compare=1d", "compare and by mean nothing here"),
    ("series=portico_nothing", "and got none"),
  ])
  func `A density of anything but histograms is refused with the reason`(
    query: String,
    expected: String
  ) throws {
    let error = #expect(throws: PlainError.self) { try density([[1]], query) }
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
  }
}
