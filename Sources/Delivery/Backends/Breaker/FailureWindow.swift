// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Number of recent calls and of those that failed, in slices that expire one by one.
struct FailureWindow: Sendable {
  private struct Slice: Sendable {
    var calls = 0
    var failures = 0
  }

  private static let count = 10

  private let length: Int64
  private var slices = [Slice](repeating: Slice(), count: FailureWindow.count)
  /// Number of the slice that is counted into, since the beginning of time.
  private var newest: Int64 = 0
  private(set) var calls = 0
  private(set) var failures = 0

  init(_ window: Duration) {
    length = max(window.nanoseconds / Int64(FailureWindow.count), 1)
  }

  mutating func record(isFailure: Bool, at now: Instant) {
    advance(to: now)
    let index = FailureWindow.index(newest)
    slices[index].calls += 1
    calls += 1
    guard isFailure else { return }
    slices[index].failures += 1
    failures += 1
  }

  /// Drops expired slices.
  mutating func advance(to now: Instant) {
    let number = now.nanoseconds / length
    guard number > newest else { return }
    let steps = min(number - newest, Int64(FailureWindow.count))
    newest = number
    for step in 0..<steps {
      let index = FailureWindow.index(number - step)
      calls -= slices[index].calls
      failures -= slices[index].failures
      slices[index] = Slice()
    }
  }

  private static func index(_ number: Int64) -> Int {
    Int(((number % Int64(count)) + Int64(count)) % Int64(count))
  }
}
