// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL

// A write first locks the row of `fleet_state`, and numbers are taken from there. So numbers have the order of
// commits and no gaps, and whoever reads up to a number will never see a smaller one come.

/// The tables of a store, on any engine of SQL.
struct FleetTables: Sendable {
  /// The clause by which a row is locked until the end of a transaction.
  let lock: String
  /// The type of bytes.
  let bytes: String

  static let sqlite = FleetTables(lock: "", bytes: "BLOB")
  static let postgreSQL = FleetTables(lock: " FOR UPDATE", bytes: "bytea")

  /// The time for which entries are kept, in microseconds: a day.
  static let keptTime: Int64 = 86_400_000_000
  /// The silence behind which a node may be removed, in microseconds.
  static let livingTime: Int64 = 15_000_000
  /// The time from one removal of old entries to the next, in microseconds.
  static let trimPause: Int64 = 600_000_000

  /// The steps by which the tables are made. A later step only adds, with defaults: nodes of the release before it go on
  /// beside those that have made it, and start again.
  var steps: [String] {
    [
      """
      CREATE TABLE fleet_state (
        id bigint PRIMARY KEY, number bigint NOT NULL, floor bigint NOT NULL,
        began bigint NOT NULL, mark bigint NOT NULL, identity text NOT NULL,
        holder text, fence bigint NOT NULL, until bigint NOT NULL, trimmed bigint NOT NULL
      );
      INSERT INTO fleet_state VALUES (1, 0, 0, 0, 0, '', NULL, 0, 0, 0);
      CREATE TABLE fleet_epoch (
        began bigint NOT NULL, mark bigint NOT NULL, start bigint NOT NULL, identity text NOT NULL,
        PRIMARY KEY (began, mark)
      );
      CREATE TABLE fleet_log (
        number bigint PRIMARY KEY, began bigint NOT NULL, mark bigint NOT NULL,
        entry_id text NOT NULL UNIQUE, kind text NOT NULL, recorded bigint NOT NULL,
        entry text NOT NULL
      );
      CREATE INDEX fleet_log_recorded ON fleet_log (recorded);
      CREATE TABLE fleet_blob (digest text PRIMARY KEY, bytes \(bytes) NOT NULL);
      CREATE TABLE fleet_node (node text PRIMARY KEY, beaten bigint NOT NULL, report text NOT NULL);
      """,
      // A blob of a node of the release before has no time yet; the removal of old ones gives it one.
      """
      ALTER TABLE fleet_blob ADD COLUMN kept bigint NOT NULL DEFAULT 0;
      CREATE TABLE fleet_edition (
        name text PRIMARY KEY, manifest text NOT NULL, used bigint NOT NULL
      );
      """,
    ]
  }

  /// The row of `fleet_state`.
  struct State {
    var number: Int64
    var floor: Int64
    var epoch: FleetEpoch
    var identity: String
    var holder: NodeID?
    var fence: Int64
    var until: Int64
    var trimmed: Int64

    static let columns = "number, floor, began, mark, identity, holder, fence, until, trimmed"

    /// Reads a row that begins with the columns.
    init(_ row: borrowing Row) throws(RowError) {
      let holder: String? = try row[5]
      number = try row[0]
      floor = try row[1]
      epoch = FleetEpoch(began: try row[2], mark: try row[3])
      identity = try row[4]
      self.holder = holder.flatMap { NodeID($0) }
      fence = try row[6]
      until = try row[7]
      trimmed = try row[8]
    }

    var head: FleetPosition { FleetPosition(number, of: epoch) }

    func lease(at time: FleetInstant) -> FleetLease? {
      guard let holder, until > time.microseconds else { return nil }
      return FleetLease(
        holder: holder,
        fence: Fence(fence, of: epoch),
        until: FleetInstant(microseconds: until)
      )
    }
  }

  /// The store as a transaction finds it: its time and which store it is.
  struct Moment {
    let time: FleetInstant
    let identity: String
  }

