// SPDX-License-Identifier: Apache-2.0

/// Spans of time as people say them.
package enum SpanWords {
  private static let units: [(seconds: Int64, name: String)] = [
    (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
  ]

  /// The largest whole number of a unit: `2 hours`.
  package static func text(_ seconds: Int64) -> String {
    let (size, name) = units.first { seconds >= $0.seconds } ?? (1, "second")
    let count = max(0, seconds) / size
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
