// SPDX-License-Identifier: Apache-2.0

/// Reads ranges of builds, which are whole numbers: `>=412`, `400 - 411`, `>=400 <412 || 420`.
package enum BuildRange {
  package static let example = ">=412"

  /// The builds of a range; `nil` if the text is none, or holds no build at all.
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

  /// Whether a bound is one number and nothing else.
  private static func isWhole(_ version: AppVersion) -> Bool {
    version.prerelease.isEmpty && version == AppVersion(numbers: [version.numbers[0], 0, 0, 0])
  }
}
