// SPDX-License-Identifier: Apache-2.0

/// Corrections for misspelled names.
package enum Suggestion {
  /// Names longer than this are not compared.
  private static let maximumBytes = 64

  /// Returns the known name that is nearest to `name`, if one is near, but never `name` itself.
  ///
  /// Near means that at most one letter in three is wrong, missing, added or swapped with its
  /// neighbour, ignoring case.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    let written = Array(name.lowercased().utf8)
    guard !written.isEmpty, written.count <= maximumBytes else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= maximumBytes && candidate != name {
      let letters = Array(candidate.lowercased().utf8)
      let distance = distance(from: written, to: letters)
      guard distance <= max(1, max(written.count, letters.count) / 3) else { continue }
      guard let nearest = best, (nearest.distance, nearest.name) <= (distance, candidate) else {
        best = (candidate, distance)
        continue
      }
    }
    return best?.name
  }

  /// Returns the edit distance with transpositions (Damerau-Levenshtein).
  private static func distance(from first: [UInt8], to second: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1] + [Int](repeating: 0, count: second.count)
      for (column, other) in second.enumerated() {
        let change = last[column] + (letter == other ? 0 : 1)
        current[column + 1] = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
