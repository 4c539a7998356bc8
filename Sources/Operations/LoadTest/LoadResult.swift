// SPDX-License-Identifier: Apache-2.0

package import Sites

/// The results of a load test, and the verdict on them.
package struct LoadResult: Sendable {
  /// The results of one second.
  package struct Sample: Sendable {
    package let second: Int
    package let answered: UInt64
    package let failed: UInt64
    package let latencies: LatencyDistribution

    package init(second: Int, _ now: LoadSnapshot, since before: LoadSnapshot) {
      self.second = second
      let (all, earlier) = (now.all, before.all)
      answered = all.answered - min(all.answered, earlier.answered)
      failed = all.failed - min(all.failed, earlier.failed)
      latencies = all.latencies.since(earlier.latencies)
    }
  }

  package let plan: LoadPlan
  package let snapshot: LoadSnapshot
  /// The time during which requests were sent.
  package let seconds: Double
  package let samples: [Sample]

  package init(plan: LoadPlan, snapshot: LoadSnapshot, seconds: Double, samples: [Sample]) {
    (self.plan, self.snapshot, self.seconds, self.samples) = (plan, snapshot, seconds, samples)
  }

  /// The promise for a route that states none: 99.9% of the requests are answered.
  package static let standardPromise = TrafficModel.ServiceLevel()

  /// The routes with their results.
  package var routes: [(route: LoadPlan.Route, account: LoadAccount)] {
    Array(zip(plan.routes, snapshot.accounts))
  }

  /// Whether all promises were kept.
  package var isPassed: Bool { routes.allSatisfy { $1.keeps($0.promise ?? Self.standardPromise) } }

  /// Whether the generator itself was so late that its delay distorts the figures.
  package var isGeneratorLate: Bool {
    guard let delay = snapshot.ownDelay.quantile(0.99),
      let latency = snapshot.all.latencies.quantile(0.99)
    else { return false }
    return delay > LoadResult.tolerableDelay && delay > latency / 10
  }

  private static let tolerableDelay: Int64 = 1_000_000
}

extension LoadSnapshot {
  /// The results of all routes together.
  package var all: LoadAccount { accounts.reduce(into: LoadAccount()) { $0.merge($1) } }
}
