// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPClient
import HTTPValues
import Measure
package import Reactor
import Synchronization

/// A load test that is run from all loops of a group.
package final class LoadRun: Sendable {
  package let plan: LoadPlan
  private let group: LoopGroup
  private let generators: [LoopConfined<LoadGenerator>]
  private let samples = Mutex<[LoadResult.Sample]>([])

  private static let longestOpening = Duration.seconds(5)

  /// Opens the connections.
  ///
  /// - Parameter client: returns a client for a loop; `nil` for connections of HTTP/1.1.
  package init(
    _ plan: LoadPlan,
    to target: LoadTarget,
    on group: LoopGroup,
    through client: (@Sendable (LoopCore) throws -> HTTPClient)? = nil
  ) async throws {
    (self.plan, self.group) = (plan, group)
    let count = group.loops.count
    var generators: [LoopConfined<LoadGenerator>] = []
    for (part, loop) in group.loops.enumerated() {
      generators.append(
        try await loop.perform { core in
          LoopConfined(
            try LoadGenerator(
              plan,
              part: part,
              of: count,
              to: target,
              through: try client?(core),
              on: core
            ),
            to: loop.number
          )
        }
      )
    }
    self.generators = generators
    let end = ContinuousClock.now + LoadRun.longestOpening
    while try await !all(\.isReady).allSatisfy({ $0 }), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    let failures = try await all(\.failure).compactMap(\.self)
    if failures.count == count, let reason = failures.first {
      throw PlainError("\(target.origin): \(reason)")
    }
  }

  /// Runs the test, and calls `progress` each second with the results of that second.
  package func run(
    progress: @escaping @Sendable (LoadResult.Sample, LoadSnapshot) -> Void = { _, _ in }
  ) async throws -> LoadResult {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let begin = try await group.loops[0].perform { $0.momentNow }
    for (loop, generator) in zip(group.loops, generators) {
      try await loop.perform { _ in generator.value.start(at: begin) { ended.yield() } }
    }
    let watching = Task { try await watch(progress) }
    var left = generators.count
    for await _ in ends {
      left -= 1
      if left == 0 { break }
    }
    watching.cancel()
    let seconds = try await group.loops[0].perform { ($0.momentNow - begin).inSeconds }
    return LoadResult(
      plan: plan,
      snapshot: try await snapshot(),
      seconds: min(seconds, plan.duration.inSeconds),
      samples: samples.withLock { $0 }
    )
  }

  /// Sends nothing more; `run` returns when no response is outstanding.
  package func stop() {
    for (loop, generator) in zip(group.loops, generators) {
      loop.execute { generator.value.stop() }
    }
  }

  /// The results so far.
  package func snapshot() async throws -> LoadSnapshot {
    let parts = try await all(\.snapshot)
    var sum = parts[0]
    for part in parts.dropFirst() { sum.merge(part) }
    return sum
  }

  private func all<Value: Sendable>(
    _ value: @escaping @Sendable (LoadGenerator) -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    for (loop, generator) in zip(group.loops, generators) {
      values.append(try await loop.perform { _ in value(generator.value) })
    }
    return values
  }

  private func watch(_ progress: @Sendable (LoadResult.Sample, LoadSnapshot) -> Void) async throws {
    var before = try await snapshot()
    for second in 1... {
      try await Task.sleep(for: .seconds(1))
      let now = try await snapshot()
      let sample = LoadResult.Sample(second: second, now, since: before)
      samples.withLock { $0.append(sample) }
      progress(sample, now)
      before = now
    }
  }
}
