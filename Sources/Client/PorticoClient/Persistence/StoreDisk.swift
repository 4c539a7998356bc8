// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The way between a store and its persistence: a queue of its own, on which a slow disk delays nobody else.
final class StoreDisk: Sendable {
  private struct State: Sendable {
    /// Records that came while the disk was busy.
    var waiting = ContiguousArray<UInt8>()
    var isBusy = false
    var isClosed = false
    var fault: PersistenceFault?
  }

  private let persistence: any ObjectPersistence
  private let queue = DispatchQueue(label: "portico.store", qos: .utility)
  private let state = Locked(State())

  init(_ persistence: any ObjectPersistence) { self.persistence = persistence }

  /// Keeps the objects of a batch, after all that came before; returns at once.
  func keep(_ batch: ObjectBatch) {
    guard !batch.objects.isEmpty else { return }
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      state.waiting.append(contentsOf: batch.bytes)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if begins { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let records = state.withLock { state in
        defer { state.waiting = [] }
        state.isBusy = !state.waiting.isEmpty
        return state.waiting
      }
      guard !records.isEmpty else { return }
      do throws(PersistenceFault) { try persistence.keep(RecordList(records)) } catch {
        state.withLock { state in state.fault = state.fault ?? error }
      }
    }
  }

  /// Returns the records of objects, as far as there are any.
  func records(_ ids: [String]) async -> RecordList {
    await withCheckedContinuation { continuation in
      queue.async {
        var bytes = ContiguousArray<UInt8>()
        for id in ids where !self.state.withLock({ $0.isClosed }) {
          do throws(PersistenceFault) {
            if let record = try self.persistence.record(id) {
              bytes.append(contentsOf: record.bytes)
            }
          } catch {
            self.state.withLock { state in state.fault = state.fault ?? error }
          }
        }
        continuation.resume(returning: RecordList(bytes))
      }
    }
  }

  /// Ends the use of the persistence: nothing is kept or read from now on.
  func close() async {
    state.withLock { ($0.isClosed, $0.waiting) = (true, []) }
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  func synchronize() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      queue.async {
        do {
          if !self.state.withLock({ $0.isClosed }) { try self.persistence.synchronize() }
          if let fault = self.state.withLock({ $0.fault.take() }) { throw fault }
          continuation.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
