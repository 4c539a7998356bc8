// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor
import Testing

@Suite struct `The share of uploads in a backend's limit` {
  private let start = Instant(nanoseconds: 0)

  @Test func `An upload makes room for another when its body has come`() {
    var settings = LimitSettings()
    settings.most = 4
    var limit = ConcurrencyLimit(settings, at: start)
    let first = (0..<3).map { _ in limit.admit(.upload) }
    #expect(first == [true, true, false])
    limit.uploaded()
    let second = (0..<2).map { _ in limit.admit(.upload) }
    #expect(second == [true, false])
    let others = (0..<2).map { _ in limit.admit(.required) }
    #expect(others == [true, false], "each upload is a call as well")
    limit.finished(.nothing, of: .upload, at: start)
    let third = limit.admit(.upload)
    #expect(third)
  }

  @Test func `Queued uploads go behind required calls and before optional ones`() {
    final class Call {}
    let calls = [Call(), Call(), Call(), Call()]
    var queue = AdmissionQueue<Call>()
    for (call, priority) in zip(calls, [CallPriority.optional, .upload, .required, .upload]) {
      _ = queue.enqueue(call, priority, at: start)
    }
    var settings = LimitSettings()
    settings.most = 2
    var limit = ConcurrencyLimit(settings, at: start)
    var order: [Int] = []
    while let next = queue.next(limit, at: start), limit.admit(next.priority) {
      order += calls.indices.filter { calls[$0] === next.call }
    }
    #expect(order == [2, 1], "the second upload has to wait for its share")
  }
}
