// SPDX-License-Identifier: Apache-2.0

/// The part that copies have in an answer.
public enum FetchPolicy: Sendable, Hashable {
  /// A copy as long as it is fresh, and meanwhile an old one where its head allows it; else the network, and an
  /// old copy where that fails and its head allows it.
  case freshCopy
  /// A copy that is no longer fresh for at most some seconds; else the network.
  case copy(upTo: Int64)
  /// A copy of any age, and never the network.
  case copyOnly
  /// The network, and an old copy where that fails and its head allows it.
  case networkFirst
  /// The network alone.
  case networkOnly
}

/// The requests of a client: those under way, and the records of the last ones.
public final class TaskRegistry: Sendable {
  private struct State: Sendable {
    var running: [String: TaskHandle] = [:]
    var ended: [TaskRecord] = []
  }

  /// The most records of ended requests.
  private static let mostEnded = 200

  private let state = Locked(State())

  /// The requests under way.
  public var running: [TaskHandle] {
    state.withLock { $0.running.values.sorted { $0.record.begin < $1.record.begin } }
  }

  /// The records of the last requests that ended, the newest last.
  public var ended: [TaskRecord] { state.withLock { $0.ended } }

  /// The task with an id, while it is under way.
  public subscript(id: String) -> TaskHandle? { state.withLock { $0.running[id] } }

  /// Ends all requests that are under way.
  public func cancelAll() {
    for handle in running { handle.cancel() }
  }

  func add(_ handle: TaskHandle) { state.withLock { $0.running[handle.id] = handle } }

  func end(_ handle: TaskHandle, at now: Int64) {
    handle.note { $0.end = now }
    let record = handle.record
    state.withLock { state in
      state.running[handle.id] = nil
      state.ended.append(record)
      if state.ended.count > TaskRegistry.mostEnded { state.ended.removeFirst() }
    }
  }

  /// Returns a new id, of 128 random bits.
  static func newID() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let text = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return "task-" + digits.joined()
  }
}
