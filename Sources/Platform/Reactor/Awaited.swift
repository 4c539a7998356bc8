// SPDX-License-Identifier: Apache-2.0

/// A value that one task waits for and that other work on the same loop sets, once.
package final class Awaited<Value> {
  private var content: Value?
  private let waiter = Waiter()

  package init() {}

  package func bring(_ value: Value) {
    content = value
    waiter.wake()
  }

  /// The value, which is waited for as long as it takes.
  package func value() async -> Value {
    while true {
      if let content { return content }
      await waiter.wait()
    }
  }
}
