// SPDX-License-Identifier: Apache-2.0

/// How much a query may ask of its reader and of who evaluates it.
package struct JSONPathLimits: Sendable, Equatable {
  /// Of the query's text.
  package var bytes = 8_192

  /// Filters, parentheses and functions inside each other. Never more than 64.
  package var depth = 32

  /// Segments of the query and of the queries in its filters, together. Never more than 512.
  package var segments = 256

  package init() {}

  // Both are levels of the stack.
  var safeDepth: Int { min(depth, 64) }
  var safeSegments: Int { min(segments, 512) }
}
