// SPDX-License-Identifier: Apache-2.0

/// A place where one task waits until other work on the same loop wakes it.
///
/// It carries no value: a woken task looks at the state again. Waking does nothing when no task
/// waits, so the waiting side checks its condition first, and both run on one loop.
@safe
package final class Waiter {
  private var continuation: UnsafeContinuation<Void, Never>?

  package init() { unsafe continuation = nil }

  package var isWaiting: Bool { unsafe continuation != nil }

  /// Parks the calling task. A second one cannot wait at the same time.
  package func wait() async {
    precondition(!isWaiting, "two tasks wait in one place")
    // Safe: `wake` resumes a continuation exactly once, since it takes it out first.
    await unsafe withUnsafeContinuation { unsafe continuation = $0 }
  }

  /// Lets the task go on that waits, if one does.
  package func wake() { unsafe continuation.take()?.resume() }
}

extension Waiter? {
  /// The place, made when a task first waits there: most are never needed.
  package mutating func made() -> Waiter {
    if let self { return self }
    let waiter = Waiter()
    self = waiter
    return waiter
  }
}
