// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@Suite struct `Recording into shards` {
  let registry: SignalRegistry

  init() throws { registry = try SignalRegistry(capacity: 1 << 14) }

  @Test func `A counter is the sum of its shards`() throws {
    let requests = try registry.counter("portico_requests_total", "Requests answered.")
    let one = try registry.makeShard()
    let other = try registry.makeShard()
    one.add(requests)
    one.add(requests, 41)
    other.add(requests, 100)
    #expect(registry.value(of: requests) == 142)
  }

  @Test(arguments: [0, -1, Int.min])
  func `A counter ignores amounts that are not positive`(amount: Int) throws {
    let requests = try registry.counter("portico_requests_total", "Requests answered.")
    let shard = try registry.makeShard()
    shard.add(requests, 7)
    shard.add(requests, amount)
    #expect(registry.value(of: requests) == 7)
  }

  @Test func `A counter stops at its largest value, in one shard and in the sum`() throws {
    let bytes = try registry.counter("portico_sent_bytes_total", "Bytes sent.", unit: .bytes)
    let one = try registry.makeShard()
    let other = try registry.makeShard()
    for _ in 0..<3 { one.add(bytes, .max) }
    #expect(registry.value(of: bytes) == .max)
    other.add(bytes, 5)
    #expect(registry.value(of: bytes) == .max)
  }

  @Test func `A gauge is the sum of its shards' levels`() throws {
    let open = try registry.gauge("portico_connections", "Open connections.")
    let one = try registry.makeShard()
    let other = try registry.makeShard()
    one.set(open, 10)
    one.adjust(open, by: -4)
    other.adjust(open, by: 3)
    #expect(registry.value(of: open) == 9)
    other.adjust(open, by: -20)
    #expect(registry.value(of: open) == -11)
  }

  @Test func `A gauge stops at its limits`() throws {
    let level = try registry.gauge("portico_level", "A level.")
    let one = try registry.makeShard()
    let other = try registry.makeShard()
    one.set(level, .max)
    one.adjust(level, by: .max)
    #expect(registry.value(of: level) == .max)
    other.adjust(level, by: 1)
    #expect(registry.value(of: level) == .max)
    other.set(level, 0)
    one.set(level, .min)
    one.adjust(level, by: .min)
    #expect(registry.value(of: level) == .min)
  }

  @Test func `The counts of an ended shard stay, and its levels go`() throws {
    let requests = try registry.counter("portico_requests_total", "Requests answered.")
    let open = try registry.gauge("portico_connections", "Open connections.")
    let sizes = try registry.histogram("portico_size_bytes", "Sizes.", unit: .bytes)
    for round in 1...3 {
      let shard = try registry.makeShard()
      shard.add(requests, 10)
      shard.set(open, 5)
      shard.record(sizes, round * 100)
      shard.record(sizes, 0)
    }
    #expect(registry.value(of: requests) == 30)
    #expect(registry.value(of: open) == 0)
    let distribution = registry.value(of: sizes)
    #expect(distribution.count == 6)
    #expect(distribution.zeroCount == 3)
    #expect(distribution.sum == 600)
    #expect(distribution.minimum == 0)
    #expect(distribution.maximum == 300)
  }

  @Test(.timeLimit(.minutes(5)))
  func `Totals read while several threads record never fall, and are exact at the end`()
    async throws
  {
    let registry = registry
    let requests = try registry.counter("portico_requests_total", "Requests answered.")
    let times = try registry.histogram("portico_wait_seconds", "Waiting.", unit: .seconds)
    let shared = try registry.makeSharedShard()
    let writers = 4
    let rounds = 20_000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          let shard = try registry.makeShard()
          for round in 0..<rounds {
            shard.add(requests)
            shard.record(times, round * (writer + 1))
            if round % 100 == 0 { shared.record { $0.add(requests, 100) } }
          }
        }
      }
      group.addTask {
        var last: UInt64 = 0
        var lastCount: UInt64 = 0
        for _ in 0..<200 {
          let total = registry.value(of: requests)
          let count = registry.value(of: times).count
          #expect(total >= last && count >= lastCount)
          last = total
          lastCount = count
        }
      }
      try await group.waitForAll()
    }
    #expect(registry.value(of: requests) == UInt64(writers * rounds * 2))
    let distribution = registry.value(of: times)
    #expect(distribution.count == UInt64(writers * rounds))
    #expect(distribution.zeroCount == UInt64(writers))
    let sum = rounds * (rounds - 1) / 2 * (1 + 2 + 3 + 4)
    #expect(distribution.recordedSum == UInt64(sum))
    #expect(distribution.recordedRange == 0...UInt64((rounds - 1) * writers))
  }

  @Test func `A signal of a larger registry traps in a smaller one`() async throws {
    await #expect(processExitsWith: .failure) {
      let large = try SignalRegistry(capacity: 1024)
      let small = try SignalRegistry(capacity: 512)
      let counter = try large.counter("portico_requests_total", "Requests answered.")
      try small.makeShard().add(counter)
    }
  }
}
