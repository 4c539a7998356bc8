// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Reactor
import Synchronization

/// What one hot answer costs a thread, alone and beside another that asks for the same.
enum LoopBench {
  private static let lookups = 5_000_000

  static func run() throws {
    print("\nThe same answer, ns a hit on each thread:   one thread   two threads")
    for name in ["store", "hot table"] {
      let isHot = name == "hot table"
      let times = try [1, 2].map { try measure(threads: $0, isHot: isHot).short.padded(13) }
      print(name.padded(42), times.joined())
    }
  }

  private static func measure(threads count: Int, isHot: Bool) throws -> Double {
    let store = AnswerStore()
    let key = store.key(Array("/config\u{0}fr.ca.phone.3\u{0}light\u{0}json".utf8))
    store.store(
      NewEntry(
        key,
        Body(bytes: 2_048),
        lifetime: EntryLifetime(storedAt: 0, freshUntil: 1_000),
        privacy: .shared
      ),
      at: 0
    )
    let sum = Mutex(0.0)
    let ready = Atomic(0)
    var threads: [Joined] = []
    for number in 0..<count {
      threads.append(
        Joined(
          try LoopThread(name: "bench", pinnedTo: number) {
            var loop = HotLoop(of: store)
            ready.add(1, ordering: .sequentiallyConsistent)
            while ready.load(ordering: .sequentiallyConsistent) < count {}
            let time = seconds { ask(store, &loop, key, isHot) }
            sum.withLock { $0 += time }
          }
        )
      )
    }
    for thread in threads { thread.join() }
    return sum.withLock { $0 } / Double(count) / Double(lookups) * 1e9
  }

  private static func ask(
    _ store: AnswerStore,
    _ loop: inout HotLoop,
    _ key: CacheKey,
    _ isHot: Bool
  ) {
    for _ in 0..<lookups {
      if isHot, loop.find(key.view) != nil { continue }
      guard case .fresh(let entry) = store.lookup(key.view, at: 0) else { continue }
      if isHot { loop.offer(entry) }
    }
  }

  private final class Joined {
    private var thread: LoopThread?
    init(_ thread: consuming LoopThread) { self.thread = consume thread }
    func join() { if let thread = thread.take() { thread.join() } }
  }
}
