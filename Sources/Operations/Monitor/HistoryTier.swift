// SPDX-License-Identifier: Apache-2.0

/// A resolution of the history: the length of a step, and the number of steps that are kept.
package struct HistoryTier: Sendable, Equatable {
  /// The length of a step in seconds.
  package let step: Int
  package let rows: Int

  /// The time that is kept, in seconds.
  package var span: Int { step * rows }

  /// The name of the tier's file.
  var fileName: String { "every-\(step)s" }

  /// One second for an hour, ten for a day, a minute for 15 days, ten minutes for 400 days. Each step
  /// is a multiple of the one before.
  package static let all = [
    HistoryTier(step: 1, rows: 3_600), HistoryTier(step: 10, rows: 8_640),
    HistoryTier(step: 60, rows: 21_600), HistoryTier(step: 600, rows: 57_600),
  ]

  static let rowsOfAll = all.reduce(0) { $0 + $1.rows }
}
