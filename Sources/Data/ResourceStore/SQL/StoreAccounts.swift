// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

/// The passwords, sessions, codes and keys in a store. What is secret is stored as its hash only.
package struct StoreAccounts: Sendable {
  let store: ResourceStore

  /// The hash of a user's password; `nil` for one without.
  package func password(of user: ResourceID) throws -> String? {
    try store.read { database in
      try database.value("SELECT hash FROM credential WHERE \"user\" = ?", [user.text])
    }
  }

  /// Sets a user's password; codes that were sent before become invalid.
  package func setPassword(_ hash: String, of user: ResourceID) throws {
    try store.write { database in
      try database.run(
        """
        INSERT INTO credential VALUES (?, ?)
        ON CONFLICT ("user") DO UPDATE SET hash = excluded.hash
        """,
        [user.text, hash]
      )
      try database.run("DELETE FROM code WHERE \"user\" = ?", [user.text])
    }
  }

  package func add(_ session: Session) throws {
    try store.write { database in
      try database.run(
        "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
        [
          session.id, session.user.text, session.device, session.created.milliseconds,
          session.rotated.milliseconds, session.expires.milliseconds, session.digest,
        ]
      )
    }
  }

  /// Returns the session with a token, and whether the token is the present one or the one before it.
  package func session(
    withToken digest: [UInt8]
  ) throws -> (session: Session, isPresent: Bool)? {
    try store.read { database in
      try database.first(
        "SELECT \(Self.sessionColumns) FROM session WHERE token = ?1 OR previous = ?1",
        [digest]
      ) { (row: borrowing Row) throws(RowError) in
        let session = try Self.session(row)
        return (session, session.digest == digest)
      }
    }
  }

  /// Replaces the token of a session; `false` if its present token is not `digest` any more.
  package func rotate(_ session: Session, from digest: [UInt8]) throws -> Bool {
    try store.write { database in
      try database.run(
        """
        UPDATE session SET previous = token, token = ?, rotated = ?, expires = ?
        WHERE id = ? AND token = ?
        """,
        [
          session.digest, session.rotated.milliseconds, session.expires.milliseconds, session.id,
          digest,
        ]
      ) == 1
    }
  }

  /// The sessions of a user, the newest first.
  package func sessions(of user: ResourceID) throws -> [Session] {
    try store.read { database in
      try database.rows(
        """
        SELECT \(Self.sessionColumns) FROM session WHERE "user" = ? ORDER BY created DESC, id DESC
        """,
        [user.text]
      ) { (row: borrowing Row) throws(RowError) in try Self.session(row) }
    }
  }

  /// Returns sessions of all users that have not expired at an instant, the newest first.
  package func sessions(at now: Timestamp, _ query: SessionQuery) throws -> [Session] {
    var conditions = ["expires > ?"]
    var values: [any SQLConvertible] = [now.milliseconds]
    if let user = query.user {
      conditions.append("\"user\" = ?")
      values.append(user.text)
    }
    if let device = query.device {
      conditions.append("device = ?")
      values.append(device)
    }
    if let after = query.after {
      conditions.append("(created, id) < (?, ?)")
      values += [after.created.milliseconds, after.id] as [any SQLConvertible]
    }
    let statement = """
      SELECT \(Self.sessionColumns) FROM session WHERE \(conditions.joined(separator: " AND "))
      ORDER BY created DESC, id DESC LIMIT ?
      """
    return try store.read { database in
      try database.rows(statement, values + [max(1, query.limit)]) {
        (row: borrowing Row) throws(RowError) in try Self.session(row)
      }
    }
  }

  /// Ends a session of a user; `false` if it has none of that id.
  package func endSession(_ id: String, of user: ResourceID) throws -> Bool {
    try store.write { database in
      try database.run("DELETE FROM session WHERE id = ? AND \"user\" = ?", [id, user.text]) == 1
    }
  }

  /// Ends the sessions of a user.
  package func endSessions(of user: ResourceID) throws {
    try store.write { database in
      try database.run("DELETE FROM session WHERE \"user\" = ?", [user.text])
    }
  }

  package func add(_ code: OneTimeCode) throws {
    try store.write { database in
      try database.run(
        "INSERT INTO code VALUES (?, ?, ?, ?, ?)",
        [
          code.digest, code.purpose.rawValue, code.user?.text, code.content,
          code.expires.milliseconds,
        ]
      )
    }
  }

  /// Returns a code and removes it, so that it is used once; `nil` for an unknown one.
  package func takeCode(_ digest: [UInt8]) throws -> OneTimeCode? {
    try store.write { database in
      let found = try database.first(
        "DELETE FROM code WHERE digest = ? RETURNING purpose, \"user\", content, expires",
        [digest]
      ) { (row: borrowing Row) throws(RowError) in
        (
          purpose: try row[0] as String, user: try row[1] as String?,
          content: try row[2] as [UInt8], expires: try row[3] as Int64
        )
      }
      guard let found, let purpose = OneTimeCode.Purpose(rawValue: found.purpose) else {
        return nil
      }
      return OneTimeCode(
        purpose,
        digest,
        of: found.user.flatMap(ResourceID.init),
        found.content,
        expires: Timestamp(milliseconds: found.expires)
      )
    }
  }

  /// Sets an app's key; `nil` removes it.
  package func setKey(_ digest: [UInt8]?, of app: ResourceID) throws {
    try store.write { database in
      try database.run("DELETE FROM app_key WHERE app = ?", [app.text])
      if let digest { try database.run("INSERT INTO app_key VALUES (?, ?)", [digest, app.text]) }
    }
  }

  /// The apps that have a key.
  package func appsWithKeys() throws -> Set<ResourceID> {
    try store.read { database in
      let apps = try database.rows("SELECT app FROM app_key") {
        (row: borrowing Row) throws(RowError) in try row[0] as String
      }
      return Set(apps.compactMap(ResourceID.init))
    }
  }

  /// The app with a key.
  package func app(withKey digest: [UInt8]) throws -> ResourceID? {
    try store.read { database in
      let text: String? = try database.value("SELECT app FROM app_key WHERE digest = ?", [digest])
      return text.flatMap(ResourceID.init)
    }
  }

  /// Forgets sessions and codes that have expired.
  package func purgeAccounts(expiredBefore: Timestamp) throws {
    try store.write { database in
      let before = expiredBefore.milliseconds
      try database.run("DELETE FROM session WHERE expires < ?", [before])
      try database.run("DELETE FROM code WHERE expires < ?", [before])
    }
  }

  private static var sessionColumns: String {
    "id, \"user\", device, created, rotated, expires, token"
  }

  private static func session(_ row: borrowing Row) throws(RowError) -> Session {
    let user: String = try row[1]
    guard let user = ResourceID(user) else {
      throw RowError(.corrupt, "a session belongs to \(user), which is no id")
    }
    return Session(
      try row[0],
      of: user,
      device: try row[2],
      created: Timestamp(milliseconds: try row[3]),
      rotated: Timestamp(milliseconds: try row[4]),
      expires: Timestamp(milliseconds: try row[5]),
      digest: try row[6]
    )
  }
}
