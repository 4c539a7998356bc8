// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Glibc
import LoopTesting
import Synchronization
import Testing

/// A source that is fetched while it changes, by threads that are loops in their way.
private final class FetchedSource: Sendable {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 2))
  let version = Atomic(0)
  /// The version of the last finished purge: requests from now on must get none older than that.
  let promised = Atomic(0)
  let wrong = Atomic(0)
  let isDone = Atomic(false)

  func change(times: Int) throws {
    for number in 1...times {
      version.store(number, ordering: .sequentiallyConsistent)
      store.purge(tag: "t", number % 2 == 0 ? .soft : .hard)
      promised.store(number, ordering: .sequentiallyConsistent)
      if number % 100 == 0 {
        // Others shall have come to be answered meanwhile.
        let answered = store.coalescingStatistics.answered
        try blockUntil("another is answered") { store.coalescingStatistics.answered != answered }
      }
    }
    isDone.store(true, ordering: .sequentiallyConsistent)
  }

  /// Asks, waits and asks again.
  func visit() {
    let executor = ManualExecutor()
    let key = store.key("/a")
    while !isDone.load(ordering: .sequentiallyConsistent) {
      let visit = Visit(least: promised.load(ordering: .sequentiallyConsistent))
      let waiter = Waiter(
        at: executor,
        until: .max,
        lead: { lease in
          let content = self.version.load(ordering: .sequentiallyConsistent)
          lease.deliver(Blob(content), tags: ["t"])
        },
        resume: { waitResult in
          if case .answer(let entry) = waitResult, (entry.name ?? -1) < visit.least {
            self.wrong.add(1, ordering: .relaxed)
          }
          visit.isOver.store(true, ordering: .relaxed)
        }
      )
      store.join(key, waiter, at: 0)
      while !visit.isOver.load(ordering: .relaxed) {
        if !executor.turn() { sched_yield() }
      }
    }
  }

  private final class Visit: Sendable {
    let least: Int
    let isOver = Atomic(false)

    init(least: Int) { self.least = least }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Coalesced fetches among threads` {
  @Test func `Ten thousand callers on four threads share one fetch`() async throws {
    let store = AnswerStore()
    let shared = Shared(store: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await onThread { try shared.crowd(of: 2_500) } } }
      try await group.waitForAll()
    }
    #expect(shared.leads.load(ordering: .relaxed) == 1)
    #expect(shared.answered.load(ordering: .relaxed) == 10_000)
    #expect(store.coalescingStatistics.rounds == 1)
  }

  @Test func `A caller never gets an answer that was purged before the caller asked`() async throws
  {
    let source = FetchedSource()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try await onThread { source.visit() } } }
      group.addTask { try await onThread { try source.change(times: 1_500) } }
      try await group.waitForAll()
    }
    #expect(source.wrong.load(ordering: .relaxed) == 0)
    #expect(source.store.coalescingStatistics.fetches == 0)
  }
}

/// The state that the threads of a crowd share.
private final class Shared: Sendable {
  let store: AnswerStore
  let joined = Atomic(0)
  let leads = Atomic(0)
  let answered = Atomic(0)
  private let lease = Mutex<FetchLease?>(nil)

  init(store: AnswerStore) { self.store = store }

  /// Lets `count` wait; who has the lease fulfils it when all are there.
  func crowd(of count: Int) throws {
    let executor = ManualExecutor()
    let key = store.key("/a")
    for _ in 0..<count {
      let waiter = Waiter(
        at: executor,
        until: .max,
        lead: { lease in
          self.leads.add(1, ordering: .relaxed)
          self.lease.withLock { $0 = lease }
        },
        resume: { waitResult in
          if case .answer = waitResult { self.answered.add(1, ordering: .relaxed) }
        }
      )
      store.join(key, waiter, at: 0)
      joined.add(1, ordering: .sequentiallyConsistent)
    }
    try blockUntil("all have joined") {
      joined.load(ordering: .sequentiallyConsistent) >= 4 * count
    }
    lease.withLock { $0.take() }?.deliver(Blob(1))
    try blockUntil("the executor has work") { executor.turn() }
  }
}
