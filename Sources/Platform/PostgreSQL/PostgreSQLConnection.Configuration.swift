// SPDX-License-Identifier: Apache-2.0

package import SQL

extension PostgreSQLConnection {
  /// The settings with which a server is reached.
  package struct Configuration: Sendable {
    /// A URI such as `postgresql://portico@db1,db2/shop?target_session_attrs=read-write`, or keywords
    /// and values, as libpq reads them.
    package var address: String
    /// The password; `nil` where the server asks for none.
    package var password: String?
    /// The schema in which tables are made and looked for first.
    package var schema = "public"
    /// The longest wait for one connection.
    package var connectTimeout = Duration.seconds(3)
    /// The time for which a connection that broke is tried again.
    package var reconnectTimeout = Duration.seconds(8)
    /// The longest time of a statement, which the server then stops.
    package var statementTimeout = Duration.seconds(30)
    /// The longest wait of a statement for a lock.
    package var lockTimeout = Duration.seconds(5)
    /// The longest wait for the answer of a server that may not be there any more.
    package var answerTimeout = Duration.seconds(40)
    /// The longest pause in a transaction, after which the server ends the connection and its locks.
    package var idleTimeout = Duration.seconds(40)
    /// The number of cached prepared statements.
    package var statements = 256
    /// The most rows of a result.
    package var rows = 100_000
    /// The most bytes of a result: 64 MiB.
    package var bytes = 67_108_864
    /// Whether transactions that write are done one after the other, by whichever connection to the
    /// schema, and leave a receipt: when the connection breaks during a commit, the receipt says
    /// whether it was done.
    package var writesInTurn = false
    /// Where statements that take long are noted; `nil` for nowhere.
    package var slow: SlowStatements?

    package init(_ address: String) { self.address = address }
  }
}

extension Duration {
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
    return isOver ? Int64(Int32.max) : whole + attoseconds / 1_000_000_000_000_000
  }
}
