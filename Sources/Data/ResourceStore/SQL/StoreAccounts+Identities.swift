// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

extension StoreAccounts {
  /// The user whom a provider of sign-ins knows by a name of its own.
  package func user(known subject: String, to issuer: String) throws -> ResourceID? {
    try store.read { database in
      let text: String? = try database.value(
        "SELECT \"user\" FROM identity WHERE issuer = ? AND subject = ?",
        [issuer, subject]
      )
      return text.flatMap(ResourceID.init)
    }
  }

  /// Records the name by which a provider of sign-ins knows a user; `false` if it belongs to
  /// another user.
  package func setUser(
    _ user: ResourceID,
    known subject: String,
    to issuer: String
  ) throws -> Bool {
    try store.write { database in
      let known: String? = try database.value(
        "SELECT \"user\" FROM identity WHERE issuer = ? AND subject = ?",
        [issuer, subject]
      )
      guard known == nil else { return known == user.text }
      try database.run("INSERT INTO identity VALUES (?, ?, ?)", [issuer, subject, user.text])
      return true
    }
  }

  /// The providers of sign-ins that know a user, by their issuers.
  package func issuers(knowing user: ResourceID) throws -> [String] {
    try store.read { try Self.issuers(knowing: user, in: &$0) }
  }

  /// Forgets the names by which a provider of sign-ins knows a user, unless neither a password nor a name
  /// at another provider would be left.
  ///
  /// - Parameter others: the issuers of the providers by which users can sign in.
  package func forget(
    _ user: ResourceID,
    at issuer: String,
    among others: [String]
  ) throws -> ForgottenProvider {
    try store.write { database in
      // Locks the rows, so that no other process forgets another provider meanwhile.
      try database.run(
        "UPDATE identity SET subject = subject WHERE \"user\" = ?",
        [user.text]
      )
      let known = try Self.issuers(knowing: user, in: &database)
      guard known.contains(issuer) else { return .unknown }
      let password: String? = try database.value(
        "SELECT hash FROM credential WHERE \"user\" = ?",
        [user.text]
      )
      guard password != nil || known.contains(where: { $0 != issuer && others.contains($0) })
      else { return .onlyWay }
      try database.run(
        "DELETE FROM identity WHERE \"user\" = ? AND issuer = ?",
        [user.text, issuer]
      )
      return .forgotten
    }
  }

  private static func issuers(
    knowing user: ResourceID,
    in database: inout StoreConnection
  ) throws -> [String] {
    try database.rows(
      "SELECT DISTINCT issuer FROM identity WHERE \"user\" = ? ORDER BY issuer",
      [user.text]
    ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
  }
}
