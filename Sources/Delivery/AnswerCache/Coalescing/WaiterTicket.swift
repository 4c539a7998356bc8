// SPDX-License-Identifier: Apache-2.0

/// With which a waiter leaves before its time: its client has gone.
package struct WaiterTicket: Sendable {
  let key: CacheKey
  let number: Int
  let store: AnswerStore

  /// Leaves; the fetch goes on. Answers whether the waiter was still waiting: then it is not resumed
  /// any more.
  @discardableResult
  package func leave() -> Bool {
    !store.coalescing.handle({ .leave(number: number) }, for: key).ended.isEmpty
  }
}
