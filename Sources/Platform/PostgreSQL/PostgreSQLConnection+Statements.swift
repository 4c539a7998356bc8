// SPDX-License-Identifier: Apache-2.0

package import SQL

extension PostgreSQLConnection {
  /// The statements that may wait for their answers; more would fill the buffers of both sides.
  private static let mostUnanswered = 100

  @discardableResult
  package mutating func run(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(PostgreSQLError) -> Int {
    try answer(sql, values) { (_: borrowing Row) throws(RowError) in true }.count
  }

  package mutating func insert(
    _ sql: String,
    _ values: [any SQLConvertible],
    key: String
  ) throws(PostgreSQLError) -> Int64? {
    try value("\(sql) RETURNING \(key)", values)
  }

  package mutating func post(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(PostgreSQLError) {
    try check()
    try send(sql, values)
    guard unanswered.count >= Self.mostUnanswered else { return }
    try synchronize()
    try settle()
    try check()
  }

  package mutating func visit(
    _ sql: String,
    _ values: [any SQLConvertible],
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws(PostgreSQLError) {
    _ = try answer(sql, values, body)
  }

  package mutating func execute(_ script: String) throws(PostgreSQLError) {
    try check()
    if depth == 0 { try connect() }
    try settle()
    try check()
    try withLink { (link, connection) throws(PostgreSQLError) in
      try link.run(script, before: connection.answerDeadline)
    }
  }

  /// Refuses to go on with a transaction in which a statement failed that nobody waited for.
  private mutating func check() throws(PostgreSQLError) {
    guard let doom else { return }
    if depth == 0 { self.doom = nil }
    throw doom
  }

  private mutating func send(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(PostgreSQLError) {
    if depth == 0 { try connect() }
    try withLink { (link, connection) throws(PostgreSQLError) in
      var name = connection.statements.name(of: sql)
      if name == nil {
        let (added, evicted) = connection.statements.add(sql)
        if let evicted {
          try link.send("DEALLOCATE \(evicted)")
          connection.unanswered.append(.statement(sql: "DEALLOCATE"))
        }
        try link.prepare(added, PreparedStatements.numbered(sql))
        connection.unanswered.append(.preparation(sql: sql))
        name = added
      }
      try link.send(prepared: name ?? "", Parameters(values))
      connection.unanswered.append(.statement(sql: sql))
    }
  }

  /// Ends a group of statements and sends it off.
  mutating func synchronize() throws(PostgreSQLError) {
    switch unanswered.last {
    case nil, .synchronization: return
    case .preparation, .statement: break
    }
    try withLink { (link, connection) throws(PostgreSQLError) in
      try link.synchronize()
      connection.unanswered.append(.synchronization)
      try link.flush(before: connection.answerDeadline)
    }
  }

  /// Sends a statement and returns how many rows it changed and what it did; `body` sees its rows.
  mutating func answer(
    _ sql: String,
    _ values: [any SQLConvertible],
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws(PostgreSQLError) -> (count: Int, command: String) {
    try check()
    let start = configuration.slow.map { _ in ContinuousClock.now }
    defer { if let start { configuration.slow?.note(sql, since: start) } }
    let before = unanswered.count
    try send(sql, values)
    let own = unanswered.count - before
    try synchronize()
    // The statement itself, with what prepares it, and the end of its group are left.
    try settle(but: own + 1)
    let answer: (count: Int, command: String)
    do throws(PostgreSQLError) {
      answer = try withLink { (link, connection) throws(PostgreSQLError) in
        try connection.receive(sql, behind: own - 1, from: link, body)
      }
    } catch {
      if isConnected { try settle() }
      throw doom ?? error
    }
    try settle()
    try check()
    return answer
  }

  private mutating func receive(
    _ sql: String,
    behind preparations: Int,
    from link: Link,
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws(PostgreSQLError) -> (count: Int, command: String) {
    let deadline = answerDeadline
    var failure: PostgreSQLError?
    for _ in 0..<preparations {
      while let result = try link.next(before: deadline) {
        failure = failure ?? result.failure(sql)
      }
      unanswered.removeFirst()
    }
    if failure != nil { statements.remove(sql) }
    unanswered.removeFirst()
    link.receiveRowsSingly()
    var answer = (count: 0, command: "")
    var (rows, bytes, isWanted) = (0, 0, true)
    while let result = try link.next(before: deadline) {
      guard result.status == .row else {
        failure = failure ?? result.failure(sql)
        answer = (result.count, result.command)
        continue
      }
      rows += 1
      bytes += result.byteCount
      guard rows <= configuration.rows, bytes <= configuration.bytes else {
        // What is left of the result is not read but thrown away with the connection.
        disconnect()
        throw PostgreSQLError(
          .limit,
          "the result has more than \(configuration.rows) rows or \(configuration.bytes) bytes",
          sql: sql
        )
      }
      guard isWanted, failure == nil else { continue }
      do throws(RowError) {
        isWanted = try body(Row(result))
      } catch {
        failure = PostgreSQLError(.row, error.message, sql: sql)
      }
    }
    if let failure { throw failure }
    return answer
  }

  /// Receives the answers of all but the last things that were sent. An error among them dooms the
  /// transaction, since nobody waited for it.
  mutating func settle(but rest: Int = 0) throws(PostgreSQLError) {
    try synchronize()
    guard unanswered.count > rest else { return }
    try withLink { (link, connection) throws(PostgreSQLError) in
      let deadline = connection.answerDeadline
      let count = connection.unanswered.count - rest
      for index in 0..<count {
        try connection.receive(connection.unanswered[index], from: link, before: deadline)
      }
      connection.unanswered.removeFirst(count)
    }
  }

  private mutating func receive(
    _ sent: Sent,
    from link: Link,
    before deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    switch sent {
    case .synchronization:
      guard try link.next(before: deadline)?.status == .synchronized else {
        throw PostgreSQLError(.connection, "the server's answers are out of step")
      }
    case .preparation(let sql), .statement(let sql):
      while let result = try link.next(before: deadline) {
        guard let failure = result.failure(sql) else { continue }
        if case .preparation = sent { statements.remove(sql) }
        if failure.endsConnection { throw failure }
        // Those behind the first that failed were skipped.
        if doom == nil { doom = failure }
      }
    }
  }
}
