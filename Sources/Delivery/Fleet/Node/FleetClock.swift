// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// The store's time as a node knows it.
///
/// An answer of the store has its time, which is between the moments at which the request left and the answer came.
/// The best such answer counts, with an uncertainty that grows with its age.
package struct FleetClock: Sendable {
  /// The store's microseconds less the local ones.
  private var offset: Int64
  private var error: Int64 = .max
  private var known = Instant(nanoseconds: 0)

  /// The share of time by which clocks may go wrong: 100 in a million.
  private static let drift: Int64 = 10_000
  /// The age at which an answer is replaced by any newer one, in nanoseconds.
  private static let longest: Int64 = 300_000_000_000

  /// Goes by the node's own time of day until the store has told its time.
  package init(_ own: FleetInstant, at now: Instant) {
    offset = own.microseconds.subtractingReportingOverflow(now.nanoseconds / 1_000).partialValue
  }

  /// The uncertainty in microseconds; `nil` while the store's time is not known at all.
  package func error(at now: Instant) -> Int64? {
    guard error != .max else { return nil }
    return error + max(0, now.nanoseconds(since: known)) / 1_000 / Self.drift
  }

  /// The store's time.
  package func time(at now: Instant) -> FleetInstant {
    FleetInstant(microseconds: now.nanoseconds / 1_000 &+ offset)
  }

  /// The local moment of an instant of the store.
  package func local(_ instant: FleetInstant) -> Instant {
    let (local, isOver) = instant.microseconds.subtractingReportingOverflow(offset)
    let (nanoseconds, isLate) = local.multipliedReportingOverflow(by: 1_000)
    return isOver || isLate ? .distantFuture : Instant(nanoseconds: nanoseconds)
  }

  /// Learns from an answer.
  package mutating func learn(_ time: FleetInstant, sent: Instant, received: Instant) {
    let half = max(0, received.nanoseconds(since: sent)) / 2_000
    let (offset, isOver) = time.microseconds.subtractingReportingOverflow(
      sent.nanoseconds / 1_000 + half
    )
    guard !isOver else { return }
    if let present = error(at: received), received.nanoseconds(since: known) < Self.longest {
      let difference = offset.subtractingReportingOverflow(self.offset).partialValue.magnitude
      // Two answers that exclude each other: the clock was set.
      let isSet = difference > UInt64(present + half)
      guard isSet || half <= present else { return }
    }
    self.offset = offset
    error = half
    known = received
  }
}
