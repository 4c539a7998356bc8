// SPDX-License-Identifier: Apache-2.0

import PostgreSQL

/// A connection that is ended when nothing has used it for a while, and made again by the next use.
struct RestedConnection: ~Copyable, Sendable {
  private var connection: PostgreSQLConnection
  private let configuration: PostgreSQLConnection.Configuration
  private let limit: Duration
  private var used = ContinuousClock.now
  private var isOpen = false

  init(_ configuration: PostgreSQLConnection.Configuration, _ limit: Duration) {
    connection = PostgreSQLConnection(configuration)
    self.configuration = configuration
    self.limit = limit
  }

  mutating func use<Value>(
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) rethrows -> Value {
    defer { used = .now }
    isOpen = true
    return try body(&connection)
  }

  /// Ends the connection if nothing has used it for long enough.
  mutating func rest() {
    guard isOpen, used.duration(to: .now) >= limit else { return }
    isOpen = false
    connection = PostgreSQLConnection(configuration)
  }
}
