// SPDX-License-Identifier: Apache-2.0

// The grammar of package managers, with two differences that people expect of app versions: a
// version includes all that begin with it (`2.3` is 2.3.x, `<=2.3` includes 2.3.9), and a
// pre-release is compared like any other version (`>=2.3` excludes 2.3-beta, `<2.3` includes it). What package
// managers read otherwise than people do, `3+` and `3-4`, is refused.

/// Parsing version ranges: `>=2.3 <4`, `2.3`, `2.1 - 2.9`, `~2.3`, `^2`, `<2 || >=4`.
package enum VersionRange {
  package static let example = ">=2.3 <4"
  /// Longer texts are refused.
  package static let maximumBytes = 256

  /// Parses a range; `nil` if it is invalid or contains no version.
  package static func versions(in text: String) -> IntervalSet<AppVersion>? {
    guard text.utf8.count <= maximumBytes else { return nil }
    var intervals: [IntervalSet<AppVersion>.Interval] = []
    for part in alternatives(of: text) {
      guard let versions = conjunction(part) else { return nil }
      intervals += versions.intervals
    }
    return intervals.isEmpty ? nil : IntervalSet(intervals)
  }

  /// The version range that an invalid one such as `3+` or `3-4` most likely means; `nil` without a guess.
  package static func suggestion(for text: String) -> String? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let meant = words.map { likelyMeaning(of: String($0)) ?? String($0) }.joined(separator: " ")
    return meant != text && versions(in: meant) != nil ? meant : nil
  }

  /// The meaning of a word that semantic versioning reads otherwise than people do: `3+` as 3 with empty build
  /// metadata, `3-4` as the pre-release 4 of 3; `nil` for any other word.
  private static func likelyMeaning(of word: String) -> String? {
    guard let written = WrittenVersion(Array(word.utf8).span) else { return nil }
    if word.hasSuffix("+") { return ">=\(word.dropLast())" }
    let suffix = Array(written.version.prerelease.utf8)
    guard !suffix.isEmpty, WrittenVersion(suffix.span) != nil, let dash = word.firstIndex(of: "-")
    else { return nil }
    return "\(word[..<dash]) - \(word[word.index(after: dash)...])"
  }

  private static func alternatives(of text: String) -> [String] {
    var parts: [String] = [""]
    var bars = 0
    for character in text {
      if character == "|" {
        bars += 1
        if bars % 2 == 0 { parts.append("") }
      } else {
        // Keeps a single bar as a part of the text, which makes the range invalid.
        if bars % 2 == 1 { parts[parts.count - 1].append("|") }
        bars = 0
        parts[parts.count - 1].append(character)
      }
    }
    return bars % 2 == 1 ? ["|"] : parts
  }

  /// Parses comparators that must all hold, or two versions with a dash between them.
  private static func conjunction(_ text: String) -> IntervalSet<AppVersion>? {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }).map(
      String.init
    )
    guard !words.isEmpty else { return nil }
    if words.count == 3, words[1] == "-" {
      guard let first = comparison(">=", words[0]), let last = comparison("<=", words[2]) else {
        return nil
      }
      return first.intersection(last)
    }
    var versions = IntervalSet<AppVersion>(from: nil, until: nil)
    while !words.isEmpty {
      var word = words.removeFirst()
      let sign = word.prefix { "<>=~^".contains($0) }
      word.removeFirst(sign.count)
      if word.isEmpty, !words.isEmpty { word = words.removeFirst() }
      guard !sign.isEmpty || likelyMeaning(of: word) == nil,
        let next = comparison(String(sign), word)
      else { return nil }
      versions = versions.intersection(next)
    }
    return versions
  }

  private static func comparison(_ sign: String, _ word: String) -> IntervalSet<AppVersion>? {
    guard let written = WrittenVersion(Array(word.utf8).span) else { return nil }
    let lower = written.version
    if written.count == 0 {
      return ["", "=", "==", ">=", "<=", "~", "^"].contains(sign)
        ? IntervalSet(from: nil, until: nil) : nil
    }
    let next = lower.next(at: written.count - 1)
    switch sign {
    case "", "=", "==": return IntervalSet(from: lower, until: next)
    case ">=": return IntervalSet(from: lower, until: nil)
    case "<": return IntervalSet(from: nil, until: lower)
    case "<=": return IntervalSet(from: nil, until: next)
    case ">": return next.map { IntervalSet(from: $0, until: nil) } ?? IntervalSet([])
    case "~": return IntervalSet(from: lower, until: lower.release(at: min(written.count - 1, 1)))
    case "^":
      let leading = (0..<written.count).first { lower.numbers[$0] != 0 } ?? written.count - 1
      return IntervalSet(from: lower, until: lower.release(at: leading))
    default: return nil
    }
  }
}

extension AppVersion {
  /// Returns the lowest version after all that begin with this one's numbers up to `place`.
  fileprivate func next(at place: Int) -> AppVersion? {
    // No identifier sorts between a suffix and the same one followed by a zero.
    if !prerelease.isEmpty { return AppVersion(numbers: numbers, prerelease: "\(prerelease).0") }
    return release(at: place)
  }

  /// Returns the release with the number at `place` incremented and zeros after it; `nil` on
  /// overflow.
  fileprivate func release(at place: Int) -> AppVersion? {
    guard numbers[place] < .max else { return place > 0 ? release(at: place - 1) : nil }
    var next = SIMD4<UInt32>()
    for index in 0..<place { next[index] = numbers[index] }
    next[place] = numbers[place] + 1
    return AppVersion(numbers: next)
  }
}
