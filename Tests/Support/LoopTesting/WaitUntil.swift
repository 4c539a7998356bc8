// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A condition that did not come true in two minutes.
package struct WaitedInVain: Error, CustomStringConvertible {
  package let description: String

  /// Throws an error once it is too late.
  static func check(
    _ end: ContinuousClock.Instant,
    _ expectation: String,
    at place: String
  ) throws {
    guard ContinuousClock.now >= end else { return }
    throw WaitedInVain(description: "\(place): waited in vain until \(expectation)")
  }

  static var end: ContinuousClock.Instant { ContinuousClock.now.advanced(by: .seconds(120)) }
}

/// Waits until a condition holds, and throws an error that says what was awaited after two minutes.
///
/// - Parameter expectation: ends the sentence “waited in vain until …”.
package func waitUntil(
  _ expectation: String,
  file: String = #fileID,
  line: Int = #line,
  holds: () async throws -> Bool
) async throws {
  let end = WaitedInVain.end
  var looks = 0
  while try await !holds() {
    try Task.checkCancellation()
    try WaitedInVain.check(end, expectation, at: "\(file):\(line)")
    // Most conditions hold after a turn or two. One that takes longer leaves the processor to what it waits for.
    looks += 1
    if looks < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(2)) }
  }
}

/// Does the same on a thread that may block.
package func blockUntil(
  _ expectation: String,
  file: String = #fileID,
  line: Int = #line,
  holds: () throws -> Bool
) throws {
  let end = WaitedInVain.end
  var looks = 0
  while try !holds() {
    try WaitedInVain.check(end, expectation, at: "\(file):\(line)")
    looks += 1
    if looks < 100 { sched_yield() } else { usleep(2_000) }
  }
}
