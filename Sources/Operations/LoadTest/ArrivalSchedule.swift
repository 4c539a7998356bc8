// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The instants at which a load test intends to send its requests: for each route at a constant rate,
/// whether responses come or not (open loop).
package struct ArrivalSchedule: Sendable {
  /// A request with its route and the time since the start at which it is intended.
  package struct Arrival: Sendable, Equatable {
    package let route: Int
    /// The number of the request among those of its route.
    package let number: Int
    package let due: Int64
  }

  /// The longest test; rates and times then fit into integers.
  package static let longest = Duration.seconds(86_400)
  /// Routes begin at different parts of their intervals, so that they do not all send at once.
  private static let golden = 0.618_033_988_749_895

  private let rates: [Double]
  private let end: Int64
  private let parts: Int
  /// The next request of each route that has any left.
  private var heap: [Arrival] = []

  /// - Parameters:
  ///   - rates: requests a second of each route.
  ///   - part: the number of this schedule where several share the requests.
  package init(_ rates: [Double], for duration: Duration, part: Int = 0, of parts: Int = 1) {
    self.rates = rates
    self.parts = max(1, parts)
    end = min(duration, ArrivalSchedule.longest).nanoseconds
    for route in rates.indices where rates[route] > 0 {
      if let first = arrival(of: route, part) { heap.append(first) }
    }
    heap.sort { ArrivalSchedule.isEarlier($0, $1) }
  }

  /// The earliest request that was not taken.
  package var next: Arrival? { heap.first }

  /// Removes and returns the earliest request if it is due.
  package mutating func take(at now: Int64) -> Arrival? {
    guard let first = heap.first, first.due <= now else { return nil }
    if let following = arrival(of: first.route, first.number + parts) {
      heap[0] = following
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    settle()
    return first
  }

  /// Returns the arrival of a request; `nil` behind the end of the test.
  private func arrival(of route: Int, _ number: Int) -> Arrival? {
    let phase = (Double(route + 1) * ArrivalSchedule.golden).truncatingRemainder(dividingBy: 1)
    let due = (Double(number) + phase) / rates[route] * 1e9
    guard due < Double(end) else { return nil }
    return Arrival(route: route, number: number, due: Int64(due))
  }

  /// Moves the first entry of the heap down to its place.
  private mutating func settle() {
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, ArrivalSchedule.isEarlier(heap[child + 1], heap[child]) {
        child += 1
      }
      guard ArrivalSchedule.isEarlier(heap[child], heap[place]) else { return }
      heap.swapAt(place, child)
      place = child
    }
  }

  private static func isEarlier(_ first: Arrival, _ second: Arrival) -> Bool {
    (first.due, first.route) < (second.due, second.route)
  }
}
