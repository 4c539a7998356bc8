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

  /// The value that some work on a loop brings; `cancel` gives the work up when the waiting task is
  /// cancelled, and the value is waited for all the same.
  package func value<Work>(
    of work: Work,
    on core: LoopCore,
    cancel: @escaping @Sendable (Work) -> Void
  ) async -> Value {
    let confined = LoopConfined(work, to: core.loop.number)
    let loop = core.loop
    return await withTaskCancellationHandler {
      await value()
    } onCancel: {
      loop.execute { cancel(confined.value) }
    }
  }
}
