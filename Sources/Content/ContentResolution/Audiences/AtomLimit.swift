// SPDX-License-Identifier: Apache-2.0

/// Conditions tell more values of one dimension apart than an edition keeps.
struct AtomLimit: Error {
  /// An atom is a number of eight bits, and 0 is for everything that nobody named.
  static let maximum = 255

  let count: Int
}
