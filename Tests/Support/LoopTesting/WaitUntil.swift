// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A condition that did not come true in two minutes.
package struct WaitedInVain: Error, CustomStringConvertible {
  package let description: String
}

/// One wait for a condition. Most conditions hold after a turn or two; one that takes longer leaves the processor to
/// what it waits for: a look may be a request to a process that has other things to do.
private struct Wait {
  private let start = ContinuousClock.now

  /// The pause before the next look, a sixteenth of what was waited so far; `nil` for a turn of others only.
  ///
  /// - Throws: an error once it is too late.
  func pause(_ expectation: String, at place: String) throws(WaitedInVain) -> Duration? {
    let waited = ContinuousClock.now - start
    guard waited < .seconds(120) else {
      throw WaitedInVain(description: "\(place): waited in vain until \(expectation)")
    }
    return waited < .milliseconds(2)
      ? nil : min(max(waited / 16, .milliseconds(1)), .milliseconds(50))
  }
}

/// Waits until there is a value, and throws an error that says what was awaited after two minutes.
///
/// - Parameter expectation: ends the sentence “waited in vain until …”.
package func waitFor<Value>(
  _ expectation: String,
  file: String = #fileID,
  line: Int = #line,
  find: () async throws -> Value?
) async throws -> Value {
  let wait = Wait()
  while true {
    if let value = try await find() { return value }
    try Task.checkCancellation()
    if let pause = try wait.pause(expectation, at: "\(file):\(line)") {
      try await Task.sleep(for: pause)
    } else {
      await Task.yield()
    }
  }
}

/// Waits until a condition holds.
package func waitUntil(
  _ expectation: String,
  file: String = #fileID,
  line: Int = #line,
  holds: () async throws -> Bool
) async throws {
  try await waitFor(expectation, file: file, line: line) { try await holds() ? () : nil }
}

/// Waits until a condition holds, on a thread that may block.
package func blockUntil(
  _ expectation: String,
  file: String = #fileID,
  line: Int = #line,
  holds: () throws -> Bool
) throws {
  let wait = Wait()
  while try !holds() {
    if let pause = try wait.pause(expectation, at: "\(file):\(line)") {
      usleep(useconds_t(pause / .microseconds(1)))
    } else {
      sched_yield()
    }
  }
}
