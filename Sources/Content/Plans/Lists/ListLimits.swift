// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Limits of what a request may ask of a list.
package enum ListLimits {
  package static let maximumOffset = 1_000_000
  /// The range in which a plan may set the most items of one answer.
  package static let maximums = 1...1_000
  package static let standardMaximum = 100
  package static let standardLimit = 20
  /// The most keys that a plan may declare, and the most predicates and orders of a request.
  package static let maximumKeys = 32
  package static let maximumPredicates = 16
  package static let maximumSorts = 4
  /// Values of `in`.
  package static let maximumValues = 100
  /// Bytes of one value.
  package static let valueBytes = 256
  /// Bytes of the query as a URL says it.
  package static let queryBytes = 4_096
  /// Bytes of the body of a QUERY.
  package static let bodyBytes = 16_384
  /// Maximum depth of containers in the body of a QUERY, and its maximum number of values.
  package static let bodyDepth = 8
  package static let bodyValues = 4_096
}

extension PlainError {
  /// A request that a list cannot answer.
  ///
  /// - Parameter key: the parameter or the member that is wrong.
  package init(_ key: String, seen: String, expected: String) {
    self.init("\(key) is \(seen.prefix(64)); expected \(expected)")
  }
}
