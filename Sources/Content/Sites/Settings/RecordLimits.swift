// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// The most that the records of a site may take: of the disk for files, of connections that wait for changes,
/// and of the memory for one request.
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
  /// Most bytes of one record's attributes as JSON.
  package var recordBytes = 1_048_576
  /// Most bytes of the records of one page, which then ends, though never before its first record.
  package var pageBytes = 4_194_304
  /// Most bytes of the records that one request reads and writes.
  package var batchBytes = 16_777_216

  package init() {}

  private static let bytes = 1...1_125_899_906_842_624
  private static let counts = 1...1_000_000
  private static let requestBytes = 1_024...33_554_432

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
    Member(
      "recordBytes",
      \.recordBytes,
      .integer(requestBytes),
      "Most bytes of one record's attributes as JSON."
    )
    Member(
      "pageBytes",
      \.pageBytes,
      .integer(requestBytes),
      "Most bytes of the records of one page, which then ends, though never before its first record."
    )
    Member(
      "batchBytes",
      \.batchBytes,
      .integer(requestBytes),
      "Most bytes of the records that one request reads and writes."
    )
  }
}
