// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Testing

@Suite struct `A value that is computed once for each sample` {
  private let registry: SignalRegistry
  private let history = SignalHistory()
  private let value = OncePerSample<String, Int>()

  init() throws { registry = try SignalRegistry() }

  @Test func `All who ask for a report within a second share what was computed once`() {
    var computed = 0
    func ask(_ key: String = "a") -> Int {
      value.value(of: history, key) {
        computed += 1
        return computed
      }
    }
    history.add(registry.snapshot(), at: 1)
    #expect([ask(), ask(), ask(), ask(), ask()] == [1, 1, 1, 1, 1])
    history.add(registry.snapshot(), at: 2)
    #expect([ask(), ask()] == [2, 2])
    // Another edition or other learned demands are not answered with the report of those before.
    #expect([ask("b"), ask("b")] == [3, 3])
  }

  @Test func `A value without any sample is computed each time`() {
    var computed = 0
    for _ in 0..<2 {
      _ = value.value(of: history, "a") {
        computed += 1
        return computed
      }
    }
    #expect(computed == 2)
  }
}
