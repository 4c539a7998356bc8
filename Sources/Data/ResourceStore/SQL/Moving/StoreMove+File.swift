// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

extension StoreMove {
  /// Runs `body`, which begins with taking the write lock of the file.
  func locked<Value>(_ body: (inout Database) throws -> Value) throws -> Value {
    try source.insist(for: settings.lockTimeout, body)
  }

  func beginRound() throws -> Int64 { try locked { try MoveLog.beginRound(in: &$0) } }

  /// Lets writes of the file wait.
  func hold() throws {
    guard heldSince == nil else { return }
    _ = try locked { try $0.run("BEGIN IMMEDIATE") }
    heldSince = .now
    try tell(.writesWait)
  }

  /// Lets writes go on where they have waited for as long as they may.
  func checkPause() throws {
    guard let heldSince, heldSince.duration(to: .now) >= settings.longestPause else { return }
    try goOn()
  }

  func goOn() throws {
    guard heldSince != nil else { return }
    try letGo()
    try tell(.writesGoOn)
  }

  /// Ends the transaction that holds the write lock.
  func letGo() throws {
    guard let since = heldSince else { return }
    longestWait = max(longestWait, since.duration(to: .now))
    heldSince = nil
    try source.run("ROLLBACK")
  }

  /// Marks the file in the transaction for whose end writes wait.
  func mark() throws {
    guard let since = heldSince else {
      throw StoreError(.damaged, "the file was changed after it was copied; nothing was moved")
    }
    try MoveLog.dropTriggers(in: &source)
    try MovedMark.set(place, in: &source)
    try source.run("COMMIT")
    longestWait = max(longestWait, since.duration(to: .now))
    heldSince = nil
  }
}

extension Database {
  /// Repeats `body` while another connection has the write lock it begins with. Where writes follow each
  /// other, the lock is free for moments only, and growing pauses would miss all of them.
  mutating func insist<Value>(
    for limit: Duration,
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    let deadline = ContinuousClock.now + limit
    while true {
      do {
        return try body(&self)
      } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < deadline {
        continue
      }
    }
  }
}
