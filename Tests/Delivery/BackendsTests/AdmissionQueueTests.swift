// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor
import Testing

@Suite struct `The queue before a backend` {
  private final class Call: CustomStringConvertible {
    let description: String
    init(_ name: String) { description = name }
  }

  /// A queue before a limit, which expectations can ask to change.
  private final class Queue {
    var machine: AdmissionQueue<Call>
    var limit: ConcurrencyLimit
    var calls: [String: Call] = [:]

    init(queue: Int = 3, atOnce: Int = 10) {
      var settings = LimitSettings()
      settings.queue = queue
      settings.most = atOnce
      machine = AdmissionQueue(settings)
      limit = ConcurrencyLimit(settings, at: at(0))
    }

    /// A call named with a small letter is an optional one; the answer is who was displaced, an
    /// empty word for nobody, or `nil` when the call was refused.
    func enqueue(_ name: String, _ second: Double = 0) -> String? {
      let call = Call(name)
      calls[name] = call
      let priority: CallPriority = name == name.lowercased() ? .optional : .required
      switch machine.enqueue(call, priority, at: at(second)) {
      case .waits: return ""
      case .displaces(let other): return other.description
      case .refused: return nil
      }
    }

    func withdraw(_ name: String) -> Bool { calls[name].map { machine.withdraw($0) } ?? false }

    func next(_ second: Double = 0) -> String? {
      guard let next = machine.next(limit, at: at(second)) else { return nil }
      return limit.admit(next.priority) ? next.call.description : nil
    }

    func all(_ second: Double) -> String {
      var order = ""
      while let next = next(second) { order += next }
      return order
    }
  }

  @Test(arguments: [(0.0, "ABcd"), (0.999, "ABcd"), (1, "BAdc")])
  func `Queued required calls go first, and the newest first once the oldest waited long`(
    second: Double,
    order: String
  ) {
    let queue = Queue(queue: 10)
    for name in ["c", "A", "d", "B"] { #expect(queue.enqueue(name) == "") }
    #expect(queue.all(second) == order)
    #expect(queue.machine.count == 0)
  }

  @Test func `A busy queue stays first in, first out while each call has its turn soon`() {
    let queue = Queue(queue: 20)
    for number in 0..<10 { _ = queue.enqueue("A\(number)") }
    for number in 10..<1_000 {
      // A new one comes every 40 ms, and each waits for 400 ms.
      let second = Double(number - 9) * 0.04
      #expect(queue.enqueue("A\(number)", second) == "")
      #expect(queue.next(second) == "A\(number - 10)")
      queue.limit.finished(.nothing, at: at(second))
    }
  }

  @Test func `A queue that was overloaded serves the oldest first again after a pause`() {
    let queue = Queue()
    #expect(queue.enqueue("A") == "")
    #expect(queue.machine.isOverloaded(at: at(1)))
    #expect(queue.next(1) == "A")
    #expect(queue.enqueue("B", 1) == "" && queue.enqueue("C", 1) == "")
    #expect(!queue.machine.isOverloaded(at: at(1.01)))
    #expect(queue.all(1.01) == "BC")
  }

  @Test(arguments: [
    (["A", "B", "C"], "D", 0.0, String?.none),
    (["A", "B", "c"], "D", 0, "c"),
    (["a", "b", "C"], "D", 0, "a"),
    (["A", "B", "c"], "d", 0, nil),
    (["A", "B", "C"], "D", 1, "A"),
    (["A", "b", "c"], "d", 1, "b"),
    (["A", "B", "C"], "d", 1, nil),
  ])
  func `A full queue refuses a call or displaces a less important one`(
    waiting: [String],
    comes: String,
    second: Double,
    displaced: String?
  ) {
    let queue = Queue()
    for name in waiting { #expect(queue.enqueue(name) == "") }
    #expect(queue.enqueue(comes, second) == displaced)
    #expect(queue.machine.count == 3)
  }

  @Test func `A queued call is let through only when its priority has room under the limit`() {
    let queue = Queue(atOnce: 5)
    for _ in 0..<4 { _ = queue.limit.admit(.required) }
    #expect(queue.enqueue("a") == "")
    #expect(queue.next() == nil)
    #expect(queue.enqueue("B") == "")
    #expect(queue.next() == "B")
    #expect(queue.next() == nil)
  }

  @Test func `A call that is withdrawn from the queue leaves nothing behind`() {
    let queue = Queue()
    #expect(queue.enqueue("A") == "" && queue.enqueue("b") == "")
    #expect(queue.withdraw("A") && queue.withdraw("b") && !queue.withdraw("b"))
    #expect(queue.machine.count == 0 && !queue.machine.isOverloaded(at: at(1)))
  }
}
