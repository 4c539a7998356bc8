// SPDX-License-Identifier: Apache-2.0

import SQL

extension RecordWriter {
  /// Returns the result of each write of a batch; one that fails is undone, in an atomic batch with
  /// all others.
  mutating func results(
    of batch: WriteBatch,
    in database: inout StoreConnection
  ) throws -> [WriteResult] {
    var results: [WriteResult] = []
    results.reserveCapacity(batch.writes.count)
    bytes = RecordBytes(atMost: batch.bytes)
    let counted = counts
    do {
      try database.transaction { try perform(batch, in: &$0, &results) }
      return results
    } catch let error as StoreError {
      // With too many bytes no write of the batch is done.
      try bytes.check()
      counts = counted
      let failed = results.count
      guard batch.isAtomic || batch.writes.count == 1 else {
        bytes = RecordBytes(atMost: batch.bytes)
        return try batch.writes.map { try result(of: $0, in: &database) }
      }
      return batch.writes.indices.map { index in
        let message = "write \(failed) of the batch failed, so none was done"
        return .failure(index == failed ? error : StoreError(.aborted, message))
      }
    }
  }

  /// Performs the writes of a batch in one go, until one fails and others have to be undone with it: that one has no
  /// result. Failures that have changed nothing need no savepoint of
  /// their own, which would cost as much as the write.
  private mutating func perform(
    _ batch: WriteBatch,
    in database: inout StoreConnection,
    _ results: inout [WriteResult]
  ) throws {
    for write in batch.writes {
      let counted = counts
      do {
        results.append(.success(try perform(write, in: &database)))
      } catch let error as StoreError {
        try bytes.check()
        guard !hasStored, !batch.isAtomic else { throw error }
        counts = counted
        results.append(.failure(error))
      }
    }
  }

  private mutating func result(
    of write: ResourceWrite,
    in database: inout StoreConnection
  ) throws -> WriteResult {
    let counted = counts
    do {
      return .success(try database.transaction { try perform(write, in: &$0) })
    } catch let error as StoreError {
      counts = counted
      try bytes.check()
      return .failure(error)
    }
  }
}
