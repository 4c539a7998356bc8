// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The requests of a load test that are due, and the results of those that were sent.
///
/// A value without sockets or clocks: times are nanoseconds since the start.
package struct OpenLoop: Sendable {
  package typealias Arrival = ArrivalSchedule.Arrival

  private var schedule: ArrivalSchedule
  /// The times that are promised for each route.
  private let promised: [Int64?]
  package private(set) var accounts: [LoadAccount]
  /// Requests that were sent and have no outcome yet.
  package private(set) var waiting = 0
  /// The delay of requests for which a connection was free: the lateness of the generator itself.
  package private(set) var ownDelay = LatencyDistribution()
  /// Requests that waited for a free connection.
  package private(set) var delayed: UInt64 = 0
  /// The last time at which no connection was free.
  private var lastBusy: Int64 = -1

  /// - Parameter promised: the times that are promised for each route.
  package init(_ schedule: ArrivalSchedule, promised: [Duration?]) {
    self.schedule = schedule
    self.promised = promised.map { $0?.nanoseconds }
    accounts = promised.map { _ in LoadAccount() }
  }

  /// The instant at which the next request is due; `nil` behind the last one.
  package var nextDue: Int64? { schedule.next?.due }

  /// Returns the next due request to send; call it when a connection is free.
  package mutating func send(at now: Int64) -> Arrival? {
    guard let arrival = schedule.take(at: now) else { return nil }
    waiting += 1
    if arrival.due <= lastBusy { delayed += 1 } else { ownDelay.record(now - arrival.due) }
    return arrival
  }

  /// Notes that no connection is free.
  package mutating func exhausted(at now: Int64) { lastBusy = now }

  package mutating func answered(_ arrival: Arrival, status: Int, bytes: Int, at now: Int64) {
    waiting -= 1
    accounts[arrival.route].answered(
      status,
      after: now - arrival.due,
      promised: promised[arrival.route],
      bytes: bytes
    )
  }

  package mutating func failed(_ arrival: Arrival, _ failure: LoadFailure, at now: Int64) {
    waiting -= 1
    accounts[arrival.route].failed(failure, after: now - arrival.due)
  }

  /// Ends the test: a request that was due and could not be sent counts with its delay so far.
  package mutating func end(at now: Int64) {
    while let arrival = schedule.take(at: now) {
      accounts[arrival.route].failed(.unsent, after: now - arrival.due)
    }
  }
}
