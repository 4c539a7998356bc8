// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Double {
  /// The number with one digit behind the point.
  var short: String { "\((self * 10).rounded() / 10)" }
}

extension String {
  func padded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// Seconds of processor time that `body` takes on its thread: others may be at work too.
func seconds(_ body: () -> Void) -> Double {
  let start = threadTime()
  body()
  return threadTime() - start
}

private func threadTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
