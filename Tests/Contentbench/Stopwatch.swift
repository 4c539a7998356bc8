// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Nanoseconds of one call, the best of five rounds.
func nanoseconds(_ name: String, rounds: Int = 200_000, _ body: (Int) -> Int) {
  var best = Double.infinity
  var sum = 0
  for _ in 0..<5 {
    let start = ContinuousClock.now
    for round in 0..<rounds { sum &+= body(round) }
    best = min(best, (ContinuousClock.now - start).seconds * 1e9 / Double(rounds))
  }
  // The sum is used, so that nothing that makes it is left out.
  print(name, "\((best * 10).rounded() / 10) ns", sum == 42 ? "!" : "")
}

/// Seconds of one run, by the clock and of all processors together.
func seconds<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value {
  let start = ContinuousClock.now
  let worked = clock()
  let value = try body()
  let time = (ContinuousClock.now - start).seconds
  let work = Double(clock() - worked) / Double(CLOCKS_PER_SEC)
  print(
    name,
    "\(rounded(time)) s, \(rounded(work)) s of processors,",
    "\(ResidentMemory.mebibytes) MiB resident"
  )
  return value
}

private func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
