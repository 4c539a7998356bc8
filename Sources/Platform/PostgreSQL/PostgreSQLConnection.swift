// SPDX-License-Identifier: Apache-2.0

import SQL

/// One connection to PostgreSQL, which is made at its first use and made again after it broke.
///
/// It has one owner and every use is exclusive (`mutating`), so it may move between threads without ever
/// being used by two at once; therefore it is `Sendable`. Calls block up to their timeouts, so they do
/// not belong on an event loop. Statements whose outcome is not needed at once travel with the next one.
package struct PostgreSQLConnection: ~Copyable, SQLConnection, @unchecked Sendable {
  private(set) var configuration: Configuration
  var link: Link?
  var statements: PreparedStatements
  /// The statements that were sent and not yet answered, in order.
  var unanswered: [Sent] = []
  /// The number of nested transactions.
  var depth = 0
  /// The error of a statement that nobody waited for: the transaction cannot go on.
  var doom: PostgreSQLError?
  var receipts = Receipts()
  /// Whether the server was not reached when that was last tried.
  private var isDown = false

  /// Something sent to the server.
  enum Sent {
    /// The preparation of a statement.
    case preparation(sql: String)
    case statement(sql: String)
    case synchronization
  }

  /// Takes the settings; the server is reached at the first use.
  package init(_ configuration: Configuration) {
    self.configuration = configuration
    statements = PreparedStatements(limit: configuration.statements)
  }

  /// Whether there is a connection, as far as is known.
  var isConnected: Bool { link != nil }

  /// Changes the longest wait for the answer of a server that may not be there any more.
  package mutating func waitForAnswers(atMost limit: Duration) {
    configuration.answerTimeout = limit
  }

  var answerDeadline: ContinuousClock.Instant { .now + configuration.answerTimeout }

  /// Makes a connection where there is none, trying again until the time for that is over; a server
  /// that was not reached the last time is tried once.
  mutating func connect() throws(PostgreSQLError) {
    guard link == nil else { return }
    let patience = isDown ? .zero : configuration.reconnectTimeout
    let deadline = ContinuousClock.now + patience
    var pause = Duration.milliseconds(20)
    while true {
      do throws(PostgreSQLError) {
        try open()
        isDown = false
        return
      } catch {
        disconnect()
        isDown = true
        guard error.kind == .connection || error.endsConnection || error.state == "53300",
          ContinuousClock.now + pause < deadline
        else { throw error }
      }
      Link.pause(pause)
      pause = min(pause * 2, .milliseconds(500))
    }
  }

  private mutating func open() throws(PostgreSQLError) {
    let link = try Link(configuration)
    statements.removeAll()
    unanswered.removeAll()
    try link.enterPipeline()
    let quoted = "\"\(configuration.schema.split(separator: "\"").joined())\""
    try link.run(
      """
      SET search_path = \(quoted), public;
      SET statement_timeout = \(configuration.statementTimeout.milliseconds);
      SET lock_timeout = \(configuration.lockTimeout.milliseconds);
      SET idle_in_transaction_session_timeout = \(configuration.idleTimeout.milliseconds);
      SET timezone = 'UTC'; SET bytea_output = 'hex'; SET standard_conforming_strings = on;
      """,
      before: answerDeadline
    )
    self.link = link
  }

  /// Lets go of a connection that broke, or that nobody knows the state of.
  mutating func disconnect() {
    link = nil
    statements.removeAll()
    unanswered.removeAll()
  }

  /// Runs `body` with the connection, and lets go of it where it breaks.
  mutating func withLink<Value>(
    _ body: (Link, inout PostgreSQLConnection) throws(PostgreSQLError) -> Value
  ) throws(PostgreSQLError) -> Value {
    guard let link else { throw PostgreSQLError(.connection, "there is no connection") }
    do throws(PostgreSQLError) {
      return try body(link, &self)
    } catch {
      if error.kind == .connection || error.endsConnection || link.isBroken { disconnect() }
      throw error
    }
  }
}
