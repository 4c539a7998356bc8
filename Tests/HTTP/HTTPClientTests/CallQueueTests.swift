// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Testing

@Suite struct `A queue of calls` {
  private final class Call {}

  /// A queue that expectations can ask to change.
  private final class Line {
    var queue = CallQueue<Call>()
    func next() -> Call? { queue.popFirst() }
    func remove(_ call: Call) -> Bool { queue.remove(call) }
  }

  @Test func `A queue of calls keeps no reference to a call that it has handed out`() {
    let line = Line()
    weak var first: Call?
    do {
      let call = Call()
      first = call
      line.queue.append(call)
    }
    line.queue.append(Call())
    #expect(first != nil)
    #expect(line.next() != nil)
    #expect(first == nil)
    #expect(line.queue.count == 1)
  }

  @Test(arguments: [1, 2, 70, 300])
  func `A call put back into the queue is the next one handed out`(count: Int) {
    let line = Line()
    let calls = (0..<count).map { _ in Call() }
    for call in calls { line.queue.append(call) }
    for call in calls {
      #expect(line.next() === call)
      line.queue.putBack(call)
      #expect(line.next() === call)
    }
    #expect(line.next() == nil)
    #expect(line.queue.isEmpty)
  }

  @Test func `A call removed from the queue is not handed out`() {
    let line = Line()
    let calls = (0..<4).map { _ in Call() }
    for call in calls { line.queue.append(call) }
    #expect(line.next() === calls[0])
    #expect(!line.remove(calls[0]))
    #expect(line.remove(calls[2]))
    #expect(!line.remove(calls[2]))
    #expect(line.next() === calls[1])
    #expect(line.next() === calls[3])
    #expect(line.next() == nil)
  }
}
