// SPDX-License-Identifier: Apache-2.0

/// The cache policy of a request, as of `URLRequest` or a service worker.
public enum FetchPolicy: Sendable, Hashable {
  /// A cached answer while it is fresh, else the network; a stale one as far as `stale-while-revalidate` and
  /// `stale-if-error` allow.
  case freshCopy
  /// A cached answer that has been stale for at most some seconds, else the network.
  case copy(upTo: Int64)
  /// A cached answer of any age, and never the network: for an app that is offline.
  case copyOnly
  /// The network; a stale answer where that fails and `stale-if-error` allows it.
  case networkFirst
  /// The network, never the cache.
  case networkOnly
}

/// The requests of a client: those in flight, and the records of the last ones.
public final class TaskRegistry: Sendable {
  private struct State: Sendable {
    var running: [String: TaskHandle] = [:]
    var ended: [TaskRecord] = []
    var observers: [@Sendable (TaskRecord, Answer?) -> Void] = []
  }

  /// The most records of ended requests.
  private static let mostEnded = 200

  private let state = Locked(State())

  /// The requests in flight.
  public var running: [TaskHandle] {
    state.withLock { $0.running.values.sorted { $0.record.begin < $1.record.begin } }
  }

  /// The records of the last requests that ended, the newest last.
  public var ended: [TaskRecord] { state.withLock { $0.ended } }

  /// The task with an id, while it is in flight.
  public subscript(id: String) -> TaskHandle? { state.withLock { $0.running[id] } }

  /// Cancels all requests in flight.
  public func cancelAll() {
    for handle in running { handle.cancel() }
  }

  /// Calls a function for each request that ends, with its answer, before the one who launched it gets that.
  public func observe(_ ended: @escaping @Sendable (TaskRecord, Answer?) -> Void) {
    state.withLock { $0.observers.append(ended) }
  }

  func add(_ handle: TaskHandle) { state.withLock { $0.running[handle.id] = handle } }

  func end(_ handle: TaskHandle, _ answer: Answer?, at now: Int64, after latency: Duration) {
    handle.note { ($0.end, $0.latency) = (now, latency) }
    let record = handle.record
    let observers = state.withLock { state in
      state.running[handle.id] = nil
      state.ended.append(record)
      if state.ended.count > TaskRegistry.mostEnded { state.ended.removeFirst() }
      return state.observers
    }
    for observer in observers { observer(record, answer) }
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
