// SPDX-License-Identifier: Apache-2.0

import SQL

/// The numbers of the transactions that a connection has committed, as its table of receipts has them.
struct Receipts {
  /// The name of this connection among those that write.
  let writer: String
  var number: Int64 = 0

  init() {
    var random = SystemRandomNumberGenerator()
    writer = String(random.next(), radix: 16) + String(random.next(), radix: 16)
  }

  static let table = """
    CREATE TABLE IF NOT EXISTS commit_receipt (
      writer text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL DEFAULT now()
    );
    DELETE FROM commit_receipt WHERE at < now() - interval '7 days';
    """
}

extension PostgreSQLConnection {
  /// Commits; `false` if nothing was committed since the connection broke. Throws if the server refuses
  /// the commit, or if nobody can say whether it was done.
  mutating func commit() throws(PostgreSQLError) -> Bool {
    if configuration.writesInTurn {
      receipts.number += 1
      try post(
        """
        INSERT INTO commit_receipt (writer, number) VALUES (?, ?)
        ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = now()
        """,
        [receipts.writer, receipts.number]
      )
    }
    do throws(PostgreSQLError) {
      if try sendCommit() { return true }
    } catch {
      guard !isConnected else { throw error }
    }
    guard configuration.writesInTurn else { throw unknownOutcome("there are no receipts") }
    return try isCommitted(receipts.number)
  }

  /// Commits; `false` for a commit that a standby did not confirm, although it should.
  private mutating func sendCommit() throws(PostgreSQLError) -> Bool {
    // A commit that waits for a standby must not be cut short: the server would report it as done.
    try post("SET LOCAL statement_timeout = 0", [])
    link?.hasWarned = false
    let command = try answer("COMMIT", []) { (_: borrowing Row) throws(RowError) in true }.command
    guard command == "COMMIT" else {
      throw PostgreSQLError(
        .statement,
        "the server has rolled the transaction back",
        state: "25P02"
      )
    }
    return link?.hasWarned == false
  }

  /// Looks for the receipt of a transaction, again if the connection for that breaks as well: a server that
  /// ends may accept one and close it.
  private mutating func isCommitted(_ number: Int64) throws(PostgreSQLError) -> Bool {
    let deadline = ContinuousClock.now + configuration.reconnectTimeout
    while true {
      do throws(PostgreSQLError) {
        return try hasReceipt(number)
      } catch {
        disconnect()
        guard error.kind == .connection || error.endsConnection, ContinuousClock.now < deadline
        else {
          throw error.kind == .outcomeUnknown ? error : unknownOutcome(error.message)
        }
      }
      Link.pause(.milliseconds(20))
    }
  }

  /// Reads the receipt of a transaction. The lock waits for the end of that transaction, and the commit of
  /// this one for all standbys that the other one has to wait for.
  private mutating func hasReceipt(_ number: Int64) throws(PostgreSQLError) -> Bool {
    depth = 0
    doom = nil
    try connect()
    depth = 1
    try begin()
    let found: Int64? = try value(
      "SELECT number FROM commit_receipt WHERE writer = ?",
      [receipts.writer]
    )
    try post("UPDATE commit_receipt SET at = now() WHERE writer = ?", [receipts.writer])
    guard try sendCommit() else { throw unknownOutcome("a standby has not confirmed it") }
    return found == number
  }

  private func unknownOutcome(_ reason: String) -> PostgreSQLError {
    PostgreSQLError(
      .outcomeUnknown,
      "the connection broke during a commit, and it is not known whether that was done: \(reason)"
    )
  }
}
