// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Conditions distinguish too many values of a dimension.
package struct AudienceLimit: Error, Hashable, Sendable {
  package static let maximum = AtomLimit.maximum

  package let dimension: Dimension
  package let count: Int

  package init(dimension: Dimension, count: Int) {
    self.dimension = dimension
    self.count = count
  }
}

extension AudienceLimit: CustomStringConvertible {
  package var description: String {
    "conditions tell \(count) values of \(dimension) apart; expected at most \(Self.maximum)"
  }
}

/// Conditions distinguish too many values of one dimension.
struct AtomLimit: Error {
  /// An atom has eight bits, and 0 is for all values that no condition names.
  static let maximum = 255

  let count: Int
}
