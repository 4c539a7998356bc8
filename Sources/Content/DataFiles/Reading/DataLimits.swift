// SPDX-License-Identifier: Apache-2.0

/// Limits of a file.
package struct DataLimits: Sendable, Equatable {
  /// Size of the file, and of all its texts and data with shared ones counted each time: 64 MiB.
  package var bytes = 67_108_864

  /// Nesting of containers. Capped at 512.
  package var depth = 128

  /// Size of one string or data value: 16 MiB.
  package var textBytes = 16_777_216

  /// Members of one array or dictionary.
  package var members = 1_000_000

  /// Values of the whole tree, with shared ones counted each time.
  package var values = 8_000_000

  package init() {}

  var safeDepth: Int { min(depth, 512) }

  func admit(fileOf count: Int) throws(DataFileError) {
    guard count <= bytes else {
      throw DataFileError(
        .limit,
        at: .start,
        seen: "\(count) bytes",
        expected: "at most \(bytes)"
      )
    }
  }

  /// Refuses a container that is nested too deeply; depth counts from 0.
  func admit(depth: Int, at position: SourcePosition) throws(DataFileError) {
    guard depth < safeDepth else {
      throw DataFileError(
        .limit,
        at: position,
        seen: "containers \(depth + 1) deep",
        expected: "at most \(safeDepth)"
      )
    }
  }

  /// Refuses a container with too many members.
  func admit(members count: Int, at position: SourcePosition) throws(DataFileError) {
    guard count <= members else {
      throw DataFileError(
        .limit,
        at: position,
        seen: "member number \(count)",
        expected: "at most \(members) in one container"
      )
    }
  }

  /// Refuses one more member than the limit.
  func admit(member index: Int, at position: SourcePosition) throws(DataFileError) {
    try admit(members: index + 1, at: position)
  }
}
