// SPDX-License-Identifier: Apache-2.0

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

/// Seconds of one run.
func seconds<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value {
  let start = ContinuousClock.now
  let value = try body()
  let time = (ContinuousClock.now - start).seconds
  print(name, "\((time * 1_000).rounded() / 1_000) s,", "\(ResidentMemory.mebibytes) MiB resident")
  return value
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
