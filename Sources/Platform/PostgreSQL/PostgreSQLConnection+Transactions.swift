// SPDX-License-Identifier: Apache-2.0

package import SQL

// A transaction whose connection breaks is done again on a new one. That is right as long as nothing was
// committed; when the connection broke during the commit, the receipt that the transaction left says
// whether it was. Without receipts the caller is told that the outcome is not known.

extension PostgreSQLConnection {
  /// The most times that a transaction is begun: it is repeated after its connection broke, and after a
  /// conflict.
  private static let mostAttempts = 3

  package mutating func transaction<Value>(
    _ kind: TransactionKind,
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    guard depth == 0 else { return try savepoint(body) }
    for attempt in 1... {
      try connect()
      do {
        if let value = try perform(kind, body) { return value }
      } catch {
        let cause = doom ?? error as? PostgreSQLError
        if isConnected { rollBack() }
        (depth, doom) = (0, nil)
        let isPassing = !isConnected && cause?.kind != .outcomeUnknown || cause?.isConflict == true
        guard isPassing, attempt < Self.mostAttempts else { throw cause ?? error }
      }
      guard attempt < Self.mostAttempts else { break }
    }
    throw PostgreSQLError(.connection, "the connection broke \(Self.mostAttempts) times")
  }

  /// Returns the value of a transaction that is committed; `nil` for one whose connection broke during
  /// the commit, which was not done.
  private mutating func perform<Value>(
    _ kind: TransactionKind,
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws -> Value? {
    // What is left of the transaction before is of no interest any more.
    try settle()
    (depth, doom) = (1, nil)
    switch kind {
    case .reading: try post("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
    case .writing: try begin()
    }
    let value = try body(&self)
    guard kind == .reading else {
      let isCommitted = try commit()
      depth = 0
      return isCommitted ? value : nil
    }
    // Nobody waits for the end of a transaction that read.
    try post("COMMIT", [])
    try synchronize()
    depth = 0
    return value
  }

  /// Begins a transaction that writes, behind those that began before.
  mutating func begin() throws(PostgreSQLError) {
    try post("BEGIN", [])
    if configuration.writesInTurn { try post("SELECT pg_advisory_xact_lock(?)", [turn]) }
  }

  /// The number of the advisory lock that transactions which write take one after the other.
  var turn: Int64 {
    let hash = configuration.schema.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }

  private mutating func savepoint<Value>(
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    let level = depth
    try post("SAVEPOINT level_\(level)", [])
    depth = level + 1
    defer { depth = level }
    do {
      let value = try body(&self)
      try post("RELEASE level_\(level)", [])
      return value
    } catch {
      if let doom { throw doom }
      if isConnected {
        depth = level
        try run("ROLLBACK TO level_\(level)", [])
        try post("RELEASE level_\(level)", [])
      }
      throw error
    }
  }

  private mutating func rollBack() {
    do throws(PostgreSQLError) {
      try settle()
      doom = nil
      try run("ROLLBACK", [])
    } catch {
      // A transaction that cannot be ended ends with its connection.
      disconnect()
    }
  }
}
