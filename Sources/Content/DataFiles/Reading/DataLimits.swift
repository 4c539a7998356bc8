// SPDX-License-Identifier: Apache-2.0

/// How much a file may ask of its reader.
package struct DataLimits: Sendable, Equatable {
  /// Of the file, and of all texts and data in it once shared ones are written out: 64 MiB.
  package var bytes = 67_108_864

  /// Containers inside each other; readers go no deeper than 512 whatever this says.
  package var depth = 128

  /// Of one string or one piece of data, in bytes: 16 MiB.
  package var textBytes = 16_777_216

  /// Of one array or dictionary.
  package var members = 1_000_000

  /// Of the whole tree, once shared ones are written out.
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

  /// Refuses a container at a depth, which is counted from 0.
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

  /// Refuses a container of so many members.
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

  /// Refuses one member more than there are so far.
  func admit(member index: Int, at position: SourcePosition) throws(DataFileError) {
    try admit(members: index + 1, at: position)
  }
}
