// SPDX-License-Identifier: Apache-2.0

// Versions as app stores and people write them, which is not quite semantic versioning: one to four
// numbers, missing ones are 0 and further ones are passed over, as Apple says of bundle versions;
// `v` may stand before them and a build in parentheses behind; what follows `+` says nothing. A
// suffix behind `-` sorts before the release, by the rules of semantic versioning. A text that has
// another form is no version: it never counts as the lowest one.

/// The version of an app.
package struct AppVersion: Hashable, Sendable {
  /// A longer text is no version.
  package static let maximumBytes = 64

  /// Major, minor, patch and one more; a number that is too large counts as the largest.
  package let numbers: SIMD4<UInt32>
  /// What stands behind `-`; empty for a release.
  package let prerelease: String

  /// Major and minor in one number, which decides between most versions.
  package var leading: UInt64 { UInt64(numbers[0]) << 32 | UInt64(numbers[1]) }

  package init(numbers: SIMD4<UInt32>, prerelease: String = "") {
    self.numbers = numbers
    self.prerelease = prerelease
  }

  /// Reads a version; `nil` for anything else.
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

  /// Identifier by identifier: numbers before words, numbers by value, words by their bytes, and
  /// fewer identifiers before more.
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
  /// As short as it can be said: `2.3`, `2.3.1`, `3`.
  package var description: String {
    var count = 4
    while count > 1, numbers[count - 1] == 0 { count -= 1 }
    let text = (0..<count).map { String(numbers[$0]) }.joined(separator: ".")
    return prerelease.isEmpty ? text : "\(text)-\(prerelease)"
  }
}
