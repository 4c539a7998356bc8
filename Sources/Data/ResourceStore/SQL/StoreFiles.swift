// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import SQL

/// The bytes of records' files in a database that several processes share, each of which has a folder of its own.
///
/// A file is put there before its record is written. Its pieces are written one by one beside the writes of
/// records, which do not wait for them.
package struct StoreFiles: Sendable {
  /// The most bytes of a piece.
  package static let pieceBytes = 1 << 20
  /// The milliseconds for which a file without a record is kept, since one may be on its way.
  private static let unusedLifetime = 60_000

  let connect: @Sendable () -> PostgreSQLConnection

  private static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
  private static let isUnused =
    "put < \(clock) - \(unusedLifetime) AND "
    + "NOT EXISTS (SELECT 1 FROM record_file WHERE record_file.digest = file_piece.digest)"

  /// Puts a file of some bytes, which is read in pieces, unless it is there.
  package func put(_ digest: String, of size: Int, reading: (Int) throws -> [UInt8]) throws {
    try StoreError.translating {
      var database = connect()
      // A sweep that has found it unused leaves it now.
      let renewed = try database.run(
        "UPDATE file_piece SET put = \(Self.clock) WHERE digest = ?",
        [digest]
      )
      guard renewed < Self.pieces(of: size) else { return }
      for place in 0..<Self.pieces(of: size) {
        try database.run(
          """
          INSERT INTO file_piece VALUES (?, ?, ?, \(Self.clock), ?)
          ON CONFLICT (digest, place) DO NOTHING
          """,
          [digest, place, size, try reading(place * Self.pieceBytes)]
        )
      }
    }
  }

  /// The pieces of a file; an empty one has one, too.
  private static func pieces(of size: Int) -> Int { max(1, (size + pieceBytes - 1) / pieceBytes) }

  /// Calls `body` with the pieces of a file in their order; returns whether the whole file is there.
  package func get(_ digest: String, _ body: ([UInt8]) throws -> Void) throws -> Bool {
    try StoreError.translating {
      var database = connect()
      var place = 0
      while true {
        let piece = try database.first(
          "SELECT size, bytes FROM file_piece WHERE digest = ? AND place = ?",
          [digest, place]
        ) { (row: borrowing Row) throws(RowError) in
          (size: try row[0] as Int, bytes: try row[1] as [UInt8])
        }
        guard let piece else { return false }
        try body(piece.bytes)
        place += 1
        if place == Self.pieces(of: piece.size) { return true }
      }
    }
  }

  /// Returns those of some digests whose files are not there as a whole.
  package func missing(among digests: [String]) throws -> [String] {
    guard !digests.isEmpty else { return [] }
    return try StoreError.translating {
      var database = connect()
      return try digests.filter { digest in
        let isWhole: Bool? = try database.value(
          """
          SELECT count(*) = greatest(1, (max(size) + \(Self.pieceBytes - 1)) / \(Self.pieceBytes))
          FROM file_piece WHERE digest = ?
          """,
          [digest]
        )
        return isWhole != true
      }
    }
  }

  /// Removes a file if no record has it, unless it was put there within a minute.
  package func remove(_ digest: String) throws {
    try StoreError.translating {
      var database = connect()
      try database.run("DELETE FROM file_piece WHERE digest = ? AND \(Self.isUnused)", [digest])
    }
  }

  /// Removes the files that no record has, except those that were put there within a minute.
  package func sweep() throws {
    try StoreError.translating {
      var database = connect()
      try database.run("DELETE FROM file_piece WHERE \(Self.isUnused)")
    }
  }
}
