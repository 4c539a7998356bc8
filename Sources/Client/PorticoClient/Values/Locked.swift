// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
import os
#else
import Synchronization
#endif

/// A value behind a lock (mutex); the standard library's `Mutex` needs newer systems than an app may have.
package final class Locked<Value: Sendable>: Sendable {
  #if canImport(os)
  private let lock: OSAllocatedUnfairLock<Value>

  package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock(body)
  }
  #else
  private let lock: Mutex<Value>

  package init(_ value: Value) { lock = Mutex(value) }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock { value in try body(&value) }
  }
  #endif
}
