// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import SQL

/// The counts that writes keep: the versions of zones and the live records of types. They are read once and
/// stored once for all writes of a batch.
struct RecordCounts {
  /// The last used version of each zone.
  private var versions: [String: Int64] = [:]
  /// The number of live records that each type has gained.
  private var gains: [String: Int] = [:]

  /// Uses the next version of a zone.
  mutating func nextVersion<Connection: SQLConnection & ~Copyable>(
    of zone: String,
    in database: inout Connection
  ) throws -> Int64 {
    let last: Int64?
    if let known = versions[zone] {
      last = known
    } else {
      last = try database.value("SELECT version FROM zone WHERE name = ?", [zone])
    }
    let (version, isTooLarge) = (last ?? 0).addingReportingOverflow(1)
    guard !isTooLarge else { throw StoreError(.damaged, "the zone \(zone) has no more versions") }
    versions[zone] = version
    return version
  }

  mutating func add(_ gain: Int, to type: ResourceType) {
    if gain != 0 { gains[type.name, default: 0] += gain }
  }

  func store<Connection: SQLConnection & ~Copyable>(in database: inout Connection) throws {
    for (zone, version) in versions {
      try database.post(
        """
        INSERT INTO zone (name, version) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET version = excluded.version
        """,
        [zone, version]
      )
    }
    for (type, gain) in gains where gain != 0 {
      try database.post("UPDATE type SET live = live + ? WHERE name = ?", [gain, type])
    }
  }
}

/// The bytes of the records that a request reads and writes.
package struct RecordBytes: Sendable {
  private var count = 0
  private let most: Int

  package init(atMost most: Int) { self.most = most }

  /// Counts the bytes of a record; throws if there are too many.
  package mutating func add(_ more: Int) throws(StoreError) {
    count += more
    try check()
  }

  /// Throws if the records have too many bytes together.
  func check() throws(StoreError) {
    guard count > most else { return }
    throw StoreError(
      .tooLarge,
      "the records that the request reads and writes have more than \(most) bytes together; "
        + "expected fewer or smaller ones"
    )
  }
}

extension RecordCounts {
  /// Returns the number of live records of a type, which every write keeps.
  static func live(_ type: String, in database: inout StoreConnection) throws -> Int {
    try database.value("SELECT live FROM type WHERE name = ?", [type]) ?? 0
  }

  /// Counts the live records of a type.
  static func renew(_ type: ResourceType, in database: inout StoreConnection) throws {
    let live = StoreSchema.isLive(type)
    try database.run(
      "UPDATE type SET live = (SELECT count(*) FROM object WHERE \(live)) WHERE name = ?",
      [type.name]
    )
  }
}
