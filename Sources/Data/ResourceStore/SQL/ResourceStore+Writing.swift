// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
package import SQL

extension ResourceStore {
  /// Performs writes in one transaction.
  package func write(_ batch: WriteBatch, at now: Timestamp) throws -> WriteAnswer {
    try complete(enqueue(batch, at: now))
  }

  /// A batch that waits for the next commit.
  package typealias Pending = PendingWrite<StoreConnection, WriteAnswer>

  /// Queues a batch for the next commit, so that batches which come together share one.
  package func enqueue(_ batch: WriteBatch, at now: Timestamp) -> Pending {
    database.enqueue { [self] database in
      try renewTypes(in: &database)
      if let key = batch.key, let kept = try answer(kept: key, in: &database) {
        return .replayed(kept)
      }
      try batch.checkSelection(in: &database, dialect)
      let results = try writeRecords(at: now, by: batch.author, in: &database) {
        writer,
        database in
        try writer.results(of: batch, in: &database)
      }
      try batch.checkDecisions(by: results)
      try batch.checkChanged(by: results)
      if let key = batch.key {
        try database.run(
          "INSERT INTO idem VALUES (?, ?, ?, ?)",
          [key.text, key.request, key.answer(results), now.milliseconds]
        )
      }
      return .done(results)
    }
  }

  /// Runs `body` with a writer, and stores what it has counted.
  func writeRecords<Value>(
    at now: Timestamp,
    by author: ChangeAuthor?,
    in database: inout StoreConnection,
    _ body: (inout RecordWriter, inout StoreConnection) throws -> Value
  ) throws -> Value {
    var writer = RecordWriter(self, at: now, by: author)
    let value = try body(&writer, &database)
    try writer.counts.store(in: &database)
    return value
  }

  /// Returns the answer that is kept under an idempotency key; throws if another request has the key.
  package func keptAnswer(_ key: IdempotencyKey) throws -> [UInt8]? {
    try read { try answer(kept: key, in: &$0) }
  }

  /// Returns the answer of a batch once it is committed.
  package func complete(_ pending: Pending) throws -> WriteAnswer {
    try StoreError.translating { try database.complete(pending) }
  }

  private func answer(
    kept key: IdempotencyKey,
    in database: inout StoreConnection
  ) throws -> [UInt8]? {
    let kept = try database.first(
      "SELECT request, answer FROM idem WHERE key = ?",
      [key.text]
    ) { (row: borrowing Row) throws(RowError) in
      (request: try row[0] as [UInt8], answer: try row[1] as [UInt8])
    }
    guard let kept else { return nil }
    guard kept.request == key.request else {
      throw StoreError(
        .keyReused,
        "the idempotency key belongs to another request; expected a new key for a new request"
      )
    }
    return kept.answer
  }
}

extension WriteBatch {
  /// Refuses writes of other records than their query finds now.
  fileprivate func checkSelection(
    in database: inout StoreConnection,
    _ dialect: StoreDialect
  ) throws {
    guard let selection,
      try ListSQL(selection, token: nil, in: dialect).ids(in: &database)
        != writes.compactMap(\.target)
    else { return }
    throw StoreError(
      .selectionOutdated,
      "the filter finds other records than before; expected the same until they are written"
    )
  }

  /// Lets the whole batch fail if a decision is outdated, so that it is made anew and nothing is kept.
  fileprivate func checkDecisions(by results: [WriteResult]) throws(StoreError) {
    for case .failure(let error) in results where error.kind == .decisionOutdated { throw error }
  }

  /// Refuses results that change more records than the request allows.
  fileprivate func checkChanged(by results: [WriteResult]) throws(StoreError) {
    guard let mostChanged else { return }
    let changed = Set(results.flatMap(\.changed).map(\.id)).count
    guard changed > mostChanged else { return }
    throw StoreError(
      .tooManyChanged,
      "\(changed) records would change; expected at most \(mostChanged), as max-affected says"
    )
  }
}

extension Result<WriteOutcome, StoreError> {
  /// The records that a write changed, those that it changed through references too.
  package var changed: [Resource] {
    guard case .success(let outcome) = self, outcome.kind != .unchanged else { return [] }
    return [outcome.resource] + outcome.others
  }
}
