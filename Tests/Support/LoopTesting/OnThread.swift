// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Runs blocking work on a thread of its own: the pool that runs the tests has a thread for each
/// processor, and two that wait for each other's bytes would wait for ever there.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      let thread = try LoopThread(name: "test-peer") {
        continuation.resume(with: Result { try body() })
      }
      thread.detach()
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
