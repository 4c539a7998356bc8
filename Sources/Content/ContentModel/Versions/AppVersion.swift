// SPDX-License-Identifier: Apache-2.0

// Versions as app stores and people write them, more lenient than semantic versioning: one to four
// numbers, missing ones are 0 and further ones are ignored, as Apple does with bundle versions; a
// leading `v`, a build in parentheses at the end, and metadata after `+` are ignored. A suffix
// after `-` is a pre-release, ordered as in semantic versioning. Any other text is no version,
// rather than the lowest one.

/// An app's version.
package struct AppVersion: Hashable, Sendable {
  /// Longer texts are refused.
  package static let maximumBytes = 64

  /// Major, minor, patch and one more; numbers that are too large are clamped.
  package let numbers: SIMD4<UInt32>
  /// The text after `-`; empty for a release.
  package let prerelease: String

  /// Major and minor in one number, which decides most comparisons.
  package var leading: UInt64 { UInt64(numbers[0]) << 32 | UInt64(numbers[1]) }

  package init(numbers: SIMD4<UInt32>, prerelease: String = "") {
    self.numbers = numbers
    self.prerelease = prerelease
  }

  /// Parses a version.
  package init?(_ bytes: Span<UInt8>) {
    guard let read = WrittenVersion(bytes), !read.hasWildcard else { return nil }
    self = read.version
  }

  package init?(_ text: String) {
    self.init(Array(text.utf8).span)
  }
}

extension AppVersion: Comparable {
  package static func < (first: AppVersion, second: AppVersion) -> Bool {
    for index in 0..<4 where first.numbers[index] != second.numbers[index] {
      return first.numbers[index] < second.numbers[index]
    }
    if first.prerelease == second.prerelease { return false }
    if first.prerelease.isEmpty || second.prerelease.isEmpty { return second.prerelease.isEmpty }
    return isPrerelease(first.prerelease, before: second.prerelease)
  }

  /// Compares identifiers as semantic versioning does: numbers before words, numbers by value,
  /// words by their bytes, fewer identifiers before more.
  private static func isPrerelease(_ first: String, before second: String) -> Bool {
    let left = first.split(separator: ".", omittingEmptySubsequences: false)
    let right = second.split(separator: ".", omittingEmptySubsequences: false)
    for (a, b) in zip(left, right) where a != b {
      switch (UInt64(a), UInt64(b)) {
      case (let a?, let b?): return a < b
      case (_?, nil): return true
      case (nil, _?): return false
      default: return a.utf8.lexicographicallyPrecedes(b.utf8)
      }
    }
    return left.count < right.count
  }
}

extension AppVersion: CustomStringConvertible {
  /// The shortest form: `2.3`, `2.3.1`, `3`.
  package var description: String {
    var count = 4
    while count > 1, numbers[count - 1] == 0 { count -= 1 }
    let text = (0..<count).map { String(numbers[$0]) }.joined(separator: ".")
    return prerelease.isEmpty ? text : "\(text)-\(prerelease)"
  }
}
