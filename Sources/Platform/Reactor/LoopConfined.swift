// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A value that only the thread of one loop may touch.
///
/// Connections, pools and sessions are plain classes without locks; this box lets them pass
/// through code that the compiler must assume to be concurrent (task closures, executors). Every
/// access checks the thread, in release builds too: it costs about a nanosecond.
package struct LoopConfined<Value>: @unchecked Sendable {
  // `@unchecked` is sound because `value` is reachable on the loop's thread only. The last
  // reference may be dropped elsewhere, when the loop has ended and nobody else can see the value.
  @usableFromInline
  let loop: LoopNumber
  @usableFromInline
  let content: Value

  @inlinable
  package init(_ value: Value, to loop: LoopNumber) {
    self.loop = loop
    content = value
  }

  /// The value; a programmer's error, and a trap, on any other thread.
  @inlinable
  package var value: Value {
    precondition(loop.isCurrent, "a loop's value was touched on another thread")
    return content
  }
}

/// Tells loops apart; a thread that runs no loop has none.
package struct LoopNumber: Sendable, Hashable {
  let number: Int

  /// Whether the calling thread runs this loop.
  package var isCurrent: Bool { clinux_current_loop() == number }
}
