// SPDX-License-Identifier: Apache-2.0

import FleetTesting
import Glibc
import Reactor
import Synchronization

/// Runs simulated hours of a fleet on all processors: `fleetsim FIRST COUNT [FAULT]`, or one with its trace:
/// `fleetsim trace SEED [FAULT]`, or ten minutes of many nodes: `fleetsim nodes COUNT`.
@main enum Fleetsim {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let fault = arguments.count > 2 ? PlantedFault(rawValue: arguments[2]) : nil
    if arguments.count >= 2, arguments[0] == "trace", let seed = UInt64(arguments[1]) {
      return trace(seed, fault)
    }
    if arguments.count == 2, arguments[0] == "nodes", let count = Int(arguments[1]) {
      return many(count)
    }
    guard arguments.count >= 2, let first = UInt64(arguments[0]), let count = UInt64(arguments[1])
    else {
      print("usage: fleetsim FIRST COUNT [FAULT] | trace SEED [FAULT] | nodes COUNT")
      exit(2)
    }
    let start = ContinuousClock.now
    let next = Atomic<UInt64>(0)
    let totals = Mutex((events: 0, failed: [UInt64](), purges: [Int64](), changes: [Int64]()))
    var threads: [ThreadSemaphore] = []
    for number in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
      let end = try ThreadSemaphore()
      threads.append(end)
      try LoopThread(name: "simulation \(number)") {
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < count else { break }
          let outcome = FleetSimulation(seed: first + index, fault: fault).run()
          totals.withLock { totals in
            totals.events += outcome.events
            if !outcome.violations.isEmpty { totals.failed.append(first + index) }
            if totals.purges.count < 1_000_000 { totals.purges += outcome.purgeTimes }
            if totals.changes.count < 1_000_000 { totals.changes += outcome.activationTimes }
            if !outcome.violations.isEmpty, totals.failed.count <= 5 {
              print(
                "seed \(first + index): \(outcome.violations.prefix(3).joined(separator: "; "))"
              )
            }
          }
        }
        end.signal()
      }.detach()
    }
    for end in threads { end.wait() }
    let time = ContinuousClock.now - start
    totals.withLock { totals in
      print(
        "\(count) hours in \(time), \(totals.events) events,",
        "\(totals.failed.count) seeds with violations"
      )
      print("purges of 3 to 5 nodes in µs:", quantiles(totals.purges))
      print("changes behind their instant in µs:", quantiles(totals.changes))
      if !totals.failed.isEmpty { exit(1) }
    }
  }

  /// Ten minutes of many nodes, of which nothing fails.
  private static func many(_ count: Int) {
    var script = FleetSimulation.Script()
    script.seconds = 600
    script.hasFaults = false
    script.nodes = count
    let outcome = FleetSimulation(seed: 1, script).run()
    for violation in outcome.violations { print("violation: \(violation)") }
    print("purges of \(count) nodes in µs:", quantiles(outcome.purgeTimes))
    print("changes behind their instant in µs:", quantiles(outcome.activationTimes))
    let requests = outcome.requests.reduce(0, +)
    print("requests of the store a node and second: \(Double(requests) / Double(count) / 600)")
  }

  private static func quantiles(_ values: [Int64]) -> String {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return "none" }
    return
      "p50 \(sorted[sorted.count / 2]), p99 \(sorted[sorted.count * 99 / 100]), most \(sorted[sorted.count - 1])"
  }

  private static func trace(_ seed: UInt64, _ fault: PlantedFault?) {
    let simulation = FleetSimulation(seed: seed, fault: fault, keepsTrace: true)
    let outcome = simulation.run()
    for line in simulation.trace { print(line) }
    for violation in outcome.violations { print("violation: \(violation)") }
    print("digest \(String(outcome.digest, radix: 16)), \(outcome.events) events")
  }
}
