// SPDX-License-Identifier: Apache-2.0

/// Limits of a query and its evaluation.
package struct JSONPathLimits: Sendable, Equatable {
  /// Bytes of the query.
  package var bytes = 8_192

  /// Nesting of filters, parentheses and functions. Capped at 64.
  package var depth = 32

  /// Segments of the query and the queries in its filters together. Capped at 512.
  package var segments = 256

  package init() {}

  // Capped because both are levels of recursion.
  var safeDepth: Int { min(depth, 64) }
  var safeSegments: Int { min(segments, 512) }
}
