// SPDX-License-Identifier: Apache-2.0

import FleetTesting
import Testing

// `fleetsim 1 20000`, built as a release, runs as many hours as this suite has no time for.

@Suite(.timeLimit(.minutes(10))) struct `A fleet in a simulation` {
  // In the last of them a fault begins in the second in which all must end.
  @Test(arguments: Array(1...10) + [18_526])
  func `Every promise holds in an hour of failures`(_ seed: Int) {
    #expect(FleetSimulation(seed: UInt64(seed)).run().violations == [])
  }

  @Test func `A seed makes the same hour again`() {
    let runs = (0..<2).map { _ in FleetSimulation(seed: 4, keepsTrace: true) }
    let outcomes = runs.map { $0.run() }
    #expect(outcomes[0] == outcomes[1])
    #expect(runs[0].trace == runs[1].trace && runs[0].trace.count > 100)
    #expect(FleetSimulation(seed: 5).run().digest != outcomes[0].digest)
  }

  /// The hours in which faults that seldom show were found last, which are tried first.
  private static let known: [PlantedFault: Int] = [
    .fencesIgnored: 280, .gapsHidden: 23, .unknownAsRecorded: 18, .withdrawalForgotten: 15,
  ]

  @Test(arguments: PlantedFault.allCases)
  func `A planted fault is found`(_ fault: PlantedFault) {
    let found = ([Self.known[fault, default: 1]] + Array(1...400)).first { seed in
      !FleetSimulation(seed: UInt64(seed), fault: fault).run().violations.isEmpty
    }
    #expect(found != nil)
  }

  @Test func `A node asks the store at most three times in ten seconds when nothing happens`() {
    var script = FleetSimulation.Script()
    script.hasFaults = false
    script.hasOrders = false
    script.nodes = 5
    let outcome = FleetSimulation(seed: 1, script).run()
    #expect(outcome.violations == [])
    // Each second beat is announced, which is a query, too.
    for requests in outcome.requests { #expect(requests + requests / 2 <= 3_600 * 3 / 10 + 30) }
  }

  @Test func `A purge reaches fifty nodes in the time of one message`() throws {
    var script = FleetSimulation.Script()
    script.seconds = 300
    script.hasFaults = false
    script.nodes = 50
    let outcome = FleetSimulation(seed: 1, script).run()
    #expect(outcome.violations == [])
    #expect(try #require(outcome.purgeTimes.max()) <= 12_000)
  }
}