  func state<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection,
    isLocked: Bool
  ) throws -> State {
    let state = try database.first(
      "SELECT \(State.columns) FROM fleet_state WHERE id = 1\(isLocked ? lock : "")",
      [],
      State.init
    )
    guard let state else { throw FleetStoreError(.damaged, "it has lost its state") }
    return state
  }

  /// Begins another epoch, and notes the number up to which it has the entries of those before.
  ///
  /// - Parameter other: an epoch that a node knows of, which the new one follows, too.
  func beginEpoch<Connection: SQLConnection & ~Copyable>(
    behind other: FleetEpoch?,
    _ state: inout State,
    _ moment: Moment,
    in database: inout Connection
  ) throws {
    // A store that went back without another identity may have gone on since: nobody knows from where.
    let start = state.identity == moment.identity || state.identity.isEmpty ? 0 : state.number
    let before = max(state.epoch.began, other?.began ?? 0)
    let (next, isOver) = before.addingReportingOverflow(1)
    guard !isOver else { throw FleetStoreError(.damaged, "no epoch follows the last one") }
    let epoch = FleetEpoch(
      began: max(moment.time.microseconds / 1_000, next),
      mark: Int64.random(in: .min ... .max)
    )
    state.epoch = epoch
    state.identity = moment.identity
    // A holder of before, of whose last renewal the store may not know, has stopped by then.
    let pause = before > 0 ? FleetLease.milliseconds : 0
    state.holder = nil
    state.until = moment.time.later(byMilliseconds: pause).microseconds
    state.fence = 0
    try database.post(
      """
      UPDATE fleet_state SET began = ?, mark = ?, identity = ?, holder = NULL, fence = 0, until = ?
      WHERE id = 1
      """,
      [epoch.began, epoch.mark, moment.identity, state.until]
    )
    try database.post(
      "INSERT INTO fleet_epoch (began, mark, start, identity) VALUES (?, ?, ?, ?)",
      [epoch.began, epoch.mark, start, moment.identity]
    )
  }

  /// The largest blob in bytes: 8 MiB. An edition that is larger has several.
  static let blobBytes = 8_388_608

  func keep<Connection: SQLConnection & ~Copyable>(
    _ blob: [UInt8],
    _ moment: Moment,
    in database: inout Connection
  ) throws -> BlobDigest {
    guard blob.count <= Self.blobBytes else {
      throw FleetStoreError(
        .damaged,
        "the blob has \(blob.count) bytes; expected at most \(Self.blobBytes)"
      )
    }
    let digest = BlobDigest(of: blob)
    let now = moment.time.microseconds
    try database.run(
      """
      INSERT INTO fleet_blob (digest, kept, bytes) VALUES (?, ?, ?)
      ON CONFLICT (digest) DO UPDATE SET kept = ? WHERE fleet_blob.kept < ?
      """,
      [digest.text, now, blob, now, now - Self.keptTime / 24]
    )
    return digest
  }

  func fetch<Connection: SQLConnection & ~Copyable>(
    _ digest: BlobDigest,
    in database: inout Connection
  ) throws -> [UInt8]? {
    let blob: [UInt8]? = try database.value(
      "SELECT bytes FROM fleet_blob WHERE digest = ?",
      [digest.text]
    )
    guard let blob else { return nil }
    guard BlobDigest(of: blob) == digest else {
      throw FleetStoreError(.damaged, "the blob \(digest.text) is not what it was")
    }
    return blob
  }

  /// The number of steps of rollouts that are kept, however old they are: the last one in the log may be without effect.
  static let keptSteps = 20

  /// Removes entries that are older than a day, other than the last changes of what is served, and nodes that have
  /// not beaten for a day.
  func trim<Connection: SQLConnection & ~Copyable>(
    _ state: inout State,
    _ moment: Moment,
    in database: inout Connection
  ) throws {
    guard isTrimDue(state, moment) else { return }
    let before = moment.time.microseconds - Self.keptTime
    let last: Int64? = try database.value(
      "SELECT coalesce(max(number), 0) FROM fleet_log WHERE recorded < ?",
      [before]
    )
    try database.run(
      """
      DELETE FROM fleet_log WHERE recorded < ? AND number NOT IN (
        SELECT coalesce(max(number), 0) FROM fleet_log WHERE kind IN ('publication', 'rollback')
        UNION ALL SELECT ?
        UNION ALL SELECT number FROM (
          SELECT number FROM fleet_log WHERE kind = 'rollout' ORDER BY number DESC LIMIT ?
        ) AS steps
      )
      """,
      [before, try lastClosing(in: &database), Self.keptSteps]
    )
    try database.run("DELETE FROM fleet_node WHERE beaten < ?", [before])
    state.floor = max(state.floor, last ?? 0)
    state.trimmed = moment.time.microseconds
    try database.post(
      "UPDATE fleet_state SET floor = ?, trimmed = ? WHERE id = 1",
      [state.floor, state.trimmed]
    )
  }

  /// The number of the order to close the site or to open it that nodes obey, or zero. It is the one that was made last:
  /// a node may have given an earlier one to the store after it.
  private func lastClosing<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> Int64 {
    let closings = try database.rows(
      "SELECT number, began, mark, entry FROM fleet_log WHERE kind = ?",
      [FleetEntry.closingKind],
      Self.entry
    )
    return closings.max { $1.entry.isLater(than: $0.entry) }?.position.number ?? 0
  }
}
