// SPDX-License-Identifier: Apache-2.0

/// Parsing ranges of build numbers: `>=412`, `400 - 411`, `>=400 <412 || 420`.
package enum BuildRange {
  package static let example = ">=412"

  /// Parses a range; `nil` if it is invalid or contains no build.
  package static func builds(in text: String) -> IntervalSet<UInt64>? {
    guard let versions = VersionRange.versions(in: text) else { return nil }
    var intervals: [IntervalSet<UInt64>.Interval] = []
    for interval in versions.intervals {
      for bound in [interval.lower, interval.upper].compactMap(\.self) {
        guard isWhole(bound) else { return nil }
      }
      intervals.append(
        IntervalSet.Interval(
          from: interval.lower.map { UInt64($0.numbers[0]) },
          until: interval.upper.map { UInt64($0.numbers[0]) }
        )
      )
    }
    return IntervalSet(intervals)
  }

  /// Returns whether a bound is a single number.
  private static func isWhole(_ version: AppVersion) -> Bool {
    version.prerelease.isEmpty && version == AppVersion(numbers: [version.numbers[0], 0, 0, 0])
  }
}
