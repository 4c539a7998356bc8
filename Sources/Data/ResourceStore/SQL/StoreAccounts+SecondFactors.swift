// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

extension StoreAccounts {
  /// The second factor of a user; `nil` for one without.
  package func secondFactor(of user: ResourceID) throws -> SecondFactor? {
    try store.read { database in
      let codes: Int? = try database.value(
        "SELECT count(*) FROM recovery_code WHERE \"user\" = ?",
        [user.text]
      )
      return try database.first(
        "SELECT secret, confirmed, since FROM second_factor WHERE \"user\" = ?",
        [user.text]
      ) { (row: borrowing Row) throws(RowError) in
        let since: Int64? = try row[2]
        return SecondFactor(
          try row[0] as [UInt8],
          isConfirmed: try row[1] as Int64 != 0,
          since: since.map { Timestamp(milliseconds: $0) },
          recoveryCodes: codes ?? 0
        )
      }
    }
  }

  /// Stores the secrets of second factors in another form, all or none; returns their number.
  ///
  /// - Parameter change: returns the form of a user's secret; `nil` to leave it.
  @discardableResult
  package func rewriteSecrets(
    _ change: (ResourceID, [UInt8]) throws -> [UInt8]?
  ) throws -> Int {
    try store.write { try SecretRows.rewrite(in: &$0, change) }
  }

  /// Keeps the secret of a second factor until it is confirmed, in the place of one that was not; `false` if
  /// the user has a second factor.
  package func beginSecondFactor(_ secret: [UInt8], of user: ResourceID) throws -> Bool {
    try store.write { database in
      try database.run(
        """
        INSERT INTO second_factor ("user", secret, confirmed, step) VALUES (?, ?, 0, 0)
        ON CONFLICT ("user") DO UPDATE SET secret = excluded.secret
        WHERE second_factor.confirmed = 0
        """,
        [user.text, secret]
      ) == 1
    }
  }

  /// Confirms a second factor, whose recovery codes have these digests; `false` if its secret does not wait for
  /// that.
  ///
  /// - Parameters:
  ///   - step: the half minute whose code has confirmed it.
  ///   - now: the instant since which the user has it.
  package func confirmSecondFactor(
    _ secret: [UInt8],
    of user: ResourceID,
    by step: Int64,
    at now: Timestamp,
    recovery: [[UInt8]]
  ) throws -> Bool {
    try store.write { database in
      let isConfirmed =
        try database.run(
          """
          UPDATE second_factor SET confirmed = 1, step = ?, since = ?
          WHERE "user" = ? AND secret = ? AND confirmed = 0
          """,
          [step, now.milliseconds, user.text, secret]
        ) == 1
      guard isConfirmed else { return false }
      try database.run("DELETE FROM recovery_code WHERE \"user\" = ?", [user.text])
      for digest in recovery {
        try database.run("INSERT INTO recovery_code VALUES (?, ?)", [digest, user.text])
      }
      return true
    }
  }

  /// Records that the code of a half minute was used; `false` if one of it or of a later one was.
  package func takeStep(_ step: Int64, of user: ResourceID) throws -> Bool {
    try store.write { database in
      try database.run(
        "UPDATE second_factor SET step = ?1 WHERE \"user\" = ?2 AND confirmed = 1 AND step < ?1",
        [step, user.text]
      ) == 1
    }
  }

  /// Removes a recovery code, so that it is used once; `false` for an unknown one.
  package func takeRecoveryCode(_ digest: [UInt8], of user: ResourceID) throws -> Bool {
    try store.write { database in
      try database.run(
        "DELETE FROM recovery_code WHERE digest = ? AND \"user\" = ?",
        [digest, user.text]
      ) == 1
    }
  }

  /// Removes a user's second factor and its recovery codes; `false` for a user without.
  package func removeSecondFactor(of user: ResourceID) throws -> Bool {
    try store.write { database in
      try database.run("DELETE FROM recovery_code WHERE \"user\" = ?", [user.text])
      return try database.run("DELETE FROM second_factor WHERE \"user\" = ?", [user.text]) == 1
    }
  }
}

/// The rows of the secrets of second factors.
enum SecretRows {
  static func rewrite<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection,
    _ change: (ResourceID, [UInt8]) throws -> [UInt8]?
  ) throws -> Int {
    let rows = try database.rows("SELECT \"user\", secret FROM second_factor") {
      (row: borrowing Row) throws(RowError) in
      (user: try row[0] as String, secret: try row[1] as [UInt8])
    }
    var count = 0
    for row in rows {
      guard let user = ResourceID(row.user), let secret = try change(user, row.secret) else {
        continue
      }
      try database.run(
        "UPDATE second_factor SET secret = ? WHERE \"user\" = ?",
        [secret, row.user]
      )
      count += 1
    }
    return count
  }
}
