// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The way between a store and its persistence: a queue of its own, on which a slow disk delays nobody else.
final class StoreDisk: Sendable {
  private struct State: Sendable {
    /// Records that came while the disk was busy.
    var waiting = ContiguousArray<UInt8>()
    var isBusy = false
    var isClosed = false
    /// Those who wait until there is room for more.
    var slowed: [CheckedContinuation<Void, Never>] = []
    var fault: PersistenceFault?
  }

  /// The most bytes that wait for the disk before answers are slowed down.
  private static let mostWaiting = 256 << 10

  private let persistence: any ObjectPersistence
  private let queue = DispatchQueue(label: "portico.store", qos: .utility)
  private let state = Locked(State())

  init(_ persistence: any ObjectPersistence) { self.persistence = persistence }

  /// Keeps the objects of a batch, after all that came before; returns at once.
  func keep(_ batch: ObjectBatch) {
    guard !batch.objects.isEmpty else { return }
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      if state.waiting.isEmpty {
        // Shared, not copied.
        state.waiting = batch.bytes
      } else {
        state.waiting.append(contentsOf: batch.bytes)
      }
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if begins { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let (records, slowed) = state.withLock { state in
        defer { (state.waiting, state.slowed) = ([], []) }
        state.isBusy = !state.waiting.isEmpty
        return (state.waiting, state.slowed)
      }
      for continuation in slowed { continuation.resume() }
      guard !records.isEmpty else { return }
      do throws(PersistenceFault) { try persistence.keep(RecordList(records)) } catch {
        state.withLock { state in state.fault = state.fault ?? error }
      }
    }
  }

  /// Waits while the disk is far behind what came.
  func hasRoom() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        let passes = state.waiting.count <= StoreDisk.mostWaiting
        if !passes { state.slowed.append(continuation) }
        return passes
      }
      if passes { continuation.resume() }
    }
  }

  /// Returns the records of objects, as far as there are any.
  func records(_ ids: [String]) async -> RecordList {
    await withCheckedContinuation { continuation in
      queue.async {
        var bytes = ContiguousArray<UInt8>()
        for id in ids where !self.state.withLock({ $0.isClosed }) {
          do throws(PersistenceFault) {
            if let record = try self.persistence.record(RecordHeader.fitted(id)) {
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
    let slowed = state.withLock { state in
      defer { (state.isClosed, state.waiting, state.slowed) = (true, [], []) }
      return state.slowed
    }
    for continuation in slowed { continuation.resume() }
    await written()
  }

  /// Waits until the persistence has everything that came so far.
  func written() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Returns the ids of the objects that a condition holds for.
  func ids(where condition: @escaping @Sendable (StoredObject) -> Bool) async -> Set<String> {
    await withCheckedContinuation { continuation in
      queue.async {
        var ids: Set<String> = []
        do throws(PersistenceFault) {
          try self.persistence.visit { record in
            for object in record.objects where condition(object) { ids.insert(object.id) }
            return true
          }
        } catch {
          self.state.withLock { state in state.fault = state.fault ?? error }
        }
        continuation.resume(returning: ids)
      }
    }
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

/// A serial queue for calls that wait for a disk, so that no task of the app does.
final class DiskQueue: Sendable {
  private let queue = DispatchQueue(label: "portico.disk", qos: .utility)

  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }
}
