// SPDX-License-Identifier: Apache-2.0

import Filters
package import Signals

/// Counts events by minute and draws a bar for each.
package struct EventHistogram: Sendable {
  private static let minute: Int64 = 60_000_000_000
  /// The minutes shown at most, the newest ones.
  private static let shownMinutes: Int64 = 60
  private static let width = 50

  private var counts: [Int64: (all: Int, failed: Int)] = [:]

  package init() {}

  package mutating func add(_ record: EventRecord) {
    let isFailed = record.level == .error
    let count = counts[record.time / EventHistogram.minute] ?? (0, 0)
    counts[record.time / EventHistogram.minute] = (count.all + 1, count.failed + (isFailed ? 1 : 0))
  }

  /// The bars, one line for each minute between the first and the last event.
  package var text: String {
    guard let last = counts.keys.max(), let first = counts.keys.min() else { return "" }
    let shown = max(first, last - EventHistogram.shownMinutes + 1)...last
    let most = shown.compactMap { counts[$0]?.all }.max() ?? 1
    return shown.map { minute in
      let (all, failed) = counts[minute] ?? (0, 0)
      let bar = (all * EventHistogram.width + most - 1) / most
      let bad = (failed * EventHistogram.width + most - 1) / most
      let time = FilterValue.text(ofInstant: minute * EventHistogram.minute).dropFirst(11).prefix(5)
      let good = String(repeating: "#", count: max(0, bar - bad))
      let bars = String(repeating: "!", count: bad) + good
      let errors = failed > 0 ? ", \(failed) failed" : ""
      return "\(time) \(bars)\(bars.isEmpty ? "" : " ")\(all)\(errors)\n"
    }.joined()
  }
}
