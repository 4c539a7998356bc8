// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Synchronization

/// A loop that runs when the test says so.
final class ManualExecutor: WaiterExecutor {
  private let work = Mutex<[@Sendable () -> Void]>([])
  /// The number of handovers.
  let hops = Atomic(0)

  func run(_ body: @escaping @Sendable () -> Void) {
    hops.add(1, ordering: .relaxed)
    work.withLock { $0.append(body) }
  }

  /// Runs what was handed over; answers whether there was anything.
  @discardableResult
  func turn() -> Bool {
    let work = work.withLock { work in
      defer { work = [] }
      return work
    }
    for body in work { body() }
    return !work.isEmpty
  }
}

/// A client: what it was told, and the lease if it got one.
final class Client: Sendable {
  private struct State {
    var arrivals: [WaitResult] = []
    var count = 0
    var duties: [FetchLease] = []
  }

  private let state = Mutex(State())

  var arrivals: [WaitResult] { state.withLock { $0.arrivals } }

  /// The number of times that this client got the lease to fetch.
  var leads: Int { state.withLock { $0.duties.count } }

  /// The last lease.
  var lease: FetchLease? { state.withLock { $0.duties.last } }

  /// The results that it got, in words.
  var summary: String { arrivals.map(\.summary).joined(separator: ", ") }

  func waiter(at executor: ManualExecutor, until deadline: Int64 = 1_000) -> Waiter {
    Waiter(
      at: executor,
      until: deadline,
      lead: { lease in self.state.withLock { $0.duties.append(lease) } },
      resume: { waitResult in
        self.state.withLock { state in
          state.arrivals.append(waitResult)
          state.count += 1
        }
      }
    )
  }

  /// The number of results that it got, including those that were released.
  var count: Int { state.withLock { $0.count } }

  /// Gives the duties up that are not finished.
  func releaseDuties() {
    let duties = state.withLock { state in
      defer { state.duties = [] }
      return state.duties
    }
    _ = duties
  }

  /// Gives permits back.
  func releasePermits() {
    let arrivals = state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
    _ = arrivals
  }
}

extension WaitResult {
  var summary: String {
    switch self {
    case .answer(let entry): "answer \(entry.name ?? -1)"
    case .alone: "alone"
    case .failed(let error): "\(error)"
    case .late: "late"
    case .crowded: "crowded"
    }
  }
}

extension AnswerStore {
  /// A client that waits for a key.
  func join(
    _ name: String,
    at executor: ManualExecutor,
    until deadline: Int64 = 1_000,
    now: Int64 = 0
  ) -> (client: Client, ticket: WaiterTicket) {
    let client = Client()
    let ticket = join(key(name), client.waiter(at: executor, until: deadline), at: now)
    return (client, ticket)
  }
}

extension FetchLease {
  /// Hands in a blob.
  func deliver(
    _ blob: Blob,
    at now: Int64 = 0,
    fresh: Int64 = 1_000,
    revalidate: Int64 = 0,
    error: Int64 = 0,
    privacy: Privacy = .shared,
    tags: [String] = []
  ) {
    var new = entry(blob, now, fresh, revalidate, error, tags)
    new.privacy = privacy
    deliver(new, at: now)
  }

  /// Hands in a blob that is private.
  func deliver(alone blob: Blob, at now: Int64 = 0, passUntil: Int64 = 500) {
    deliver(alone: entry(blob, now, 0, 0, 0, []), passUntil: passUntil, at: now)
  }

  private func entry(
    _ blob: Blob,
    _ now: Int64,
    _ fresh: Int64,
    _ revalidate: Int64,
    _ error: Int64,
    _ tags: [String]
  ) -> NewEntry {
    NewEntry(
      key,
      blob,
      lifetime: EntryLifetime(
        storedAt: now,
        freshUntil: now + fresh,
        staleWhileRevalidateUntil: now + fresh + revalidate,
        staleIfErrorUntil: now + fresh + error
      ),
      privacy: .shared,
      tags: Set(tags.compactMap(TagName.init))
    )
  }
}
