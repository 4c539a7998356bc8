// SPDX-License-Identifier: Apache-2.0

/// Where a waiter is resumed: a loop, as far as the cache knows of loops.
package protocol WaiterExecutor: AnyObject, Sendable {
  /// Runs `body` there, soon; called from any thread.
  func run(_ body: @escaping @Sendable () -> Void)
}
