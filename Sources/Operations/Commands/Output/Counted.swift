// SPDX-License-Identifier: Apache-2.0

/// Numbers with nouns: `1 error`, `2 errors`.
package enum Counted {
  /// - Parameter noun: a singular noun, whose plural ends with `s`.
  package static func text(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
