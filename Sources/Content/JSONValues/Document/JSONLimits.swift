// SPDX-License-Identifier: Apache-2.0

/// How much a document may ask of its reader.
package struct JSONLimits: Sendable, Equatable {
  /// Of the document: 16 MiB. Never more than 1 GiB, whatever this says.
  package var bytes = 16_777_216

  /// Containers inside each other. Never more than 1,024.
  package var depth = 256

  /// Values and member names together; each takes 16 bytes of memory. Never more than 16,000,000.
  package var nodes = 1_000_000

  package init() {}

  // What the index can hold: offsets have 32 bits, counts of members have 24.
  var safeBytes: Int { min(bytes, 1 << 30) }
  var safeDepth: Int { min(depth, 1_024) }
  var safeNodes: Int { min(nodes, 16_000_000) }
}
