// SPDX-License-Identifier: Apache-2.0

/// Calls that wait, the longest first.
package struct CallQueue<Call: AnyObject> {
  /// Calls in order. A call that was taken is released at once: one without other references is
  /// cancelled.
  private var calls: [Call?] = []
  private var first = 0

  package init() {}

  package var count: Int { calls.count - first }
  package var isEmpty: Bool { count == 0 }
  /// The call that waits the longest.
  package var next: Call? { first < calls.count ? calls[first] : nil }

  package mutating func append(_ call: Call) { calls.append(call) }

  package mutating func popFirst() -> Call? {
    guard first < calls.count else { return nil }
    let call = calls[first].take()
    first += 1
    // Empty places go in large pieces, so that taking stays cheap however long the queue is.
    if first == calls.count {
      calls.removeAll(keepingCapacity: first <= 64)
      first = 0
    } else if first >= 64, first * 2 >= calls.count {
      calls.removeFirst(first)
      first = 0
    }
    return call
  }

  /// The call waits again, as the first of all.
  package mutating func putBack(_ call: Call) {
    if first > 0 {
      first -= 1
      calls[first] = call
    } else {
      calls.insert(call, at: 0)
    }
  }

  package mutating func remove(_ call: Call) -> Bool {
    guard let index = calls[first...].firstIndex(where: { $0 === call }) else { return false }
    calls.remove(at: index)
    return true
  }
}
