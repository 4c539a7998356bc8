// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension LoopThread {
  /// Calls `body` with each number below `count`, on as many threads as there are processors, and
  /// returns what it gave, in the order of the numbers. The calling thread is one of them, and waits:
  /// it may not be a loop's.
  package static func concurrentMap<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let results = Results<Value>(count)
    share(min(count, LoopGroup.processors) - 1) {
      while let number = results.next() { results[number] = body(number) }
    }
    return results.all
  }

  /// Runs `work` here and on so many other threads, or on fewer where no more can be started.
  private static func share(_ others: Int, _ work: @escaping @Sendable () -> Void) {
    guard others > 0, let thread = try? LoopThread(name: "helper-\(others)", work) else {
      return work()
    }
    share(others - 1, work)
    thread.join()
  }

  private final class Results<Value: Sendable>: Sendable {
    private let count: Int
    private let taken = Atomic(0)
    private let values: Mutex<[Value?]>

    init(_ count: Int) {
      self.count = count
      values = Mutex(Array(repeating: nil, count: count))
    }

    /// Returns the next free number.
    func next() -> Int? {
      let number = taken.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }

    subscript(number: Int) -> Value? {
      get { values.withLock { $0[number] } }
      set { values.withLock { $0[number] = newValue } }
    }

    var all: [Value] { values.withLock { $0.compactMap(\.self) } }
  }
}
