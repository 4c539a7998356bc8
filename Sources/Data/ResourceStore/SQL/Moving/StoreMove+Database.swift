// SPDX-License-Identifier: Apache-2.0

import Digests
import PostgreSQL
import ResourceModel
import SQL

extension StoreMove {
  /// The longest wait for the commit of the database, for which writes of the file wait too.
  private static var commitTimeout: Duration { .seconds(3) }

  /// Completes a move whose file is marked, and whose run ended before the reservation did.
  func finish(
    _ moved: String,
    at target: inout PostgreSQLConnection
  ) throws -> [String: Int] {
    let isThere: Bool? = try target.value("SELECT to_regclass('lease') IS NOT NULL")
    guard isThere == true else { throw StoreError.moved(to: moved) }
    let holder = try MoveReservation.holder(in: &target)
    let secret: [UInt8]? = try target.value("SELECT value FROM meta WHERE name = 'secret'")
    guard let secret, Hexadecimal.text(ResourceStore.identity(of: secret)) == identity,
      holder == nil || holder == identity
    else { throw StoreError.moved(to: moved) }
    try MoveReservation.end(in: &target)
    try locked { try MoveLog.remove(from: &$0) }
    return try StoreCopy.records(in: &target)
  }

  /// Makes the tables of a database without records, and keeps gateways from it.
  func reserve(_ target: inout PostgreSQLConnection) throws {
    try target.migrate(StoreSchema(.postgreSQL).steps) { try StoreSchema.fill(&$0) }
    try target.transaction { target in
      switch try MoveReservation.holder(in: &target) {
      case identity: try empty(&target)
      case nil: try checkEmpty(&target)
      default:
        throw StoreError(
          .idTaken,
          "the database has what is left of the move of another file; expected a database without "
            + "records, such as after DROP SCHEMA \(configuration.schema) CASCADE"
        )
      }
      try MoveReservation.take(for: identity, in: &target)
    }
  }

  private func checkEmpty(_ target: inout PostgreSQLConnection) throws {
    let (types, records): (Int?, Int?) = (
      try target.value("SELECT count(*) FROM type"), try target.value("SELECT count(*) FROM object")
    )
    guard types == 0, records == 0 else {
      throw StoreError(
        .idTaken,
        "the database has content already (types: \(types ?? 0), records: \(records ?? 0)); expected "
          + "one without any"
      )
    }
  }

  /// Removes what a run has committed that was killed before it marked the file.
  private func empty(_ target: inout PostgreSQLConnection) throws {
    for type in try ResourceStore.readTypes(in: &target).types.types {
      for name in StoreSchema(.postgreSQL).additions(of: type).keys.sorted() {
        try target.execute(StoreSchema.removal(of: name))
      }
    }
    let tables = StoreTable.all.map(\.name) + ["edge"]
    try target.execute("TRUNCATE \(tables.joined(separator: ", "))")
    try StoreSchema.fill(&target)
  }

  /// Copies the file within a transaction of the target; at its end writes of the file wait.
  func fill(_ target: inout PostgreSQLConnection) throws {
    // The transaction may be repeated on a new connection.
    try letGo()
    target.waitForAnswers(atMost: Self.longWork)
    try checkEmpty(&target)
    // A new store has a secret and a zone of its own.
    try target.run("DELETE FROM meta")
    try target.run("DELETE FROM zone")
    var reached = try beginRound()
    var copy = MovedRows(try StoreSnapshot(of: path))
    try copy.begin(at: &target, tell)
    try compare(copy)
    var (isQuick, isChecked) = (false, false)
    for _ in 0..<settings.mostRounds {
      if isQuick { try hold() }
      let started = ContinuousClock.now
      let round = try heldSince == nil ? beginRound() : reached
      let next = try StoreSnapshot(of: path)
      // Indexes that are made anew take their time.
      if next.types != copy.snapshot.types { try goOn() }
      let rows = try copy.advance(to: next, since: reached, at: &target) { try self.checkPause() }
      try compare(copy)
      reached = round
      let duration = started.duration(to: .now)
      try tell(.caughtUp(rows: rows, in: duration))
      try checkPause()
      if heldSince != nil {
        try StoreEpoch.begin(in: &target)
        return target.waitForAnswers(atMost: Self.commitTimeout)
      }
      isQuick = duration <= settings.quickRound
      if isQuick, !isChecked {
        try copy.checkLog()
        try tell(.logChecked)
        // What was changed meanwhile may be more than a pause allows.
        (isQuick, isChecked) = (false, true)
      }
    }
    throw StoreError(
      .unavailable,
      "the records change faster than they are copied: after \(settings.mostRounds) rounds there is "
        + "more than writes may wait for; nothing was changed, expected a time with fewer writes"
    )
  }

  private func compare(_ copy: MovedRows) throws {
    let different = zip(StoreTable.all, zip(copy.source, copy.target)).filter { $1.0 != $1.1 }
    try StoreCopy.check(different.map(\.0.name))
    try tell(.compared(rows: copy.source.reduce(0) { $0 + $1.count }))
  }
}
