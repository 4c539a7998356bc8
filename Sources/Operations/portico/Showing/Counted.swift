// SPDX-License-Identifier: Apache-2.0

/// A number of things in words: `1 error`, `2 errors`.
enum Counted {
  /// - Parameter noun: of one thing, with a plural that ends with `s`.
  static func text(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
