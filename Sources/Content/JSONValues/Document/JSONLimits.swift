// SPDX-License-Identifier: Apache-2.0

/// Limits of a document.
package struct JSONLimits: Sendable, Equatable {
  /// Size of the document: 16 MiB. Capped at 1 GiB.
  package var bytes = 16_777_216

  /// Nesting of containers. Capped at 1,024.
  package var depth = 256

  /// Values and member names together, each 16 bytes of memory. Capped at 16,000,000.
  package var nodes = 1_000_000

  package init() {}

  // The caps come from the index: offsets have 32 bits, counts of members have 24.
  var safeBytes: Int { min(bytes, 1 << 30) }
  var safeDepth: Int { min(depth, 1_024) }
  var safeNodes: Int { min(nodes, 16_000_000) }
}
