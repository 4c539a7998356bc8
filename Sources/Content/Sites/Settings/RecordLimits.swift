// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// The most that the records of a site may take: of the disk for files, and of connections that wait for
/// changes.
package struct RecordLimits: Sendable, Hashable {
  /// Most bytes of all files together, unfinished uploads included; `nil` for what the disk has room for.
  package var totalFileBytes: Int?
  /// Most bytes of the files of a user's records; `nil` for no limit.
  package var userFileBytes: Int?
  /// Most clients that wait for changes at once.
  package var streams = 10_000
  /// Most of them that are one visitor's.
  package var visitorStreams = 100
  /// Most of them that clients of one app are; `nil` for no limit.
  package var appStreams: Int?

  package init() {}

  private static let bytes = 1...1_125_899_906_842_624
  private static let counts = 1...1_000_000

  static let shape = Shape.object(RecordLimits()) {
    Member(
      "totalFileBytes",
      \.totalFileBytes,
      .integer(bytes),
      "Most bytes of all files together, unfinished uploads included; what the disk has room for, unless given.",
      examples: [100_000_000_000]
    )
    Member(
      "userFileBytes",
      \.userFileBytes,
      .integer(bytes),
      "Most bytes of the files of all records that one user owns; no limit, unless given.",
      examples: [1_000_000_000]
    )
    Member(
      "streams",
      \.streams,
      .integer(counts),
      "Most clients that wait for changes at once, by event streams or with \"wait\"."
    )
    Member(
      "visitorStreams",
      \.visitorStreams,
      .integer(counts),
      "Most of them that one user has, or one address of clients that are not signed in."
    )
    Member(
      "appStreams",
      \.appStreams,
      .integer(counts),
      "Most of them that the clients with the key of one app have; no limit, unless given.",
      examples: [5_000]
    )
  }
}
