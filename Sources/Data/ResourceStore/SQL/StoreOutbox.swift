// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

/// The messages in a store until their receivers have accepted them, and the changes that receivers have got so far.
package struct StoreOutbox: Sendable {
  let store: ResourceStore

  /// Keeps a message, or replaces the one of its id.
  package func keep(_ message: OutboxMessage) throws {
    try store.write { try MessageRows.put(message, in: &$0) }
  }

  /// Returns messages, the oldest first.
  ///
  /// - Parameters:
  ///   - receiver: whose messages; `nil` for those of all.
  ///   - isDead: whether those that were given up are asked for, or those that wait.
  package func messages(
    to receiver: String?,
    isDead: Bool,
    limit: Int
  ) throws -> [OutboxMessage] {
    try store.read { database in
      try database.rows(
        """
        SELECT \(MessageRows.columns) FROM outbox
        WHERE dead = ?1 AND (CAST(?2 AS text) IS NULL OR receiver = ?2) ORDER BY created, id LIMIT ?3
        """,
        [isDead ? 1 : 0, receiver, limit]
      ) { (row: borrowing Row) throws(RowError) in try MessageRows.message(row) }
    }
  }

  /// Returns a message, also one that was given up.
  package func message(_ id: String) throws -> OutboxMessage? {
    try store.read { database in
      try database.first("SELECT \(MessageRows.columns) FROM outbox WHERE id = ?", [id]) {
        (row: borrowing Row) throws(RowError) in try MessageRows.message(row)
      }
    }
  }

  /// Returns the number of messages to a receiver that wait, or of those that were given up.
  package func countMessages(to receiver: String, isDead: Bool) throws -> Int {
    try store.read { database in
      try database.value(
        "SELECT count(*) FROM outbox WHERE dead = ? AND receiver = ?",
        [isDead ? 1 : 0, receiver]
      ) ?? 0
    }
  }

  /// Counts an attempt to send a message that has failed, and keeps the reason.
  package func noteFailure(_ reason: String, of id: String) throws {
    try store.write { database in
      try database.run(
        "UPDATE outbox SET attempts = attempts + 1, reason = ? WHERE id = ?",
        [reason, id]
      )
    }
  }

  /// Gives up a message, which from then on waits for an operator; `false` if there is none of that id.
  ///
  /// - Parameters:
  ///   - reason: why; `nil` for the failure of the last attempt.
  ///   - until: the instant at which it is forgotten.
  package func giveUpMessage(
    _ id: String,
    because reason: String?,
    at now: Timestamp,
    until: Timestamp
  ) throws -> Bool {
    try store.write { database in
      try database.run(
        """
        UPDATE outbox SET dead = 1, reason = coalesce(CAST(? AS text), reason), created = ?, expires = ?
        WHERE id = ?
        """,
        [reason, now.milliseconds, until.milliseconds, id]
      ) == 1
    }
  }

  /// Forgets a message; `false` if there is none of that id.
  package func removeMessage(_ id: String) throws -> Bool {
    try store.write { try $0.run("DELETE FROM outbox WHERE id = ?", [id]) == 1 }
  }

  /// Forgets messages that nobody needs any more, and leases that have ended.
  package func purgeMessages(expiredBefore: Timestamp) throws {
    try store.write { database in
      let before = expiredBefore.milliseconds
      try database.run("DELETE FROM outbox WHERE expires < ?", [before])
      // One that has ended says nothing, and each message may have had its own.
      try database.run("DELETE FROM lease WHERE expires < ?", [before])
    }
  }

  /// The versions up to which a receiver has been told of changes, by zone; empty for one that has not
  /// begun.
  package func positions(of receiver: String) throws -> [String: Int64] {
    try store.read { database in
      let rows = try database.rows(
        "SELECT zone, version FROM delivery WHERE receiver = ?",
        [receiver]
      ) { (row: borrowing Row) throws(RowError) in
        (zone: try row[0] as String, version: try row[1] as Int64)
      }
      return Dictionary(rows.map { ($0.zone, $0.version) }) { first, _ in first }
    }
  }

  /// Stores up to which version a receiver has got the changes, unless it has got later ones, and in the
  /// same commit the message that it did not accept.
  package func setPosition(
    _ version: Int64,
    in zone: String,
    of receiver: String,
    keeping message: OutboxMessage?
  ) throws {
    try store.write { database in
      if let message { try MessageRows.put(message, in: &database) }
      try database.run(
        """
        INSERT INTO delivery VALUES (?, ?, ?)
        ON CONFLICT (receiver, zone) DO UPDATE SET version = excluded.version
        WHERE excluded.version > delivery.version
        """,
        [receiver, zone, version]
      )
    }
  }

  /// Places a receiver behind the newest change of each zone; one that has begun stays where it is.
  package func beginDeliveries(to receiver: String) throws {
    try store.write { database in
      let count: Int? = try database.value(
        "SELECT count(*) FROM delivery WHERE receiver = ?",
        [receiver]
      )
      guard count == 0 else { return }
      try database.run(
        "INSERT INTO delivery SELECT CAST(? AS text), name, version FROM zone",
        [receiver]
      )
    }
  }

  /// Gives a task to one of the processes that share the store until an instant, by which that process
  /// has to ask again; `false` while another one has it.
  package func takeLease(
    _ task: String,
    for holder: String,
    until: Timestamp,
    at now: Timestamp
  ) throws -> Bool {
    let isFile = store.dialect == .sqlite
    let holder = holder + (isFile ? RunningProcess.own?.text ?? "" : "")
    return try store.write { database in
      // Only processes of this machine share a file, so that it is known which of them are gone.
      let present: String? =
        isFile ? try database.value("SELECT holder FROM lease WHERE name = ?", [task]) : nil
      let isGone = present.flatMap(RunningProcess.init(behind:))?.isThere == false
      return try database.run(
        """
        INSERT INTO lease VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE
        SET holder = excluded.holder, expires = excluded.expires
        WHERE lease.holder = excluded.holder OR lease.expires <= ?4 OR lease.expires > ?5
        """,
        [
          task, holder, until.milliseconds, isGone ? Int64.max : now.milliseconds,
          until.advanced(byMilliseconds: Lease.longest).milliseconds,
        ]
      ) == 1
    }
  }
}

private enum Lease {
  /// Milliseconds; a lease that ends later was taken before the clock was set back.
  static let longest: Int64 = 60_000
}

/// The rows of messages.
enum MessageRows {
  static let columns = "id, receiver, about, body, created, expires, attempts, reason, dead"

  static func message(_ row: borrowing Row) throws(RowError) -> OutboxMessage {
    let created: Int64 = try row[4]
    let expires: Int64? = try row[5]
    var message = OutboxMessage(
      try row[0],
      to: try row[1],
      about: try row[2],
      try row[3],
      created: Timestamp(milliseconds: created),
      expires: expires.map { Timestamp(milliseconds: $0) }
    )
    message.attempts = try row[6]
    message.reason = try row[7]
    message.isDead = try row[8] as Int64 != 0
    return message
  }

  static func put<Connection: SQLConnection & ~Copyable>(
    _ message: OutboxMessage,
    in database: inout Connection
  ) throws {
    try database.run(
      """
      INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET created = excluded.created, expires = excluded.expires,
        attempts = excluded.attempts, reason = excluded.reason, dead = excluded.dead
      """,
      [
        message.id, message.receiver, message.about, message.body, message.created.milliseconds,
        message.expires?.milliseconds, message.attempts, message.reason, message.isDead ? 1 : 0,
      ]
    )
  }
}
