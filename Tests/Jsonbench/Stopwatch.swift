// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Prints the CPU time of one call, the best of nine rounds, and how many bytes a second that is.
func microseconds(_ name: String, bytes: Int, rounds: Int = 10_000, _ body: () -> Int) {
  var best = Double.infinity
  var sum = 0
  for _ in 0..<9 {
    let start = threadTime()
    for _ in 0..<rounds { sum &+= body() }
    best = min(best, (threadTime() - start) / Double(rounds))
  }
  let time = "\((best / 10).rounded() / 100) µs"
  let speed = bytes > 0 ? ", \((Double(bytes) / best * 100).rounded() / 100) GB/s" : ""
  // The sum is used, so that nothing that makes it is left out.
  print("\(name): \(time)\(speed)", sum == 42 ? "!" : "")
}

/// Nanoseconds that this thread has run.
private func threadTime() -> Double {
  var time = timespec()
  // Safe: the call fills the structure and keeps nothing.
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
