// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Conditions tell too many values of a dimension apart.
package struct AudienceLimit: Error, Hashable, Sendable {
  package static let maximum = AtomLimit.maximum

  package let dimension: Dimension
  package let count: Int
}

extension AudienceLimit: CustomStringConvertible {
  package var description: String {
    "conditions tell \(count) values of \(dimension) apart; expected at most \(Self.maximum)"
  }
}
